#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/source/line_reader.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>

namespace core {

namespace {

constexpr std::string_view kFastTextMark = "__label__";
constexpr size_t kSampleLines = 2000;
/// More different first words than this are the beginnings of sentences,
constexpr size_t kMostClasses = 200;
/// and so are words if more than one in so many occurs once.
constexpr size_t kRareClasses = 10;
/// In fewer lines than this nothing repeats often.
constexpr size_t kFewLabelledLines = 40;

struct LabelledLine {
    std::string_view label;
    std::string_view text;
    bool marked = false; ///< The label was written with fastText's mark.
};

struct LabelFirstOptions {
    std::string labelPart = "auto";
};

const Schema<LabelFirstOptions>& labelFirstSchema()
{
    static const Schema<LabelFirstOptions> schema = Schema<LabelFirstOptions>().add(
        &LabelFirstOptions::labelPart,
        {.name = "label_part",
         .label = "Part of the label",
         .help = "Labels such as DESC:manner have a coarse part before the colon. Choose it if "
                 "each class has few texts, otherwise the whole label.",
         .choices = {{"auto", "Recognise"},
                     {"whole", "The whole label"},
                     {"coarse", "The part before the colon"}}});
    return schema;
}

/// "DESC:manner" is a coarse and a fine label, as in TREC's questions; "12:30" is none.
bool hasTwoParts(std::string_view label)
{
    const size_t colon = label.find(':');
    return colon != std::string_view::npos && colon > 0 && colon + 1 < label.size()
        && std::all_of(label.begin(), label.end(), [](unsigned char c) {
               return std::isalpha(c) != 0 || c == ':' || c == '_' || c == '-';
           });
}

/// The first word of the line and the rest; nothing for a line of one word.
std::optional<LabelledLine> labelAndText(std::string_view line)
{
    line = trimmed(line);
    const size_t end = line.find_first_of(" \t");
    if (end == std::string_view::npos)
        return std::nullopt;
    LabelledLine result{line.substr(0, end), trimmed(line.substr(end)), false};
    result.marked = result.label.starts_with(kFastTextMark);
    if (result.marked)
        result.label.remove_prefix(kFastTextMark.size());
    return result;
}

/// Each line is a label, white space and a text; fastText's "__label__" is taken off.
class LabelFirstFormat : public Format {
public:
    LabelFirstFormat(const LabelFirstOptions& options, const FormatSample& sample)
    {
        m_layout = labelAndTextLayout();
        size_t lines = 0, divisible = 0, marked = 0;
        std::map<std::string, int64_t, std::less<>> labels;
        for (const SampleFile& entry : sample.files)
            count(entry, lines, divisible, marked, labels);
        choosePart(options, labels, divisible);
        if (lines == 0)
            return;
        const double share = double(divisible) / double(lines);
        const auto once = static_cast<size_t>(std::count_if(
            labels.begin(), labels.end(), [](const auto& entry) { return entry.second == 1; }));
        const bool fewLabels = labels.size() <= kMostClasses
            && labels.size() <= std::max<size_t>(2, divisible / 10)
            && (lines < kFewLabelledLines || once * kRareClasses <= labels.size());
        if (marked * 10 >= lines * 9)
            m_fit = 0.99;
        else if (fewLabels && share >= 0.9) // Words that never repeat are hardly labels.
            // One word before all lines is less of a label than a table of columns is a table.
            m_fit = (labels.size() >= 2 && labels.size() < divisible ? 0.65 : 0.4) * share;
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        readLines(text, sink, [&](const Line& line) {
            if (!trimmed(line.text).empty())
                readLine(line, sink);
        });
    }

private:
    using LabelCounts = std::map<std::string, int64_t, std::less<>>;

    void choosePart(const LabelFirstOptions& options, LabelCounts& labels, size_t lines)
    {
        int64_t twoParts = 0;
        for (const auto& [label, count] : labels)
            twoParts += hasTwoParts(label) ? count : 0;
        const bool seen = twoParts > 0 && twoParts * 10 >= static_cast<int64_t>(lines) * 9;
        m_coarse = options.labelPart == "coarse" || (options.labelPart == "auto" && seen);
        m_selection = {"label_first", labelFirstSchema().toJson({m_coarse ? "coarse" : "whole"})};
        if (options.labelPart == "auto" && seen)
            m_notes.push_back({"The labels have a coarse and a fine part (\"%1\"): the coarse one "
                               "is the class. For the fine one set label_part to \"whole\".",
                               {shown(labels.begin()->first)}});
        LabelCounts classes;
        for (const auto& [label, count] : labels)
            classes[std::string(classOf(label))] += count;
        labels.swap(classes);
    }

    std::string_view classOf(std::string_view label) const
    {
        return m_coarse ? label.substr(0, label.find(':')) : label;
    }

    static void count(const SampleFile& entry, size_t& lines, size_t& divisible, size_t& marked,
                      LabelCounts& labels)
    {
        MemoryStream stream(entry.head);
        LineReader reader(stream);
        Line line;
        while (lines < kSampleLines && reader.next(line)) {
            if (trimmed(line.text).empty())
                continue;
            ++lines;
            marked += trimmed(line.text).starts_with(kFastTextMark) ? 1 : 0;
            const auto parts = labelAndText(line.text);
            if (!parts)
                continue;
            ++divisible;
            ++labels[std::string(parts->label)];
        }
    }

    void readLine(const Line& line, RecordSink& sink) const
    {
        const auto parts = labelAndText(line.text);
        if (!parts)
            sink.reject(line.number, {"There is no text after the label.", {}});
        else if (parts->marked && parts->text.starts_with(kFastTextMark))
            sink.reject(line.number, {"It has more than one label.", {}});
        else
            sink.add({line.number, {classOf(parts->label), parts->text}});
    }

    bool m_coarse = false; ///< The label ends before its colon.
};

} // namespace

FormatRegistry::Entry labelFirstFormat()
{
    return Format::entry<LabelFirstFormat>(
        {.id = "label_first",
         .title = "A label at the beginning of each line",
         .summary
         = "The first word of a line is its label, the rest the text: \"pos a fine film\". "
           "fastText's \"__label__pos a fine film\" and TREC's \"DESC:manner How did ...\" are "
           "read as well."},
        labelFirstSchema());
}

} // namespace core
