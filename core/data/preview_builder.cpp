#include "core/data/preview_builder.h"

#include "core/data/cells/cell_text.h"
#include "core/data/split.h"

#include <algorithm>

#define XXH_INLINE_ALL // The hash is header-only then; its library need not be there at run time.
#include <xxhash.h>

namespace core {

namespace {

constexpr size_t kRows = 50;
constexpr size_t kCellBytes = 4096;
constexpr size_t kSamples = 1000;
constexpr size_t kSampleBytes = 65536; ///< The limit for one text,
constexpr size_t kMostSampleBytes = size_t{1} << 25; ///< and of all of them.
constexpr size_t kBadRows = 1000;
/// Texts among which duplicates are looked for; a packed file of a few MB may hold far more rows.
constexpr size_t kMostHashes = size_t{1} << 24;

/// Texts without an answer, or with an answer that needs no statistics.
class TextPreviewBuilder : public PreviewBuilder {
public:
    void add(Split split, const TextRow& row) override
    {
        count(split, row, textHash(row.label, textHash(row.text)));
    }
    void finish(DataPreview& preview) override
    {
        finishCommon(preview);
        countRows(preview);
        judgeRows(preview);
    }
};

} // namespace

std::unique_ptr<PreviewBuilder> makeTextPreviewBuilder()
{
    return std::make_unique<TextPreviewBuilder>();
}

std::unique_ptr<PreviewBuilder> makePreviewBuilder(const TaskColumns& columns)
{
    if (!columns.answer())
        return makeTextPreviewBuilder();
    switch (*columns.answer()) {
    case ColumnKind::Class:
        return makeClassPreviewBuilder();
    case ColumnKind::Text:
        return makePairPreviewBuilder();
    case ColumnKind::Number:
        return makeNumberPreviewBuilder();
    case ColumnKind::Tags:
        return makeTagPreviewBuilder();
    case ColumnKind::Tokens:
    case ColumnKind::Spans:
        break;
    }
    return makeTextPreviewBuilder();
}

uint64_t textHash(std::string_view text, uint64_t seed)
{
    return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

void PreviewBuilder::count(Split split, const TextRow& row, uint64_t hash)
{
    const int64_t index = m_rows[static_cast<size_t>(split)]++;
    m_lengths.add(countTokens(row.text));
    m_textBytes += static_cast<int64_t>(row.text.size());
    if (row.text.find_first_not_of(" \t\r\n") != std::string_view::npos)
        keepHash(split, hash);
    if (m_firstRows.size() < kRows)
        keepRow(row.record);
    if (split == Split::Train && index % m_sampleStride == 0)
        keepSample(row);
}

/// Blank texts do not count: blank lines of running text repeat without being copies.
void PreviewBuilder::keepHash(Split split, uint64_t hash)
{
    auto& hashes = split == Split::Train ? m_trainHashes : m_otherHashes;
    m_moreHashes |= hashes.size() == kMostHashes;
    if (hashes.size() < kMostHashes)
        hashes.push_back(hash);
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

/// Thins out by half when there are twice as many as wanted, or when they are very long: what stays
/// is spread evenly.
void PreviewBuilder::keepSample(const TextRow& row)
{
    const auto bytes
        = [](const auto& sample) { return sample.first.size() + sample.second.size(); };
    m_samples.emplace_back(cutText(row.text, kSampleBytes), cutText(row.label, kSampleBytes));
    m_sampleBytes += bytes(m_samples.back());
    if (m_samples.size() < 2 * kSamples && m_sampleBytes < kMostSampleBytes)
        return;
    for (size_t i = 1; 2 * i < m_samples.size(); ++i)
        m_samples[i] = std::move(m_samples[2 * i]);
    m_samples.resize((m_samples.size() + 1) / 2);
    m_sampleBytes = 0;
    for (const auto& sample : m_samples)
        m_sampleBytes += bytes(sample);
    m_sampleStride *= 2;
}

void PreviewBuilder::finishCommon(DataPreview& preview)
{
    preview.rows = std::move(m_firstRows);
    preview.lengths = m_lengths.histogram();
    preview.textBytes = m_textBytes;
    preview.badRowCount = m_badRowCount;
    preview.badRows = std::move(m_badRows);
    // A file that cannot be read is why columns are missing.
    preview.problems.insert(preview.problems.begin(), m_problems.begin(), m_problems.end());
    preview.notes.insert(preview.notes.end(), m_notes.begin(), m_notes.end());
    if (m_moreHashes)
        preview.notes.push_back({"Duplicates were looked for among the first %1 texts only.",
                                 {std::to_string(kMostHashes)}});
    countDuplicates(preview);
    takeSamples(preview);
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

void PreviewBuilder::countRows(DataPreview& preview) const
{
    const int64_t valid = rows(Split::Valid), test = rows(Split::Test);
    const SplitCounts taken
        = splitCounts(rows(Split::Train), valid > 0 ? 0.0 : preview.spec.validFraction,
                      test > 0 ? 0.0 : preview.spec.testFraction);
    preview.trainRows = taken.train;
    preview.validRows = valid + taken.valid;
    preview.testRows = test + taken.test;
}

void PreviewBuilder::judgeRows(DataPreview& preview) const
{
    if (preview.problems.empty() && rows(Split::Train) == 0)
        preview.problems.push_back({"There is no row to train on.", {}});
    if (m_badRowCount > 0 && !preview.spec.skipBadRows)
        preview.problems.push_back({"Rows that cannot be used: %1. Check them, then correct the "
                                    "file or choose to skip bad rows.",
                                    {std::to_string(m_badRowCount)}});
}

} // namespace core
