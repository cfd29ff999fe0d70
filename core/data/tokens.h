#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Stands for each blank that is part of a token ("10 000", forms of CoNLL-U): U+00A0, the no-break
/// space. In columns of tokens and tags blanks divide tokens, and nothing else does.
inline constexpr std::string_view kBlankOfToken = "\u00A0";

/// The tokens, or tags, of a row: what stands between blanks and tabs. Views into `row`.
std::vector<std::string_view> tokensOf(std::string_view row);

/// Appends a token to a row. ASCII white space in it becomes kBlankOfToken; an empty one "_".
void appendToken(std::string& row, std::string_view token);

} // namespace core
