#pragma once

#include <string>
#include <string_view>

namespace core {

/// Whether a cell is a list of words as Python writes it: ['a', "isn't"].
bool isWordList(std::string_view cell);

/// The words of such a list with a space between two; any other cell as it is.
std::string joinedWords(std::string_view cell);

} // namespace core
