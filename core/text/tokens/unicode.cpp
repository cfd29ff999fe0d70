#include "core/text/tokens/unicode.h"

#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <cstdint>
#include <cstring>

namespace core {

bool isAscii(std::string_view text)
{
    constexpr uint64_t kHighBits = 0x8080808080808080U;
    size_t i = 0;
    for (; i + 8 <= text.size(); i += 8) {
        uint64_t word = 0;
        std::memcpy(&word, text.data() + i, 8);
        if (word & kHighBits)
            return false;
    }
    for (; i < text.size(); ++i)
        if (static_cast<unsigned char>(text[i]) >= 0x80)
            return false;
    return true;
}

size_t whiteSpaceLength(std::string_view text, size_t position)
{
    const auto byte = [&](size_t offset) {
        return position + offset < text.size() ? static_cast<unsigned char>(text[position + offset])
                                               : 0U;
    };
    const unsigned first = byte(0);
    if (first < 0x80)
        return (first >= 9 && first <= 13) || (first >= 28 && first <= 32) ? 1 : 0;
    if (first == 0xC2)
        return byte(1) == 0x85 || byte(1) == 0xA0 ? 2 : 0;
    if (first == 0xE1)
        return byte(1) == 0x9A && byte(2) == 0x80 ? 3 : 0;
    if (first == 0xE2 && byte(1) == 0x80) {
        const unsigned third = byte(2);
        const bool space = third >= 0x80 && third <= 0x8A;
        return space || third == 0xA8 || third == 0xA9 || third == 0xAF ? 3 : 0;
    }
    if (first == 0xE2)
        return byte(1) == 0x81 && byte(2) == 0x9F ? 3 : 0;
    if (first == 0xE3)
        return byte(1) == 0x80 && byte(2) == 0x80 ? 3 : 0;
    return 0;
}

void repairUtf8(std::string& text)
{
    if (isAscii(text))
        return;
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
    const auto length = static_cast<int64_t>(text.size());
    for (int64_t i = 0; i < length;) {
        UChar32 codePoint = 0;
        U8_NEXT(bytes, i, length, codePoint);
        if (codePoint < 0) {
            text = toUtf8(fromUtf8(text));
            return;
        }
    }
}

icu::UnicodeString fromUtf8(std::string_view text)
{
    return icu::UnicodeString::fromUTF8(
        icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
}

std::string toUtf8(const icu::UnicodeString& text)
{
    std::string result;
    text.toUTF8String(result);
    return result;
}

std::string lowerCased(std::string_view text)
{
    return toUtf8(fromUtf8(text).toLower(icu::Locale::getRoot()));
}

void appendUtf8(std::string& text, char32_t codePoint)
{
    const bool valid = codePoint <= 0x10FFFF && (codePoint < 0xD800 || codePoint > 0xDFFF);
    const auto value = static_cast<UChar32>(valid ? codePoint : 0xFFFD);
    char bytes[U8_MAX_LENGTH];
    int32_t length = 0;
    U8_APPEND_UNSAFE(bytes, length, value);
    text.append(bytes, static_cast<size_t>(length));
}

char32_t nextCodePoint(std::string_view text, size_t& position)
{
    const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
    auto i = static_cast<int64_t>(position);
    UChar32 codePoint = 0;
    U8_NEXT(bytes, i, static_cast<int64_t>(text.size()), codePoint);
    position = static_cast<size_t>(i);
    return codePoint < 0 ? 0xFFFD : static_cast<char32_t>(codePoint);
}

bool isWordCharacter(char32_t codePoint)
{
    constexpr uint32_t kMarks = U_GC_MN_MASK | U_GC_MC_MASK;
    const auto value = static_cast<UChar32>(codePoint);
    return codePoint == '_' || u_isalnum(value) || (U_GET_GC_MASK(value) & kMarks) != 0;
}

namespace {

constexpr uint32_t kUpper = U_GC_LU_MASK | U_GC_LT_MASK;

} // namespace

WordCase wordCase(std::string_view word)
{
    int64_t upper = 0, lower = 0, others = 0, digits = 0;
    bool first = false; // the first character is a capital
    for (size_t i = 0; i < word.size();) {
        const bool begins = i == 0;
        const uint32_t kind = U_GET_GC_MASK(static_cast<UChar32>(nextCodePoint(word, i)));
        first |= begins && (kind & kUpper) != 0;
        upper += (kind & kUpper) != 0 ? 1 : 0;
        lower += (kind & U_GC_LL_MASK) != 0 ? 1 : 0;
        others += (kind & (U_GC_LM_MASK | U_GC_LO_MASK)) != 0 ? 1 : 0;
        digits += (kind & U_GC_ND_MASK) != 0 ? 1 : 0;
    }
    if (digits > 0)
        return upper + lower + others == 0 ? WordCase::Number : WordCase::Digits;
    if (upper + lower == 0)
        return WordCase::Other;
    if (upper == 0)
        return WordCase::Lower;
    if (first && upper == 1)
        return WordCase::First;
    return lower == 0 ? WordCase::Upper : WordCase::Mixed;
}

} // namespace core
