#include "core/data/preview_builder.h"

#include "core/data/split.h"
#include "core/data/utf8.h"

#include <algorithm>

#define XXH_INLINE_ALL // The hash is header-only then; its library need not be there at run time.
#include <xxhash.h>

namespace core {

namespace {

constexpr size_t kRows = 50;
constexpr size_t kCellBytes = 4096;
constexpr size_t kSamples = 200;
constexpr size_t kSampleBytes = 65536;
constexpr size_t kBadRows = 1000;
/// So many classes among so few texts mean that another column is the label.
constexpr size_t kUsualClasses = 20;
constexpr int64_t kRowsToTellOrder = 20;

} // namespace

void PreviewBuilder::add(Split split, const TextRow& row)
{
    const auto known = m_labels.find(row.label);
    if (!known && split != Split::Train && m_rows[0] > 0) {
        reject(split, row.file, row.record.line,
               {"Its label \"%1\" does not occur in the training texts.",
                {shown(std::string(row.label))}});
        return;
    }
    const int32_t label = m_labels.add(row.label);
    m_classRows.resize(m_labels.names().size());
    ++m_classRows[static_cast<size_t>(label)][static_cast<size_t>(split)];
    const int64_t index = m_rows[static_cast<size_t>(split)]++;
    m_lengths.add(countTokens(row.text));
    m_textBytes += static_cast<int64_t>(row.text.size());
    const uint64_t hash = XXH3_64bits(row.text.data(), row.text.size());
    (split == Split::Train ? m_trainHashes : m_otherHashes).push_back(hash);
    if (m_firstRows.size() < kRows)
        keepRow(row.record);
    if (split != Split::Train)
        return;
    m_labelChanges += m_lastLabel >= 0 && m_lastLabel != label ? 1 : 0;
    m_lastLabel = label;
    if (index % m_sampleStride == 0)
        keepSample(row);
}

void PreviewBuilder::reject(Split, const std::string& file, int64_t line, Message reason)
{
    ++m_badRowCount;
    if (m_badRows.size() < kBadRows)
        m_badRows.push_back({file, line, std::move(reason)});
}

void PreviewBuilder::refuseFile(Message problem, Message advice)
{
    m_problems.push_back(std::move(problem));
    if (!advice.empty())
        m_problems.push_back(std::move(advice));
}

void PreviewBuilder::keepRow(const Record& record)
{
    std::vector<std::string>& row = m_firstRows.emplace_back();
    for (const std::string_view cell : record.cells)
        row.push_back(validText(cutText(cell, kCellBytes)));
}

/// Thins out by half when there are twice as many as wanted: what stays is spread evenly.
void PreviewBuilder::keepSample(const TextRow& row)
{
    m_samples.emplace_back(cutText(row.text, kSampleBytes), row.label);
    if (m_samples.size() < 2 * kSamples)
        return;
    for (size_t i = 1; 2 * i < m_samples.size(); ++i)
        m_samples[i] = std::move(m_samples[2 * i]);
    m_samples.resize(kSamples);
    m_sampleStride *= 2;
}

void PreviewBuilder::finish(DataPreview& preview)
{
    preview.rows = std::move(m_firstRows);
    preview.lengths = m_lengths.histogram();
    preview.textBytes = m_textBytes;
    preview.badRowCount = m_badRowCount;
    preview.badRows = std::move(m_badRows);
    preview.problems.insert(preview.problems.end(), m_problems.begin(), m_problems.end());
    countClasses(preview);
    countDuplicates(preview);
    takeSamples(preview);
    judge(preview);
}

/// Numbers after the split that loading will make.
void PreviewBuilder::countClasses(DataPreview& preview) const
{
    const bool validGiven = m_rows[size_t(Split::Valid)] > 0;
    const bool testGiven = m_rows[size_t(Split::Test)] > 0;
    for (size_t i = 0; i < m_classRows.size(); ++i) {
        if (m_labels.names()[i].empty()) // There is no label column; a problem says so.
            continue;
        const auto& [train, valid, test] = m_classRows[i];
        const SplitCounts taken = splitCounts(train, validGiven ? 0.0 : preview.spec.validFraction,
                                              testGiven ? 0.0 : preview.spec.testFraction);
        preview.classes.push_back(
            {m_labels.names()[i], taken.train, valid + taken.valid, test + taken.test});
    }
    std::sort(preview.classes.begin(), preview.classes.end(),
              [](const ClassCount& a, const ClassCount& b) { return a.name < b.name; });
    for (const ClassCount& entry : preview.classes) {
        preview.trainRows += entry.train;
        preview.validRows += entry.valid;
        preview.testRows += entry.test;
    }
    if (preview.classes.empty())
        preview.trainRows = m_rows[size_t(Split::Train)];
}

/// Two texts count as the same when their 64-bit hashes are: among 10 million texts the chance of
/// one false pair is 3 in a million.
void PreviewBuilder::countDuplicates(DataPreview& preview)
{
    std::sort(m_trainHashes.begin(), m_trainHashes.end());
    const auto end = std::unique(m_trainHashes.begin(), m_trainHashes.end());
    preview.duplicateRows = m_trainHashes.end() - end;
    preview.overlapRows
        = std::count_if(m_otherHashes.begin(), m_otherHashes.end(), [&](uint64_t hash) {
              return std::binary_search(m_trainHashes.begin(), end, hash);
          });
}

void PreviewBuilder::takeSamples(DataPreview& preview)
{
    const size_t count = std::min(kSamples, m_samples.size());
    for (size_t i = 0; i < count; ++i) {
        auto& [text, label] = m_samples[i * m_samples.size() / count];
        preview.sampleTexts.push_back(std::move(text));
        preview.sampleLabels.push_back(std::move(label));
    }
}

void PreviewBuilder::judge(DataPreview& preview) const
{
    const int64_t train = m_rows[size_t(Split::Train)];
    const auto classes = preview.classes.size();
    auto& problems = preview.problems;
    if (problems.empty() && train == 0)
        problems.push_back({"There is no row to train on.", {}});
    if (classes == 1)
        problems.push_back(
            {"All texts have the same label, \"%1\". Telling classes apart needs two "
             "at least.",
             {shown(preview.classes.front().name)}});
    if (classes > kUsualClasses && static_cast<int64_t>(classes) * 2 > train)
        problems.push_back(
            {"The labels have %1 different values in %2 rows. Choose the column that "
             "holds the class.",
             {std::to_string(classes), std::to_string(train)}});
    if (m_badRowCount > 0 && !preview.spec.skipBadRows)
        problems.push_back(
            {"Rows that cannot be used: %1. Look at them, then correct the file or choose "
             "to skip them.",
             {std::to_string(m_badRowCount)}});
    const bool sorted = classes > 1 && m_labelChanges + 1 == static_cast<int64_t>(classes);
    if (sorted && train >= kRowsToTellOrder)
        preview.notes.push_back({"The training texts are sorted by class. They are shuffled for "
                                 "training and held out class by class, so that does no harm.",
                                 {}});
    noteRareClasses(preview);
}

void PreviewBuilder::noteRareClasses(DataPreview& preview)
{
    std::vector<std::string> rare;
    for (const ClassCount& entry : preview.classes)
        if (entry.train + entry.valid + entry.test == 1)
            rare.push_back(shown(entry.name));
    if (rare.empty() || preview.classes.size() < 2)
        return;
    preview.notes.push_back({"Classes with one text only, which cannot be learned: %1 (\"%2\").",
                             {std::to_string(rare.size()), rare.front()}});
}

} // namespace core
