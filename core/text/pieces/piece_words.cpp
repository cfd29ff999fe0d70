#include "core/text/pieces/piece_words.h"

#include "core/base/error.h"
#include "core/text/tokens/unicode.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>

namespace core {

namespace {

bool isAsciiPunctuation(char32_t c)
{
    return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`')
        || (c >= '{' && c <= '~');
}

bool isBertPunctuation(char32_t c)
{
    return isAsciiPunctuation(c) || u_ispunct(static_cast<UChar32>(c));
}

bool isLeftOut(char32_t c)
{
    constexpr uint32_t kControls = U_GC_CC_MASK | U_GC_CF_MASK;
    return c == 0xFFFD
        || (c != '\t' && c != '\n' && c != '\r'
            && (U_GET_GC_MASK(static_cast<UChar32>(c)) & kControls) != 0);
}

/// The blocks of Chinese characters that BERT lists.
bool isChinese(char32_t c)
{
    constexpr std::array<std::array<char32_t, 2>, 8> kBlocks{{{0x3400, 0x4DBF},
                                                              {0x4E00, 0x9FFF},
                                                              {0xF900, 0xFAFF},
                                                              {0x20000, 0x2A6DF},
                                                              {0x2A700, 0x2B73F},
                                                              {0x2B740, 0x2B81F},
                                                              {0x2B820, 0x2CEAF},
                                                              {0x2F800, 0x2FA1F}}};
    return std::any_of(kBlocks.begin(), kBlocks.end(),
                       [c](const auto& block) { return c >= block[0] && c <= block[1]; });
}

/// Cleaned, lower-cased and with blanks around punctuation.
void spaceAsciiWords(std::string_view text, const BertRules& rules, std::string& spaced)
{
    for (char c : text) {
        if (isLeftOut(static_cast<unsigned char>(c)))
            continue;
        if (rules.lowerCase && c >= 'A' && c <= 'Z')
            c = static_cast<char>(c - 'A' + 'a');
        if (isAsciiPunctuation(static_cast<unsigned char>(c)))
            spaced.append({' ', c, ' '});
        else
            spaced += c;
    }
}

/// `text` with blanks around the characters for which `isWord` is true and without those for which
/// `isDropped` is.
template <typename Drop, typename Word>
std::string spacedCharacters(std::string_view text, const Drop& isDropped, const Word& isWord)
{
    std::string spaced;
    spaced.reserve(text.size() + text.size() / 4);
    for (size_t at = 0; at < text.size();) {
        const size_t begin = at;
        const char32_t c = nextCodePoint(text, at);
        if (isDropped(c))
            continue;
        const std::string_view bytes = text.substr(begin, at - begin);
        if (isWord(c))
            spaced.append(" ").append(bytes).append(" ");
        else
            spaced += bytes;
    }
    return spaced;
}

std::string decomposed(std::string_view text)
{
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* form = icu::Normalizer2::getNFDInstance(status);
    icu::UnicodeString parts;
    if (U_SUCCESS(status))
        parts = form->normalize(fromUtf8(text), status);
    if (U_FAILURE(status))
        throw Error(ErrorCode::Internal, {"The text could not be brought into a Unicode form.", {}},
                    {}, u_errorName(status));
    return toUtf8(parts);
}

std::string spacedWords(std::string_view text, const BertRules& rules)
{
    const auto nothing = [](char32_t) { return false; };
    std::string spaced = spacedCharacters(
        text, isLeftOut, [&](char32_t c) { return rules.chineseCharacters && isChinese(c); });
    if (rules.lowerCase)
        spaced = lowerCased(spaced);
    if (!rules.stripAccents)
        return spacedCharacters(spaced, nothing, isBertPunctuation);
    const auto isAccent
        = [](char32_t c) { return u_charType(static_cast<UChar32>(c)) == U_NON_SPACING_MARK; };
    return spacedCharacters(decomposed(spaced), isAccent, isBertPunctuation);
}

void splitAtBlanks(std::string_view text, std::vector<std::string_view>& words)
{
    for (size_t at = 0, begin = 0; at <= text.size();) {
        const size_t length = at < text.size() ? whiteSpaceLength(text, at) : 1;
        if (length > 0 && at > begin)
            words.push_back(text.substr(begin, at - begin));
        at += std::max<size_t>(length, 1);
        begin = length > 0 ? at : begin;
    }
}

} // namespace

void splitBertWords(std::string_view text, const BertRules& rules, TokenViews& views)
{
    views.tokens.clear();
    views.scratch.clear();
    if (isAscii(text))
        spaceAsciiWords(text, rules, views.scratch);
    else
        views.scratch = spacedWords(text, rules);
    splitAtBlanks(views.scratch, views.tokens);
}

namespace {

enum class Gpt2Class { Letter, Number, Space, Other };

Gpt2Class gpt2Class(char32_t c)
{
    const uint32_t category = U_GET_GC_MASK(static_cast<UChar32>(c));
    if ((category & U_GC_L_MASK) != 0)
        return Gpt2Class::Letter;
    if ((category & U_GC_N_MASK) != 0)
        return Gpt2Class::Number;
    return u_isUWhiteSpace(static_cast<UChar32>(c)) ? Gpt2Class::Space : Gpt2Class::Other;
}

/// A run of characters of one class.
struct Run {
    Gpt2Class kind = Gpt2Class::Other;
    size_t last = 0; ///< Where its last character begins.
    size_t end = 0;
};

/// @pre begin < text.size().
Run runAt(std::string_view text, size_t begin)
{
    static const std::array<Gpt2Class, 128> ascii = [] {
        std::array<Gpt2Class, 128> classes{};
        for (size_t c = 0; c < classes.size(); ++c)
            classes[c] = gpt2Class(static_cast<char32_t>(c));
        return classes;
    }();
    Run run{Gpt2Class::Other, begin, begin};
    for (size_t at = begin; at < text.size();) {
        const size_t first = at;
        const auto byte = static_cast<unsigned char>(text[at]);
        const Gpt2Class kind
            = byte < ascii.size() ? (++at, ascii[byte]) : gpt2Class(nextCodePoint(text, at));
        if (first > begin && kind != run.kind)
            break;
        run = {kind, first, at};
    }
    return run;
}

/// Bytes of the English ending that begins at the apostrophe at `at`; 0 when there is none.
size_t endingLength(std::string_view text, size_t at)
{
    constexpr std::array<std::string_view, 7> kEndings{"'s", "'t", "'re", "'ve", "'m", "'ll", "'d"};
    for (const std::string_view ending : kEndings)
        if (text.substr(at).starts_with(ending))
            return ending.size();
    return 0;
}

/// Where the word ends that begins at `at`.
size_t gpt2WordEnd(std::string_view text, size_t at)
{
    if (text[at] == '\'')
        if (const size_t length = endingLength(text, at); length > 0)
            return at + length;
    const Run run = runAt(text, at);
    if (run.kind != Gpt2Class::Space || run.end == text.size())
        return run.end;
    if (run.last > at) // The last one goes with the word behind it, or stands alone.
        return run.last;
    return text[at] == ' ' ? runAt(text, run.end).end : run.end;
}

} // namespace

void splitGpt2Words(std::string_view text, TokenViews& views)
{
    views.tokens.clear();
    for (size_t at = 0; at < text.size();) {
        const size_t end = gpt2WordEnd(text, at);
        views.tokens.push_back(text.substr(at, end - at));
        at = end;
    }
}

} // namespace core
