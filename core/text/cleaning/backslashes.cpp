#include "core/text/cleaning/cleaning_step.h"
#include "core/text/tokens/unicode.h"

#include <charconv>
#include <optional>

namespace core {

namespace {

struct BackslashOptions {
    std::string letters = "escapes";
};

const Schema<BackslashOptions>& backslashSchema()
{
    static const Schema<BackslashOptions> schema = Schema<BackslashOptions>().add(
        &BackslashOptions::letters,
        {.name = "letters",
         .label = "Before a letter",
         .help = "If the texts contain escapes for line breaks and tabs, choose the "
                 "first. If first letters of words vanish, because a bare backslash "
                 "stands for a line break as in AG News, choose the second.",
         .choices = {{"escapes", R"(Escapes (\n, \t, \r))"}, {"break", "A backslash is a break"}}});
    return schema;
}

/// The value of `digits` hexadecimal digits at `text[position]`, if they are all there.
std::optional<char32_t> hexadecimal(std::string_view text, size_t position, size_t digits)
{
    if (position + digits > text.size())
        return std::nullopt;
    uint32_t value = 0;
    const char* first = text.data() + position;
    const auto [end, error] = std::from_chars(first, first + digits, value, 16);
    if (error != std::errc() || end != first + digits)
        return std::nullopt;
    return value;
}

/// Reads \uHHHH (two of them for a surrogate pair), \UHHHHHHHH or \xHH at `text[position]`, which
/// is moved behind it.
std::optional<char32_t> codeEscape(std::string_view text, size_t& position)
{
    const char letter = text[position + 1];
    const size_t digits = letter == 'u' ? 4 : letter == 'U' ? 8 : letter == 'x' ? 2 : 0;
    if (digits == 0)
        return std::nullopt;
    std::optional<char32_t> code = hexadecimal(text, position + 2, digits);
    if (!code)
        return std::nullopt;
    position += 2 + digits;
    const bool leads = *code >= 0xD800 && *code < 0xDC00;
    if (leads && text.substr(position, 2) == "\\u") {
        const auto trail = hexadecimal(text, position + 2, 4);
        if (trail && *trail >= 0xDC00 && *trail < 0xE000) {
            code = 0x10000 + ((*code - 0xD800) << 10) + (*trail - 0xDC00);
            position += 6;
        }
    }
    return code;
}

bool isAsciiAlphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// Handles the backslash at `text[position]`, which is moved behind what was read.
void unescapeOne(std::string_view text, size_t& position, bool escapes, std::string& result)
{
    if (position + 1 == text.size()) {
        result += ' ';
        ++position;
        return;
    }
    if (const auto code = codeEscape(text, position)) {
        appendUtf8(result, *code);
        return;
    }
    const char next = text[position + 1];
    const bool control = next == 'n' || next == 't' || next == 'r';
    if (escapes && control)
        result += next == 'n' ? '\n' : next == 't' ? '\t' : '\r';
    else if (!escapes && next == '\\')
        result += ' ';
    else if (isAsciiAlphanumeric(next) || static_cast<unsigned char>(next) >= 0x80) {
        // No escape that anybody writes: a line break that lost its letter (AG News).
        result += ' ';
        position += 1;
        return;
    } else {
        result += next; // \" \' \/ \$ \\ stand for the second character.
    }
    position += 2;
}

CleaningStep makeUnescapeBackslashes(const BackslashOptions& options)
{
    const bool escapes = options.letters == "escapes";
    return [escapes](std::string& text) {
        if (text.find('\\') == std::string::npos)
            return;
        std::string result;
        result.reserve(text.size());
        for (size_t position = 0; position < text.size();) {
            const size_t backslash = std::min(text.find('\\', position), text.size());
            result.append(text, position, backslash - position);
            position = backslash;
            if (position < text.size())
                unescapeOne(text, position, escapes, result);
        }
        text = std::move(result);
    };
}

} // namespace

CleaningRegistry::Entry unescapeBackslashesEntry()
{
    return cleaningEntry<BackslashOptions>(
        {.id = "unescape_backslashes",
         .title = "Undo backslashes",
         .summary
         = "Replaces literal escapes in the text, as in many collections of tweets, by the "
           "characters they denote.",
         .example = "it\\u2019s \u2192 it\u2019s"},
        backslashSchema(), makeUnescapeBackslashes);
}

} // namespace core
