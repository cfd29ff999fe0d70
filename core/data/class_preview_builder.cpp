#include "core/data/cells/label_index.h"
#include "core/data/preview_builder.h"
#include "core/data/split.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kRowsToTellOrder = 20;

/// The preview of labelled texts.
class ClassPreviewBuilder : public PreviewBuilder {
public:
    void add(Split split, const TextRow& row) override;
    void finish(DataPreview& preview) override;

private:
    void countClasses(DataPreview& preview) const;
    void judgeClasses(DataPreview& preview) const;
    void noteOrder(DataPreview& preview) const;
    static void noteRareClasses(DataPreview& preview);

    LabelIndex m_labels;
    std::vector<std::array<int64_t, 3>> m_classRows; ///< By label, by split.
    int64_t m_labelChanges = 0; ///< Neighbours in train with different labels.
    int32_t m_lastLabel = -1;
};

void ClassPreviewBuilder::add(Split split, const TextRow& row)
{
    const auto known = m_labels.find(row.label);
    if (!known && split != Split::Train && rows(Split::Train) > 0) {
        reject(split, row.file, row.record.line,
               {"Its label \"%1\" does not occur in the training texts.",
                {shown(std::string(row.label))}});
        return;
    }
    if (!known && m_labels.names().size() >= kMostClasses) {
        reject(
            split, row.file, row.record.line,
            {"There are more than %1 different labels before it.", {std::to_string(kMostClasses)}});
        return;
    }
    const int32_t label = m_labels.add(row.label);
    m_classRows.resize(m_labels.names().size());
    ++m_classRows[static_cast<size_t>(label)][static_cast<size_t>(split)];
    count(split, row, textHash(row.text));
    if (split != Split::Train)
        return;
    m_labelChanges += m_lastLabel >= 0 && m_lastLabel != label ? 1 : 0;
    m_lastLabel = label;
}

void ClassPreviewBuilder::finish(DataPreview& preview)
{
    finishCommon(preview);
    countClasses(preview);
    judgeRows(preview);
    judgeClasses(preview);
    noteOrder(preview);
    noteRareClasses(preview);
}

/// Numbers after the split that loading will make.
void ClassPreviewBuilder::countClasses(DataPreview& preview) const
{
    const bool validGiven = rows(Split::Valid) > 0;
    const bool testGiven = rows(Split::Test) > 0;
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
        preview.trainRows = rows(Split::Train);
}

void ClassPreviewBuilder::judgeClasses(DataPreview& preview) const
{
    const auto classes = preview.classes.size();
    if (classes == 1 && rows(Split::Train) == 1)
        preview.problems.push_back({"There is only one row to train on: \"%1\". If it is the "
                                    "header of a table, the rows are missing.",
                                    {shown(preview.sampleTexts.front())}});
    else if (classes == 1)
        preview.problems.push_back(
            {"All texts have the same label, \"%1\". Classification needs at least two classes.",
             {shown(preview.classes.front().name)}});
    const auto train = static_cast<size_t>(rows(Split::Train));
    if (Message tooMany = tooManyClasses(classes, train); !tooMany.empty())
        preview.problems.push_back(std::move(tooMany));
}

void ClassPreviewBuilder::noteOrder(DataPreview& preview) const
{
    const auto classes = preview.classes.size();
    const bool sorted = classes > 1 && m_labelChanges + 1 == static_cast<int64_t>(classes);
    if (sorted && rows(Split::Train) >= kRowsToTellOrder)
        preview.notes.push_back(
            {"The training texts are sorted by class. This has no effect, because they are "
             "shuffled for training and held out class by class.",
             {}});
}

void ClassPreviewBuilder::noteRareClasses(DataPreview& preview)
{
    std::vector<std::string> rare;
    for (const ClassCount& entry : preview.classes)
        if (entry.train + entry.valid + entry.test == 1)
            rare.push_back(shown(entry.name));
    if (rare.empty() || preview.classes.size() < 2)
        return;
    preview.notes.push_back({"Classes with a single text, which cannot be learned: %1 (\"%2\").",
                             {std::to_string(rare.size()), rare.front()}});
}

} // namespace

std::unique_ptr<PreviewBuilder> makeClassPreviewBuilder()
{
    return std::make_unique<ClassPreviewBuilder>();
}

} // namespace core
