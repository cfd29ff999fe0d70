#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/formats/json_rows.h"
#include "core/data/source/line_reader.h"

namespace core {

namespace {

/// One JSON object a line, with a field for the text and one for the label.
class JsonLinesFormat : public JsonRowsFormat {
public:
    JsonLinesFormat(const JsonFields& fields, const FormatSample& sample) : JsonRowsFormat(sample)
    {
        size_t lines = 0, rows = 0;
        for (const SampleFile& entry : sample.files)
            if (reads(entry.file)) {
                sample.monitor.throwIfStopped();
                takeSample(entry, lines, rows);
            }
        recogniseFields(fields);
        m_selection = {"json_lines", jsonFieldsSchema().toJson(chosenFields())};
        // One line alone may be a document.
        if (lines > 0)
            m_fit = m_bestFit * (lines == 1 ? 0.94 : 1.0) * double(rows) / double(lines);
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        std::vector<std::string> cells;
        readLines(text, sink, [&](const Line& line) {
            if (Message fault = textFault(line.text); !fault.empty())
                sink.reject(line.number, std::move(fault));
            else if (!trimmed(line.text).empty())
                deliver(line.number, parsedJson(line.text), cells, sink);
        });
    }

private:
    /// Takes the rows of one head.
    void takeSample(const SampleFile& entry, size_t& lines, size_t& rows)
    {
        MemoryStream stream(entry.head);
        LineReader reader(stream);
        Line line;
        while (!enoughRows() && reader.next(line)) {
            if (trimmed(line.text).empty())
                continue;
            ++lines;
            rows += takeRow(parsedJson(line.text)) ? 1 : 0;
        }
    }
};

} // namespace

FormatRegistry::Entry jsonLinesFormat()
{
    return Format::entry<JsonLinesFormat>(
        {.id = "json_lines",
         .title = "JSON Lines",
         .summary = "One JSON object per line, with a field for the text and one for the label."},
        jsonFieldsSchema());
}

} // namespace core
