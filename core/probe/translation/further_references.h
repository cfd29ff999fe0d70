#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace core {

/// Reads further references of pairs: line N of each file is one of pair N; a blank line is none.
/// Files are UTF-8; blank lines at their end do not count.
/// @return [pair][n]
/// @throws Error{FileMissing}; Error{BadData} for a file with another number of lines, or with a
/// line that is no text.
std::vector<std::vector<std::string>> readFurtherReferences(const std::vector<std::string>& files,
                                                            size_t pairs);

} // namespace core
