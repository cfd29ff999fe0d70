#pragma once

#include "core/base/message.h"

#include <string>
#include <string_view>

namespace core {

bool isValidUtf8(std::string_view text);

/// What keeps `text` from being used as a text, as a sentence, or empty when nothing does: bytes
/// that are not UTF-8, NUL bytes.
Message textFault(std::string_view text);

/// `text`, or with each byte that is not UTF-8 as U+FFFD when there are such: for names.
std::string validText(std::string_view text);

/// At most `longest` bytes of `text`, cut between two characters.
std::string_view cutText(std::string_view text, size_t longest);

/// `text` with its ASCII letters in lower case.
std::string lowered(std::string_view text);

/// `text` without ASCII white space at both ends.
std::string_view trimmed(std::string_view text);

} // namespace core
