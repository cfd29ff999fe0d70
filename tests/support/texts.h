#pragma once

#include "core/base/message.h"
#include "tests/support/test_case.h"

/// Functions on texts that several tests use.
namespace support {

inline bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// A line a message.
inline std::string plain(const std::vector<core::Message>& messages)
{
    std::string text;
    for (const core::Message& message : messages)
        text += message.plain() + "\n";
    return text;
}

/// With its byte order mark.
inline std::string utf16(const std::string& ascii)
{
    std::string wide = "\xFF\xFE";
    for (const char c : ascii) {
        wide += c;
        wide += '\0';
    }
    return wide;
}

} // namespace support
