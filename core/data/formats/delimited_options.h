#pragma once

#include "core/base/schema.h"
#include "core/data/source/delimited_reader.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Which columns of a table are read.
struct TableChoice {
    std::string header = "auto";
    std::vector<std::string> textColumns;
    std::string labelColumn;
};

const Schema<TableChoice>& tableSchema();

/// How a table is read, as a spec holds it.
struct DelimitedOptions {
    std::string delimiter = "auto";
    std::string quoting = "auto";
    TableChoice table;
};

const Schema<DelimitedOptions>& delimitedSchema();

/// A delimiter: its id in a spec, and the title of a table that uses it.
struct DelimiterKind {
    std::string_view id;
    char character;
    const char* title;
};
/// @pre it is one of those that delimitedSchema() offers.
const DelimiterKind& delimiterKind(char character);

/// The user's choice; empty for "auto".
std::optional<char> fixedDelimiter(const std::string& id);
std::optional<Quoting> fixedQuoting(const std::string& id);
std::string quotingId(Quoting quoting);

/// Names from a first row: trimmed, none empty, none twice.
std::vector<std::string> columnNames(const std::vector<std::string_view>& cells);
/// The column that a name or a number from 1 means.
std::optional<int64_t> columnMeant(const std::string& reference,
                                   const std::vector<std::string>& columns);
/// Names for a sentence.
std::string listed(const std::vector<std::string>& names);

/// Whether a cell is a list of words as Python writes it: ['a', "isn't"].
bool isWordList(std::string_view cell);

/// The words of such a list with a space between two; any other cell as it is.
std::string joinedWords(std::string_view cell);

} // namespace core
