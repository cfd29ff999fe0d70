#pragma once

#include <string>
#include <vector>

namespace core {

/// `text` with `arguments` in place of its marks %1 ... %9, in one pass, so that a "%2" inside an
/// argument stays. "%1 {epoch|epochs}" gets the first form where the mark before it was filled with
/// "1", else the second; the forms themselves hold no marks.
std::string filledText(const std::string& text, const std::vector<std::string>& arguments);

} // namespace core
