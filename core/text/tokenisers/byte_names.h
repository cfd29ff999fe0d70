#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

// Bytes as tokens: <0xC3>, as SentencePiece writes those that it falls back to.

inline constexpr std::string_view kByteDigits = "0123456789ABCDEF";

inline std::string escapedByte(unsigned char value)
{
    return std::string("<0x") + kByteDigits[value / 16] + kByteDigits[value % 16] + ">";
}

/// The byte that `token` names; nothing when it names none.
inline std::optional<unsigned char> byteOf(std::string_view token)
{
    if (token.size() != 6 || !token.starts_with("<0x") || token.back() != '>')
        return std::nullopt;
    const size_t high = kByteDigits.find(token[3]);
    const size_t low = kByteDigits.find(token[4]);
    if (high == std::string_view::npos || low == std::string_view::npos)
        return std::nullopt;
    return static_cast<unsigned char>(high * 16 + low);
}

} // namespace core
