#include "core/data/cells/cell_text.h"
#include "core/data/cells/label_index.h"
#include "core/data/preview_builder.h"
#include "core/metric/tag_scheme.h"

#include <algorithm>

namespace core {

namespace {

constexpr size_t kShownRows = 20;

/// The preview of tagged words: of tags it counts tokens, as they stand in the files.
class TagPreviewBuilder : public PreviewBuilder {
public:
    void add(Split split, const TextRow& row) override
    {
        const auto tags = tokensOf(row.label);
        for (const std::string_view tag : tags) {
            if (!m_tags.find(tag) && m_tags.names().size() >= kMostTags) {
                reject(split, row.file, row.record.line, tooManyTags());
                return;
            }
            const int32_t index = m_tags.add(tag);
            m_counts.resize(m_tags.names().size());
            ++m_counts[static_cast<size_t>(index)][static_cast<size_t>(split)];
        }
        count(split, row, textHash(row.label, textHash(row.text)));
    }

    void finish(DataPreview& preview) override
    {
        finishCommon(preview);
        countRows(preview);
        judgeRows(preview);
        for (size_t i = 0; i < m_counts.size(); ++i)
            preview.classes.push_back(
                {m_tags.names()[i], m_counts[i][0], m_counts[i][1], m_counts[i][2]});
        std::sort(preview.classes.begin(), preview.classes.end(),
                  [](const ClassCount& a, const ClassCount& b) { return a.name < b.name; });
        preview.tagScheme = std::string(tagSchemeName(tagSchemeOf(m_tags.names())));
        if (preview.classes.size() == 1)
            preview.problems.push_back(
                {"All words have the same tag, \"%1\". Choose the column that holds the tags.",
                 {shown(preview.classes.front().name)}});
        noteUnlearnable(preview);
        takeRows(preview);
    }

private:
    /// Some of the samples, spread as they are.
    static void takeRows(DataPreview& preview)
    {
        const size_t count = std::min(kShownRows, preview.sampleTexts.size());
        for (size_t i = 0; i < count; ++i) {
            const size_t row = i * preview.sampleTexts.size() / count;
            const auto tokens = tokensOf(preview.sampleTexts[row]);
            const auto tags = tokensOf(preview.sampleLabels[row]);
            if (tokens.size() != tags.size()) // Cut off: it is longer than a sample may be.
                continue;
            preview.taggedRows.push_back(
                {{tokens.begin(), tokens.end()},
                 {tags.begin(), tags.end()},
                 preview.tagScheme.empty() ? std::vector<TagSpan>() : tagSpans(tags)});
        }
    }

    /// A network cannot give tags that it never saw.
    void noteUnlearnable(DataPreview& preview) const
    {
        std::vector<std::string> unseen;
        for (const ClassCount& tag : preview.classes)
            if (tag.train == 0 && rows(Split::Train) > 0)
                unseen.push_back(tag.name);
        if (!unseen.empty())
            preview.notes.push_back(unseenTags(unseen));
    }

    LabelIndex m_tags;
    std::vector<std::array<int64_t, 3>> m_counts; ///< Tokens by tag, by split.
};

} // namespace

std::unique_ptr<PreviewBuilder> makeTagPreviewBuilder()
{
    return std::make_unique<TagPreviewBuilder>();
}

} // namespace core
