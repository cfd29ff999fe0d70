#include "core/data/formats/format.h"
#include "core/data/source/line_reader.h"

#include <algorithm>

namespace core {

namespace {

/// Running text: every line is a row as it stands, blank ones too.
class LinesFormat : public Format {
public:
    explicit LinesFormat(const FormatSample& sample)
    {
        m_selection = {"lines", Json::object()};
        m_layout = {.columns = {"text"}, .textColumns = {0}, .running = true};
        const bool table
            = std::any_of(sample.files.begin(), sample.files.end(),
                          [](const SampleFile& entry) { return namesTable(entry.file.name); });
        constexpr double kTable = 0.35, kAnyLines = 0.5, kSentences = 1.0;
        m_fit = table ? kTable : isRunningText(sample) ? kSentences : kAnyLines;
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        readLines(text, sink, [&](const Line& line) { sink.add({line.number, {line.text}}); });
    }
};

} // namespace

FormatRegistry::Entry linesFormat()
{
    return Format::entry<LinesFormat>(
        {.id = "lines",
         .title = "Running text",
         .summary = "A book, a play, or one sentence per line: every line is read as it is, blank "
                    "ones too, because they are part of the text."});
}

} // namespace core
