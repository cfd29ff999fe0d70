#include "core/data/cells/cell_text.h"
#include "core/data/formats/format.h"
#include "core/data/formats/json_rows.h"
#include "core/data/source/json_stream.h"

#include <algorithm>
#include <cctype>

namespace core {

namespace {

/// A document that is written column by column has to be in memory whole.
constexpr size_t kLargestColumns = size_t{256} << 20;

struct JsonDocumentOptions {
    std::string textField;
    std::string labelField;
    std::string written = "auto";
    std::string records;
};

const Schema<JsonDocumentOptions>& jsonDocumentSchema()
{
    static const Schema<JsonDocumentOptions> schema = [] {
        const auto& fields = jsonFieldsSchema().options();
        return Schema<JsonDocumentOptions>()
            .add(&JsonDocumentOptions::textField, fields[0])
            .add(&JsonDocumentOptions::labelField, fields[1])
            .add(&JsonDocumentOptions::written,
                 {.name = "written",
                  .label = "Written",
                  .help = "Whether the document contains one object after another, or one list of "
                          "values for each column as written by to_json() of pandas.",
                  .choices = {{"auto", "Recognise"},
                              {"rows", "Row by row"},
                              {"columns", "Column by column"}}})
            .add(&JsonDocumentOptions::records,
                 {.name = "records",
                  .label = "Path to the rows",
                  .help = "If the wrong list is read, give the keys that lead to the right one, "
                          "as in data.items. Empty: recognised, or the document itself."});
    }();
    return schema;
}

bool isScalars(const Json& container)
{
    return container.is_structured()
        && std::none_of(container.begin(), container.end(),
                        [](const Json& value) { return value.is_structured(); });
}

/// A list with a value a row, or an object with one for each row's number.
bool isColumn(const Json& value)
{
    if (value.is_array())
        return isScalars(value) && !value.empty();
    return value.is_object() && isScalars(value) && !value.empty() && isDigits(value.begin().key());
}

bool isRows(const Json& value)
{
    return value.is_array() && !value.empty()
        && std::all_of(value.begin(), value.end(), [](const Json& row) {
               return row.is_object() || (row.is_array() && isScalars(row));
           });
}

/// {"0": {"text": ...}, "1": {"text": ...}}: rows by their numbers or names, all with like keys.
bool isRowsByName(const Json& value)
{
    if (!value.is_object() || value.size() < 2 || !value.front().is_object())
        return false;
    const Json& first = value.front();
    return std::all_of(value.begin(), std::prev(value.end()), [&](const Json& row) {
        return row.is_object() && row.size() == first.size()
            && row.begin().key() == first.begin().key();
    });
}

/// How a document holds its rows.
struct Shape {
    enum class Kind { None, Rows, Columns } kind = Kind::None;
    std::vector<std::string> path{};
    size_t count = 0; ///< Rows seen.
};

/// The longest list of rows, at most a few keys deep.
void findRows(const Json& value, const std::vector<std::string>& path, Shape& best)
{
    constexpr size_t kDeepest = 4;
    if (isRows(value) && value.size() > best.count)
        best = {Shape::Kind::Rows, path, value.size()};
    if (!value.is_object() || path.size() >= kDeepest)
        return;
    for (const auto& [key, inner] : value.items()) {
        if (key.empty() || key.find('.') != std::string::npos) // No path could name it.
            continue;
        std::vector<std::string> longer = path;
        longer.push_back(key);
        findRows(inner, longer, best);
    }
}

Shape shapeOf(const Json& document)
{
    const bool columns = document.is_object() && !document.empty()
        && std::all_of(document.begin(), document.end(), isColumn);
    if (columns)
        return {Shape::Kind::Columns, {}, 0};
    Shape best;
    findRows(document, {}, best);
    if (best.kind == Shape::Kind::None && isRowsByName(document))
        return {Shape::Kind::Rows, {}, document.size()};
    return best;
}

std::vector<std::string> keysOf(const std::string& path)
{
    std::vector<std::string> keys;
    for (size_t begin = 0; begin < path.size();) {
        const size_t end = std::min(path.find('.', begin), path.size());
        keys.push_back(path.substr(begin, end - begin));
        begin = end + 1;
    }
    return keys;
}

std::string pathOf(const std::vector<std::string>& keys)
{
    std::string path;
    for (const std::string& key : keys)
        path += (path.empty() ? "" : ".") + key;
    return path;
}

/// The rows of a document that is written column by column.
class ColumnsOfDocument {
public:
    explicit ColumnsOfDocument(const Json& document) : m_document(document)
    {
        for (const auto& [name, column] : document.items())
            m_count = column.is_structured() ? std::max(m_count, column.size()) : m_count;
        for (const auto& [name, column] : document.items())
            m_cells.push_back(column.begin());
    }
    size_t count() const { return m_count; }

