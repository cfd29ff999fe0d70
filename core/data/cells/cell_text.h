#pragma once

#include "core/base/message.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

bool isValidUtf8(std::string_view text);

/// The fault that prevents the use of `text`, as a sentence: bytes that are not UTF-8, or
/// NUL bytes. Empty without a fault.
Message textFault(std::string_view text);

/// `text`, or with each byte that is not UTF-8 as U+FFFD when there are such: for names.
std::string validText(std::string_view text);

/// At most `longest` bytes of `text`, cut between two characters.
std::string_view cutText(std::string_view text, size_t longest);

/// `text` with its ASCII letters in lower case.
std::string lowered(std::string_view text);

/// `text` without ASCII white space at both ends.
std::string_view trimmed(std::string_view text);

/// Whether `c` is one of 0 to 9.
constexpr bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Whether `text` consists of digits, at least one.
bool isDigits(std::string_view text);

/// Stands for each blank that is part of a token ("10 000", forms of CoNLL-U): U+00A0, the no-break
/// space. In columns of tokens and tags blanks divide tokens, and nothing else does.
inline constexpr std::string_view kBlankOfToken = "\u00A0";

/// The tokens, or tags, of a row: what stands between blanks and tabs. Views into `row`.
std::vector<std::string_view> tokensOf(std::string_view row);

/// Appends a token to a row. ASCII white space in it becomes kBlankOfToken; an empty one "_".
void appendToken(std::string& row, std::string_view token);

} // namespace core
