#include "core/data/formats/json_rows.h"

#include "core/base/read_json.h"
#include "core/data/cells/cell_text.h"
#include "core/data/formats/column_guess.h"
#include "core/data/formats/delimited_options.h"

#include <algorithm>
#include <cctype>
#include <optional>

namespace core {

namespace {

constexpr size_t kSampleRows = 1000;
/// Rows that each have fields of their own would else be columns without end.
constexpr size_t kMostFields = 200;
/// Objects inside objects beyond this depth are no fields.
constexpr int kDeepestField = 4;

/// `text` with NaN, Infinity and -Infinity outside strings as null.
std::string withoutNotNumbers(std::string_view text)
{
    std::string result;
    bool inString = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString && c == '\\' && i + 1 < text.size()) {
            result += c;
            result += text[++i];
            continue;
        }
        inString ^= c == '"';
        size_t length = 0;
        if (!inString)
            for (const std::string_view word : {"NaN", "Infinity", "-Infinity"})
                if (text.substr(i).starts_with(word))
                    length = word.size();
        result += length > 0 ? std::string_view("null") : text.substr(i, 1);
        i += length > 0 ? length - 1 : 0;
    }
    return result;
}

/// The field that `name` means: of the object itself, or "translation.de" of an object inside.
const Json* fieldOf(const Json& object, std::string_view name)
{
    if (!object.is_object())
        return nullptr;
    if (const auto found = object.find(std::string(name)); found != object.end())
        return &*found;
    for (size_t dot = name.find('.'); dot != name.npos; dot = name.find('.', dot + 1)) {
        const auto inner = object.find(std::string(name.substr(0, dot)));
        if (inner == object.end())
            continue;
        if (const Json* found = fieldOf(*inner, name.substr(dot + 1)))
            return found;
    }
    return nullptr;
}

/// A field as a cell: a list of words becomes a text, other lists and objects are left out.
std::string cellText(const Json& value)
{
    if (value.is_string())
        return value.get<std::string>();
    if (value.is_array()) {
        std::string joined;
        for (const Json& each : value) {
            if (each.is_structured())
                return {};
            joined += (joined.empty() ? "" : " ") + cellText(each);
        }
        return joined;
    }
    return value.is_null() || value.is_object() ? std::string() : value.dump();
}

/// Advice when a field was not found; %1 lists the existing ones.
Message missingField(const TaskColumns& wanted, bool noAnswer)
{
    if (wanted.arePairs())
        return {"No two fields look like sentences and their translations. Name the fields of "
                "source and target; there are: %1.",
                {}};
    if (!noAnswer)
        return {"No field looks like a text. Name the field of the text; there are: %1.", {}};
    if (wanted.answers(ColumnKind::Number))
        return {"No field looks like a number. Name the field of the number; there are: %1.", {}};
    return {
        "No field looks like a label (few different short values). Name the field of the label; "
        "there are: %1.",
        {}};
}

} // namespace

const Schema<JsonFields>& jsonFieldsSchema()
{
    static const Schema<JsonFields> schema
        = Schema<JsonFields>()
              .add(&JsonFields::textField,
                   {.name = "text_field",
                    .label = "Text field",
                    .help = "If the wrong field is used as the text, or as the source of a "
                            "translation, name the right one; a field of a nested object as "
                            "review.body. Empty: recognised."})
              .add(&JsonFields::labelField,
                   {.name = "label_field",
                    .label = "Label field",
                    .help = "If the wrong field is used as the label, or as the target of a "
                            "translation, name the right one. Empty: recognised."});
    return schema;
}

Json parsedJson(std::string_view text)
{
    // How long a text may be is for its reader to say.
    constexpr JsonLimits kLimits{UINT64_MAX, 100, 100'000'000};
    JsonReading reading = readJson(text, kLimits);
    if (!reading.value && (text.find("NaN") != text.npos || text.find("Infinity") != text.npos))
        reading = readJson(withoutNotNumbers(text), kLimits);
    return reading.value ? *std::move(reading.value) : Json(Json::value_t::discarded);
}

JsonRowsFormat::JsonRowsFormat(const FormatSample& sample) : m_wanted(sample.columns)
{
    m_tablesOnly = holdsTables(sample);
}

bool JsonRowsFormat::enoughRows() const
{
    return m_rows.size() >= kSampleRows;
}

bool JsonRowsFormat::takeRow(const Json& row)
{
    const bool nested = row.is_array() && std::any_of(row.begin(), row.end(), [](const Json& cell) {
                            return cell.is_structured();
                        });
    const Json object = asObject(row);
    if (!object.is_object() || nested)
        return false;
    m_rows.emplace_back(m_layout.columns.size());
    addFields(object, {}, m_rows.back());
    return true;
}

