#include "core/data/formats/other_task.h"

#include "core/data/formats/tagged_lines.h"
#include "core/data/tokens.h"

namespace core {

Message otherTask(const FormatSample& sample)
{
    const std::vector<std::string> lines = sampleLines(sample);
    const char* kind = isConllU(lines)       ? "CoNLL-U"
        : isConll(lines)                     ? "CoNLL"
        : !taggedFiles(sample).lines.empty() ? "word/tag"
                                             : nullptr;
    if (!kind)
        return {};
    return {"%1 holds words with tags (%2), for the task that tags each word. Choose that task; "
            "the chosen one needs an answer for each text, such as a table with a text column and "
            "a label column.",
            {nameOf(sample), kind}};
}

Message missingTags(const FormatSample& sample)
{
    const FormatSample labelled{sample.files,
                                {"labels", {ColumnKind::Text, ColumnKind::Class}},
                                sample.parallel,
                                sample.monitor};
    const auto other = makeFormat({"auto", Json::object()}, labelled);
    if (other->fit() >= kSureFit)
        return {"%1 holds texts with a label each (%2), not words with tags. Choose the task that "
                "classifies texts, or drop words with tags: CoNLL columns, CoNLL-U or word/tag.",
                {nameOf(sample), other->title()}};
    return {"%1 was not recognised as words with tags. Each word needs a tag: one word and its "
            "tags per "
            "line with an empty line after each sentence (CoNLL, CoNLL-U), or one sentence per "
            "line with each word as word/tag.",
            {nameOf(sample)}};
}

namespace {

/// What the lines of a sample are made of.
struct LineCounts {
    size_t lines = 0, single = 0, words = 0;

    explicit LineCounts(const FormatSample& sample)
    {
        for (const std::string& line : sampleLines(sample)) {
            const size_t count = tokensOf(line).size();
            lines += count > 0 ? 1 : 0;
            single += count == 1 ? 1 : 0;
            words += count;
        }
    }
    bool areWords() const { return lines > 1 && single * 10 >= lines * 9; }
    bool areSentences() const { return lines > 0 && words >= 5 * lines; }
};

} // namespace

bool isRunningText(const FormatSample& sample)
{
    return LineCounts(sample).areSentences();
}

Message missingLabels(const FormatSample& sample)
{
    const LineCounts counts(sample);
    if (counts.areWords())
        return {"%1 is a list of words without labels. Put the words of each class into a file "
                "named after the class (names/Arabic.txt), or write the label beside each word.",
                {nameOf(sample)}};
    if (counts.areSentences())
        return {"%1 looks like running text without labels. Each text needs one: a label column in "
                "a table, a folder or a file for each class, or a label at the beginning of each "
                "line. If there are labels, choose the format and its columns; to learn to write "
                "such text, choose the task Language model.",
                {nameOf(sample)}};
    return {"No labels were found beside the texts. Each text needs one: a label column in a "
            "table, a folder or a file for each class, or a label at the beginning of each line. "
            "If there are labels, choose the format and its columns.",
            {}};
}

} // namespace core
