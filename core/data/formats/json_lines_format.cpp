#include "core/data/formats/column_guess.h"
#include "core/data/formats/format_registry.h"
#include "core/data/line_reader.h"
#include "core/data/utf8.h"

#include <algorithm>

namespace core {

namespace {

constexpr size_t kSampleRows = 1000;

struct JsonLinesOptions {
    std::string textField;
    std::string labelField;
};

const Schema<JsonLinesOptions>& jsonLinesSchema()
{
    static const Schema<JsonLinesOptions> schema
        = Schema<JsonLinesOptions>()
              .add(&JsonLinesOptions::textField,
                   {.name = "text_field",
                    .label = "Text field",
                    .help = "The wrong field is taken as text, or as source of a translation: name "
                            "the right one. Empty: recognised."})
              .add(&JsonLinesOptions::labelField,
                   {.name = "label_field",
                    .label = "Label field",
                    .help = "The wrong field is taken as label, or as target of a translation: "
                            "name the right one. Empty: recognised."});
    return schema;
}

/// The field that `name` means: of the object itself, or "translation.de" of an object inside.
const Json* fieldOf(const Json& object, const std::string& name)
{
    if (const auto found = object.find(name); found != object.end())
        return &*found;
    const size_t dot = name.find('.');
    if (dot == std::string::npos)
        return nullptr;
    const auto inner = object.find(name.substr(0, dot));
    if (inner == object.end() || !inner->is_object())
        return nullptr;
    const auto found = inner->find(name.substr(dot + 1));
    return found == inner->end() ? nullptr : &*found;
}

/// A field as a cell; lists and objects are shown as they are written.
std::string cellText(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_null() || value.is_structured())
        return {};
    return value.dump();
}

Json parsedLine(std::string_view line)
{
    return Json::parse(line.begin(), line.end(), nullptr, /*allow_exceptions=*/false);
}

/// One JSON object a line, with a field for the text and one for the label.
class JsonLinesFormat : public Format {
public:
    JsonLinesFormat(const JsonLinesOptions& options, const FormatSample& sample)
    {
        m_title = "JSON Lines";
        m_pairs = sample.rows != RowKind::LabelledText;
        m_tablesOnly = holdsTables(sample);
        std::vector<std::vector<std::string>> rows;
        size_t lines = 0;
        bool array = false;
        for (const SampleFile& entry : sample.files)
            if (reads(entry.file))
                takeSample(entry, rows, lines, array);
        for (auto& row : rows)
            row.resize(m_layout.columns.size());
        recogniseFields(options, rows);
        m_selection
            = {"json_lines",
               jsonLinesSchema().toJson({fieldAt(firstText()), fieldAt(m_layout.labelColumn)})};
        if (lines > 0)
            m_fit = m_bestFit * double(rows.size()) / double(lines);
        if (array)
            m_problems.push_back({"The file is one JSON list. JSON Lines needs one object a line, "
                                  "without commas between them (in pandas: to_json(path, "
                                  "orient=\"records\", lines=True)).",
                                  {}});
        if (array && rows.empty())
            m_fit = 0.95; // The sentence above helps more than "not recognised".
    }

    void read(const SourceFile&, ByteStream& text, RecordSink& sink) const override
    {
        LineReader lines(text);
        Line line;
        std::vector<std::string> cells(m_layout.columns.size());
        while (lines.next(line)) {
            if (line.tooLong)
                sink.reject(line.number, tooLongReason());
            else if (!trimmed(line.text).empty())
                readLine(line, cells, sink);
        }
    }

private:
    int64_t firstText() const
    {
        return m_layout.textColumns.empty() ? -1 : m_layout.textColumns.front();
    }
    std::string fieldAt(int64_t column) const
    {
        return column < 0 ? std::string() : m_layout.columns[static_cast<size_t>(column)];
    }

    /// Adds the rows of one head and the names of their fields.
    void takeSample(const SampleFile& entry, std::vector<std::vector<std::string>>& rows,
                    size_t& lines, bool& array)
    {
        const std::string_view head = trimmed(entry.head);
        array |= head.starts_with('[') && trimmed(head.substr(1)).starts_with('{');
        MemoryStream stream(entry.head);
        LineReader reader(stream);
        Line line;
        while (rows.size() < kSampleRows && reader.next(line)) {
            if (trimmed(line.text).empty())
                continue;
            ++lines;
            const Json object = parsedLine(line.text);
            if (object.is_object())
                rows.push_back(rowOf(object));
        }
    }

