#pragma once

#include "core/base/json.h"
#include "core/base/schema.h"
#include "core/data/formats/column_guess.h"
#include "core/data/formats/format.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Which fields of JSON objects hold the text and the answer (TaskColumns). A field of an object
/// inside is named with a dot: "review.body".
struct JsonFields {
    std::string textField;
    std::string labelField;
};
const Schema<JsonFields>& jsonFieldsSchema();

/// A row as JSON, or a value that is no object. NaN and Infinity, which Python's json.dumps writes
/// though JSON has no such numbers, become null.
Json parsedJson(std::string_view text);

/// Formats whose rows are JSON objects.
class JsonRowsFormat : public Format {
protected:
    explicit JsonRowsFormat(const FormatSample& sample);

    /// Takes a row of the sample and the names of its fields. False for what is no row.
    bool takeRow(const Json& row);
    bool enoughRows() const;
    /// Chooses the fields from the rows that were taken. @pre all were taken.
    void recogniseFields(const JsonFields& fields);
    JsonFields chosenFields() const;

    /// Hands one row over. @param cells  memory for its cells, kept from row to row.
    void deliver(int64_t line, const Json& row, std::vector<std::string>& cells,
                 RecordSink& sink) const;

    std::vector<std::string> m_arrayColumns; ///< Names of the columns of rows that are lists.
    double m_bestFit = 1.0; ///< When all rows are as they should be.

private:
    void addFields(const Json& object, const std::string& prefix, std::vector<std::string>& row);
    void setCell(std::vector<std::string>& row, const std::string& name, const Json& value);
    void guess();
    int64_t columnNamed(const std::string& name);
    Json asObject(const Json& row) const;

    TaskColumns m_wanted;
    ColumnGuess m_guess;
    bool m_tooManyFields = false;
    std::vector<std::vector<std::string>> m_rows; ///< The rows of the sample.
};

} // namespace core
