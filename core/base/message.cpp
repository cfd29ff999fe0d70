#include "core/base/message.h"

#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <charconv>
#include <cmath>
#include <optional>

namespace core {

namespace {

/// The forms of "{epoch|epochs}" that begin at `text[begin]`; nothing where no such thing does.
struct PluralForms {
    std::string one, many;
    size_t end = 0; ///< Behind the closing brace.
};
std::optional<PluralForms> pluralForms(const std::string& text, size_t begin)
{
    const size_t close = text[begin] == '{' ? text.find('}', begin) : std::string::npos;
    const size_t between = text.find('|', begin);
    if (close == std::string::npos || between >= close)
        return std::nullopt;
    return PluralForms{text.substr(begin + 1, between - begin - 1),
                       text.substr(between + 1, close - between - 1), close + 1};
}

/// Whether a character neither controls a terminal nor changes how others are shown. The joiners
/// may: Persian and emoji are written with them.
bool isSafe(UChar32 character)
{
    constexpr UChar32 kNonJoiner = 0x200C, kJoiner = 0x200D;
    constexpr uint32_t kUnsafe = U_GC_CC_MASK | U_GC_CF_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK;
    return character == kNonJoiner || character == kJoiner
        || (U_GET_GC_MASK(character) & kUnsafe) == 0;
}

} // namespace

std::string filledText(const std::string& text, const std::vector<std::string>& arguments)
{
    std::string filled;
    bool isOne = false; // What the last mark was filled with.
    for (size_t i = 0; i < text.size(); ++i) {
        const bool mark
            = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        if (mark) {
            const auto index = static_cast<size_t>(text[++i] - '1');
            const std::string argument = index < arguments.size() ? arguments[index] : "";
            isOne = argument == "1";
            filled += argument;
        } else if (const auto forms = pluralForms(text, i)) {
            filled += isOne ? forms->one : forms->many;
            i = forms->end - 1;
        } else {
            filled += text[i];
        }
    }
    return filled;
}

std::string Message::plain() const
{
    return filledText(text, arguments);
}

std::string numberText(double value)
{
    char buffer[32];
    constexpr double kMostWhole = 1e15; // All whole numbers below are exact.
    const bool whole = std::abs(value) < kMostWhole && value == std::floor(value);
    const auto end = whole
        ? std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed)
        : std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6);
    return {buffer, end.ptr};
}

std::string shown(const std::string& text, size_t longest)
{
    // fromUTF8 replaces each malformed sequence with U+FFFD. Four bytes a character bound the copy.
    const auto cut = icu::UnicodeString::fromUTF8(icu::StringPiece(
        text.data(), static_cast<int32_t>(std::min(text.size(), 4 * longest + 4))));
    icu::UnicodeString clean;
    int32_t position = 0;
    size_t count = 0;
    for (; position < cut.length() && count < longest; ++count) {
        const UChar32 character = cut.char32At(position);
        clean.append(isSafe(character) ? character : UChar32{0x00B7});
        position = cut.moveIndex32(position, 1);
    }
    if (position < cut.length() || text.size() > 4 * longest + 4)
        clean.append(UChar32{0x2026});
    std::string result;
    clean.toUTF8String(result);
    return result;
}

} // namespace core