    std::vector<std::string> rowOf(const Json& object)
    {
        std::vector<std::string> row(m_layout.columns.size());
        for (const auto& [name, value] : object.items()) {
            // Pairs often stand in an object of their own: {"translation": {"de": ..., "en": ...}}.
            if (m_pairs && value.is_object())
                for (const auto& [inner, innerValue] : value.items())
                    setCell(row, name + "." + inner, innerValue);
            else
                setCell(row, name, value);
        }
        return row;
    }

    void setCell(std::vector<std::string>& row, const std::string& name, const Json& value)
    {
        const auto found = std::find(m_layout.columns.begin(), m_layout.columns.end(), name);
        const auto index = static_cast<size_t>(found - m_layout.columns.begin());
        if (found == m_layout.columns.end()) {
            m_layout.columns.push_back(name);
            row.emplace_back();
        }
        row[index] = cellText(value);
    }

    void recogniseFields(const JsonLinesOptions& options,
                         const std::vector<std::vector<std::string>>& rows)
    {
        guess(rows);
        if (!options.textField.empty())
            m_layout.textColumns = {columnNamed(options.textField)};
        if (!options.labelField.empty())
            m_layout.labelColumn = columnNamed(options.labelField);
        if (m_pairs && (m_layout.labelColumn < 0 || m_layout.textColumns.empty()))
            m_problems.push_back({"No two fields look like sentences and their translations. Name "
                                  "the fields of source and target.",
                                  {}});
    }

    void guess(const std::vector<std::vector<std::string>>& rows)
    {
        if (!m_pairs) {
            const ColumnGuess fields = guessColumns(m_layout.columns, rows, Names::AreMeant);
            m_layout.labelColumn = fields.labelColumn;
            if (!fields.textColumns.empty())
                m_layout.textColumns = {fields.textColumns.front()};
            return;
        }
        const PairGuess pair = guessPairColumns(m_layout.columns, rows, Names::AreMeant);
        m_layout.labelColumn = pair.target;
        if (pair.source >= 0)
            m_layout.textColumns = {pair.source};
        m_bestFit = pair.sentences ? 1.0 : pair.target >= 0 ? kSureFit - 0.1 : 0.45;
    }

    /// The field may occur later than in the sample.
    int64_t columnNamed(const std::string& name)
    {
        const auto found = std::find(m_layout.columns.begin(), m_layout.columns.end(), name);
        if (found != m_layout.columns.end())
            return found - m_layout.columns.begin();
        m_layout.columns.push_back(name);
        return static_cast<int64_t>(m_layout.columns.size()) - 1;
    }

    void readLine(const Line& line, std::vector<std::string>& cells, RecordSink& sink) const
    {
        if (Message fault = textFault(line.text); !fault.empty()) {
            sink.reject(line.number, std::move(fault));
            return;
        }
        const Json object = parsedLine(line.text);
        if (!object.is_object()) {
            sink.reject(line.number, {"It is not a JSON object.", {}});
            return;
        }
        Record record{line.number, {}};
        for (size_t i = 0; i < cells.size(); ++i) {
            const Json* found = fieldOf(object, m_layout.columns[i]);
            const bool missing = found == nullptr;
            if (missing && isUsed(static_cast<int64_t>(i))) {
                sink.reject(line.number, {"It has no field \"%1\".", {m_layout.columns[i]}});
                return;
            }
            cells[i] = missing ? std::string() : cellText(*found);
            record.cells.emplace_back(cells[i]);
        }
        sink.add(record);
    }

    bool isUsed(int64_t column) const
    {
        const auto& texts = m_layout.textColumns;
        return column == m_layout.labelColumn
            || std::find(texts.begin(), texts.end(), column) != texts.end();
    }

    bool m_pairs = false; ///< The text is the source, the label the target.
    double m_bestFit = 1.0; ///< When all lines are objects.
};

} // namespace

FormatRegistry::Entry jsonLinesFormat()
{
    return FormatRegistry::entry<JsonLinesOptions>(
        {.id = "json_lines",
         .title = "JSON Lines",
         .summary = "One JSON object a line, with a field for the text and one for the label.",
         .formula = {},
         .options = {},
         .tasks = {}},
        jsonLinesSchema(), [](const JsonLinesOptions& options, const FormatSample& sample) {
            return std::make_shared<const JsonLinesFormat>(options, sample);
        });
}

} // namespace core
