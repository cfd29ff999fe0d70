#pragma once

#include "core/data/formats/format.h"
#include "core/data/source/delimited_reader.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

/// How a sample reads with a dialect.
struct DialectTrial {
    Dialect dialect;
    size_t columns = 0; ///< Columns of most records without those that are always empty at the end.
    double consistency = 0.0; ///< Records with that many columns and no fault, of all.
    bool quotingNeeded = false; ///< Some cell needs its quotes, or all cells have them.
    double quotedShare = 0.0; ///< Records with a cell in quotes, of all.
    std::vector<std::vector<std::string>> rows; ///< Records without a fault, `columns` cells each.
};

/// Reads the beginnings of the sample's files with `dialect`.
DialectTrial tryDialect(const FormatSample& sample, Dialect dialect);

/// The dialect with which the sample falls best into columns.
/// @param delimiter, quoting  what the user fixed, if anything.
DialectTrial guessDialect(const FormatSample& sample, std::optional<char> delimiter,
                          std::optional<Quoting> quoting);

} // namespace core
