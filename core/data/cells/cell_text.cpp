#include "core/data/cells/cell_text.h"

#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace core {

namespace {

/// Length of the part before the first byte that is not ASCII, to within 8 bytes.
size_t asciiPrefix(std::string_view text)
{
    constexpr uint64_t kHighBits = 0x8080808080808080U;
    size_t i = 0;
    for (; i + sizeof(uint64_t) <= text.size(); i += sizeof(uint64_t)) {
        uint64_t word = 0;
        std::memcpy(&word, text.data() + i, sizeof word);
        if (word & kHighBits)
            break;
    }
    return i;
}

} // namespace

bool isValidUtf8(std::string_view text)
{
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
    const auto length = static_cast<int64_t>(text.size());
    auto i = static_cast<int64_t>(asciiPrefix(text));
    while (i < length) {
        UChar32 character = 0;
        U8_NEXT(bytes, i, length, character);
        if (character < 0)
            return false;
    }
    return true;
}

Message textFault(std::string_view text)
{
    if (!text.empty() && std::memchr(text.data(), '\0', text.size()))
        return {"It contains a NUL byte, so it is not text.", {}};
    if (!isValidUtf8(text))
        return {"It is not valid UTF-8. If accented letters are wrong in all rows, choose another "
                "encoding.",
                {}};
    return {};
}

std::string validText(std::string_view text)
{
    if (isValidUtf8(text))
        return std::string(text);
    std::string result;
    icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<int32_t>(text.size())))
        .toUTF8String(result);
    return result;
}

std::string_view cutText(std::string_view text, size_t longest)
{
    if (text.size() <= longest)
        return text;
    size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        --end;
    return text.substr(0, end);
}

std::string lowered(std::string_view text)
{
    std::string result(text);
    for (char& c : result)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n\f\v";
    const size_t first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

bool isDigits(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), isDigit);
}

std::vector<std::string_view> tokensOf(std::string_view row)
{
    std::vector<std::string_view> tokens;
    while (!(row = trimmed(row)).empty()) {
        const size_t end = std::min(row.find_first_of(" \t"), row.size());
        tokens.push_back(row.substr(0, end));
        row.remove_prefix(end);
    }
    return tokens;
}

void appendToken(std::string& row, std::string_view token)
{
    constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
    if (!row.empty())
        row += ' ';
    if (token.empty())
        row += '_';
    for (const char c : token)
        if (kWhiteSpace.find(c) == std::string_view::npos)
            row += c;
        else
            row += kBlankOfToken;
}

} // namespace core
