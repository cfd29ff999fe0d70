#include "core/data/formats/format_registry.h"
#include "core/data/line_reader.h"
#include "core/data/utf8.h"

#include <algorithm>
#include <map>
#include <optional>

namespace core {

namespace {

constexpr std::string_view kFastTextMark = "__label__";
constexpr size_t kSampleLines = 2000;
/// More different first words than this are the beginnings of sentences,
constexpr size_t kMostClasses = 200;
/// and so are words of which more than one in so many occurs once.
constexpr size_t kRareClasses = 10;
/// In fewer lines than this nothing repeats often.
constexpr size_t kFewLines = 40;

struct LabelledLine {
    std::string_view label;
    std::string_view text;
    bool marked = false; ///< The label was written with fastText's mark.
};

/// The first word of the line and the rest; nothing for a line of one word.
std::optional<LabelledLine> divided(std::string_view line)
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
    explicit LabelFirstFormat(const FormatSample& sample)
    {
        m_title = "A label at the beginning of each line";
        m_selection = {"label_first", Json::object()};
        m_layout = labelAndTextLayout();
        size_t lines = 0, divisible = 0, marked = 0;
        std::map<std::string, int64_t, std::less<>> labels;
        for (const SampleFile& entry : sample.files)
            count(entry, lines, divisible, marked, labels);
        if (lines == 0)
            return;
        const double share = double(divisible) / double(lines);
        const auto once = static_cast<size_t>(std::count_if(
            labels.begin(), labels.end(), [](const auto& entry) { return entry.second == 1; }));
        const bool fewLabels = labels.size() <= kMostClasses
            && labels.size() <= std::max<size_t>(2, divisible / 10)
            && (lines < kFewLines || once * kRareClasses <= labels.size());
        if (marked * 10 >= lines * 9)
            m_fit = 0.99;
        else if (fewLabels && share >= 0.9) // Words that never repeat are hardly labels.
            // One word before all lines is less of a label than a table of columns is a table.
            m_fit = (labels.size() >= 2 && labels.size() < divisible ? 0.65 : 0.4) * share;
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        LineReader lines(text);
        Line line;
        while (lines.next(line)) {
            if (line.tooLong)
                sink.reject(line.number, tooLongReason());
            else if (!trimmed(line.text).empty())
                readLine(line, sink);
        }
    }

private:
    static void count(const SampleFile& entry, size_t& lines, size_t& divisible, size_t& marked,
                      std::map<std::string, int64_t, std::less<>>& labels)
    {
        MemoryStream stream(entry.head);
        LineReader reader(stream);
        Line line;
        while (lines < kSampleLines && reader.next(line)) {
            if (trimmed(line.text).empty())
                continue;
            ++lines;
            marked += trimmed(line.text).starts_with(kFastTextMark) ? 1 : 0;
            const auto parts = divided(line.text);
            if (!parts)
                continue;
            ++divisible;
            ++labels[std::string(parts->label)];
        }
    }

    static void readLine(const Line& line, RecordSink& sink)
    {
        const auto parts = divided(line.text);
        if (!parts)
            sink.reject(line.number, {"There is no text behind the label.", {}});
        else if (parts->marked && parts->text.starts_with(kFastTextMark))
            sink.reject(line.number, {"It has more than one label.", {}});
        else
            sink.add({line.number, {parts->label, parts->text}});
    }
};

} // namespace

FormatRegistry::Entry labelFirstFormat()
{
    return FormatRegistry::entry<NoOptions>(
        {.id = "label_first",
         .title = "A label at the beginning of each line",
         .summary
         = "The first word of a line is its label, the rest the text: \"pos a fine film\". "
           "fastText's \"__label__pos a fine film\" is read as well.",
         .formula = {},
         .options = {},
         .tasks = {"classification"}},
        Schema<NoOptions>(), [](const NoOptions&, const FormatSample& sample) {
            return std::make_shared<const LabelFirstFormat>(sample);
        });
}

} // namespace core