/// A row that is a list has columns instead of fields.
Json JsonRowsFormat::asObject(const Json& row) const
{
    if (!row.is_array())
        return row;
    Json object = Json::object();
    for (size_t i = 0; i < std::min(row.size(), kMostFields); ++i)
        object[i < m_arrayColumns.size() ? m_arrayColumns[i] : "column " + std::to_string(i + 1)]
            = row[i];
    return object;
}

/// Texts and pairs often stand in an object of their own: {"translation": {"de": ..., "en": ...}}.
void JsonRowsFormat::addFields(const Json& object, const std::string& prefix,
                               std::vector<std::string>& row)
{
    const auto depth = std::count(prefix.begin(), prefix.end(), '.');
    for (const auto& [name, value] : object.items()) {
        if (value.is_object() && depth < kDeepestField)
            addFields(value, prefix + name + ".", row);
        else
            setCell(row, prefix + name, value);
    }
}

void JsonRowsFormat::setCell(std::vector<std::string>& row, const std::string& name,
                             const Json& value)
{
    const auto found = std::find(m_layout.columns.begin(), m_layout.columns.end(), name);
    const auto index = static_cast<size_t>(found - m_layout.columns.begin());
    if (found == m_layout.columns.end()) {
        m_tooManyFields |= index == kMostFields;
        if (index == kMostFields)
            return;
        m_layout.columns.push_back(name);
        row.emplace_back();
    }
    row[index] = std::string(cutText(cellText(value), kLongestSampleCell));
}

JsonFields JsonRowsFormat::chosenFields() const
{
    const auto name = [this](int64_t column) {
        return column < 0 ? std::string() : m_layout.columns[static_cast<size_t>(column)];
    };
    const auto& texts = m_layout.textColumns;
    return {texts.empty() ? std::string() : name(texts.front()), name(m_layout.labelColumn)};
}

void JsonRowsFormat::recogniseFields(const JsonFields& fields)
{
    guess();
    if (!fields.textField.empty())
        m_layout.textColumns = {columnNamed(fields.textField)};
    if (!fields.labelField.empty())
        m_layout.labelColumn = columnNamed(fields.labelField);
    if (m_tooManyFields)
        m_notes.push_back({"The rows have more than %1 different fields; those that come later are "
                           "left out.",
                           {std::to_string(kMostFields)}});
    if (Message several = candidatesNote(m_guess, m_wanted, m_layout.columns, AnswerOption::Field);
        fields.labelField.empty() && !several.empty())
        m_notes.push_back(std::move(several));
    const bool noLabel = m_wanted.answer() && m_layout.labelColumn < 0;
    if (!noLabel && !m_layout.textColumns.empty())
        return;
    m_problems.push_back(missingField(m_wanted, noLabel));
    m_problems.back().arguments = {shown(listed(m_layout.columns), 400)};
}

void JsonRowsFormat::guess()
{
    for (auto& row : m_rows)
        row.resize(m_layout.columns.size());
    m_guess = guessColumns(m_wanted, m_layout.columns, m_rows, Names::AreMeant);
    m_layout.labelColumn = m_guess.labelColumn;
    m_layout.namedLabel = m_guess.named;
    m_layout.manyNumbers = m_guess.manyNumbers;
    if (!m_guess.textColumns.empty()) // One field is read.
        m_layout.textColumns
            = {m_guess.mainText >= 0 ? m_guess.mainText : m_guess.textColumns.front()};
    if (m_wanted.arePairs())
        m_bestFit = m_guess.sure ? 1.0 : m_guess.labelColumn >= 0 ? kSureFit - 0.1 : 0.45;
    m_rows.clear();
}

/// The field may occur later than in the sample.
int64_t JsonRowsFormat::columnNamed(const std::string& name)
{
    const auto found = std::find(m_layout.columns.begin(), m_layout.columns.end(), name);
    if (found != m_layout.columns.end())
        return found - m_layout.columns.begin();
    if (const auto column = columnMeant(name, m_layout.columns)) // Rows that are lists.
        return *column;
    m_layout.columns.push_back(name);
    return static_cast<int64_t>(m_layout.columns.size()) - 1;
}

void JsonRowsFormat::deliver(int64_t line, const Json& row, std::vector<std::string>& cells,
                             RecordSink& sink) const
{
    const Json list = row.is_array() ? asObject(row) : Json();
    const Json& object = row.is_array() ? list : row;
    if (!object.is_object()) {
        sink.reject(line, {"It is not a JSON object.", {}});
        return;
    }
    cells.resize(m_layout.columns.size());
    Record record{line, {}};
    for (size_t i = 0; i < cells.size(); ++i) {
        const Json* found = fieldOf(object, m_layout.columns[i]);
        if (!found && m_layout.isUsed(static_cast<int64_t>(i))) {
            sink.reject(line, {"It has no field \"%1\".", {m_layout.columns[i]}});
            return;
        }
        cells[i] = found ? cellText(*found) : std::string();
        record.cells.emplace_back(cells[i]);
    }
    sink.add(record);
}

} // namespace core