    /// Rows come in order: each call gives the next one.
    Json next()
    {
        Json row = Json::object();
        size_t i = 0;
        for (const auto& [name, column] : m_document.items()) {
            auto& cell = m_cells[i++];
            if (column.is_structured() && cell != column.end())
                row[name] = *cell++;
        }
        return row;
    }

private:
    const Json& m_document;
    size_t m_count = 0;
    std::vector<Json::const_iterator> m_cells; ///< The next cell of each column.
};

/// A JSON document: a list of objects, such a list inside, or lists that are columns.
class JsonDocumentFormat : public JsonRowsFormat {
public:
    JsonDocumentFormat(const JsonDocumentOptions& options, const FormatSample& sample)
        : JsonRowsFormat(sample)
    {
        m_columns = options.written == "columns";
        m_path = keysOf(options.records);
        bool found = false, whole = true;
        for (const SampleFile& entry : sample.files)
            if (reads(entry.file) && entry.headKnown && !enoughRows()) {
                sample.monitor.throwIfStopped();
                found |= takeSample(entry, options);
                whole &= entry.whole;
            }
        recogniseFields({options.textField, options.labelField});
        if (m_columns && !whole && !m_problems.empty())
            m_problems.push_back({"The file is written column by column, and its beginning does "
                                  "not show all columns. Name both fields, or write it row by row "
                                  "(in pandas: to_json(path, orient=\"records\", lines=True)).",
                                  {}});
        const JsonFields fields = chosenFields();
        m_selection
            = {"json_document",
               jsonDocumentSchema().toJson({fields.textField, fields.labelField,
                                            m_columns ? "columns" : "rows", pathOf(m_path)})};
        m_fit = found ? 0.95 * m_bestFit : 0.0;
    }

    void read(const SourceFile& file, ByteStream& text, RecordSink& sink) const override
    {
        if (m_columns)
            readColumns(file, text, sink);
        else
            readRows(file, text, sink);
    }

private:
    /// Takes the rows of one head and, from the first, the shape.
    bool takeSample(const SampleFile& entry, const JsonDocumentOptions& options)
    {
        const Json document = parsedJson(closedJson(entry.head));
        const Shape shape = shapeOf(document);
        if (document.is_discarded()
            || (shape.kind == Shape::Kind::None && options.written == "auto"))
            return false;
        if (options.written == "auto")
            m_columns = shape.kind == Shape::Kind::Columns;
        if (m_path.empty() && !m_columns)
            m_path = shape.path;
        takeNames(document);
        bool any = false;
        if (m_columns) {
            ColumnsOfDocument columns(document);
            for (size_t i = 0; i < columns.count() && !enoughRows(); ++i)
                any |= takeRow(columns.next());
            return any;
        }
        const Json* rows = &document;
        for (const std::string& key : m_path)
            rows = rows->is_object() && rows->contains(key) ? &rows->at(key) : &emptyRows();
        for (const Json& row : *rows)
            if (!enoughRows())
                any |= takeRow(row);
        return any;
    }

    static const Json& emptyRows()
    {
        static const Json rows = Json::array();
        return rows;
    }

    /// pandas names the columns of orient="split" beside the rows.
    void takeNames(const Json& document)
    {
        if (!document.is_object() || !document.contains("columns")
            || !isScalars(document["columns"]))
            return;
        for (const Json& name : document["columns"])
            m_arrayColumns.push_back(name.is_string() ? name.get<std::string>() : name.dump());
    }

    void readRows(const SourceFile& file, ByteStream& text, RecordSink& sink) const
    {
        JsonElements elements(text, m_path);
        JsonElements::Element element;
        std::vector<std::string> cells;
        while (elements.next(element)) {
            if (element.tooLong)
                sink.reject(element.line, tooLongReason());
            else if (Message fault = textFault(element.text); !fault.empty())
                sink.reject(element.line, std::move(fault));
            else
                deliver(element.line, parsedJson(element.text), cells, sink);
        }
        if (!elements.isWhole())
            sink.refuseFile(
                {"%1 is not a JSON document with rows in \"%2\": reading stopped in line %3.",
                 {file.shownName, pathOf(m_path), std::to_string(elements.line())}},
                {"It may be truncated, or its rows may be elsewhere: check that line.", {}});
    }

    void readColumns(const SourceFile& file, ByteStream& text, RecordSink& sink) const
    {
        std::string content;
        for (std::string_view block = text.next(); !block.empty(); block = text.next()) {
            content += block;
            if (content.size() > kLargestColumns) {
                sink.refuseFile({"%1 is written column by column and larger than %2 MB.",
                                 {file.shownName, std::to_string(kLargestColumns >> 20)}},
                                {"Write it row by row (in pandas: to_json(path, "
                                 "orient=\"records\", lines=True)).",
                                 {}});
                return;
            }
        }
        const Json document = parsedJson(content);
        if (!document.is_object()) {
            sink.refuseFile({"%1 is not a JSON document.", {file.shownName}},
                            {"It may be truncated: check its end.", {}});
            return;
        }
        ColumnsOfDocument columns(document);
        std::vector<std::string> cells;
        for (size_t i = 0; i < columns.count(); ++i)
            deliver(static_cast<int64_t>(i) + 1, columns.next(), cells, sink);
    }

    bool m_columns = false;
    std::vector<std::string> m_path; ///< To the rows.
};

} // namespace

FormatRegistry::Entry jsonDocumentFormat()
{
    return Format::entry<JsonDocumentFormat>(
        {.id = "json_document",
         .title = "JSON document",
         .summary = "A list of objects with a field for the text and one for the label, such a "
                    "list inside an object, or a list for each column, as pandas writes."},
        jsonDocumentSchema());
}

} // namespace core
