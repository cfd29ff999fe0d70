#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>

namespace core {

namespace {

constexpr char32_t kTypographicApostrophe = 0x2019;

bool isApostrophe(char32_t c)
{
    return c == '\'' || c == kTypographicApostrophe;
}

bool isDigit(char32_t c)
{
    return c >= '0' && c <= '9';
}

/// Whether `c` between two word characters belongs to the word: T-Shirt, don't, 3.5, 1,000, 10:30.
bool joinsWord(char32_t before, char32_t c, char32_t behind)
{
    if (c == '.' || c == ',' || c == ':')
        return isDigit(before) && isDigit(behind);
    return (c == '-' || isApostrophe(c)) && isWordCharacter(behind);
}

/// Where the word that begins at `start` ends; `start` itself when there is none.
size_t wordEnd(std::string_view text, size_t start)
{
    size_t end = start;
    char32_t before = 0;
    for (size_t next = start; next < text.size();) {
        const char32_t c = nextCodePoint(text, next);
        if (isWordCharacter(c)) {
            end = next;
            before = c;
            continue;
        }
        size_t further = next;
        if (end == start || next == text.size()
            || !joinsWord(before, c, nextCodePoint(text, further)))
            break;
    }
    return end;
}

size_t countCodePoints(std::string_view text)
{
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

struct Apostrophe {
    size_t position = 0;
    size_t length = 0; ///< 0: there is none, and `position` is the end of the text.
};

Apostrophe nextApostrophe(std::string_view text, size_t from)
{
    for (size_t next = from; next < text.size();) {
        const size_t position = next;
        if (isApostrophe(nextCodePoint(text, next)))
            return {position, next - position};
    }
    return {text.size(), 0};
}

/// An apostrophe goes with the shorter of the parts around it, of equals with the one behind:
/// man | 's, don | 't, l' | homme, I | 'm.
void splitAtApostrophes(std::string_view word, std::vector<std::string_view>& tokens)
{
    size_t start = 0; // of the next token
    size_t part = 0; // what stands between two apostrophes
    for (Apostrophe here = nextApostrophe(word, 0); here.length > 0;) {
        const size_t behind = here.position + here.length;
        const Apostrophe next = nextApostrophe(word, behind);
        const size_t left = countCodePoints(word.substr(part, here.position - part));
        const size_t right = countCodePoints(word.substr(behind, next.position - behind));
        const size_t cut = left < right ? behind : here.position;
        tokens.push_back(word.substr(start, cut - start));
        start = cut;
        part = behind;
        here = next;
    }
    tokens.push_back(word.substr(start));
}

void splitAtPunctuation(std::string_view text, TokenViews& views)
{
    views.tokens.clear();
    for (size_t i = 0; i < text.size();) {
        if (const size_t space = whiteSpaceLength(text, i); space > 0) {
            i += space;
            continue;
        }
        size_t end = wordEnd(text, i);
        if (end > i) {
            splitAtApostrophes(text.substr(i, end - i), views.tokens);
        } else {
            nextCodePoint(text, end);
            views.tokens.push_back(text.substr(i, end - i));
        }
        i = end;
    }
}

// Joining. Blanks are left out only beside a sign that is divided from words anyway, and beside
// the apostrophe of a divided word.

bool isOneOf(std::string_view signs, std::string_view token)
{
    size_t next = 0;
    if (token.empty() || (nextCodePoint(token, next), next != token.size()))
        return false;
    for (size_t i = 0; i < signs.size();) {
        const size_t from = i;
        nextCodePoint(signs, i);
        if (signs.substr(from, i - from) == token)
            return true;
    }
    return false;
}

struct Cling {
    bool before = false; ///< No blank in front.
    bool behind = false; ///< No blank after.
};

/// Decides token by token, and keeps in mind which quotes are open.
class PunctuationJoin {
public:
    explicit PunctuationJoin(std::span<const std::string> tokens) : m_tokens(tokens) { }

    std::string text()
    {
        std::string text;
        bool clings = true;
        for (size_t i = 0; i < m_tokens.size(); ++i) {
            const Cling cling = clingOf(i);
            text += (clings || cling.before ? "" : " ") + m_tokens[i];
            clings = cling.behind;
        }
        return text;
    }

private:
    static constexpr std::string_view kClosing = ".,!?;:%)]}\u2026\u00BB\u201D";
    static constexpr std::string_view kOpening = "([{#@\u00AB\u00BF\u00A1\u201A\u2018";
    static constexpr std::string_view kCurrency = "$\u00A3\u20AC";

    bool isWord(size_t i) const { return i < m_tokens.size() && wordEnd(m_tokens[i], 0) > 0; }

    Cling clingOf(size_t i)
    {
        const std::string& token = m_tokens[i];
        if (isOneOf("'\u2019", token))
            return apostrophe(i);
        if (token == "\"")
            return pair(m_double);
        if (token == "\u201E" || token == "\u201C")
            return lowQuote(token == "\u201E");
        if (token == "/") {
            const bool between = i > 0 && isWord(i - 1) && isWord(i + 1);
            return {between, between};
        }
        if (isOneOf(kCurrency, token))
            return {false, i + 1 < m_tokens.size() && isDigit(firstOf(m_tokens[i + 1]))};
        if (isOneOf(kClosing, token) || isOneOf(kOpening, token))
            return {isOneOf(kClosing, token), isOneOf(kOpening, token)};
        return {isApostrophe(firstOf(token)), isApostrophe(lastOf(token))};
    }

    /// Opens and closes in turn.
    static Cling pair(bool& open)
    {
        open = !open;
        return {!open, open};
    }

    /// German „…“, whose closing one is the opening one in English: “…”.
    Cling lowQuote(bool opens)
    {
        const bool closes = !opens && m_low;
        m_low = opens;
        return {closes, !closes};
    }

    /// One that is no part of a word closes a quote, or marks a genitive (the dogs' tails, Hans'
    /// Auto), or opens a quote.
    Cling apostrophe(size_t i)
    {
        const bool genitive
            = i > 0 && isWord(i - 1) && isOneOf("sSxXzZ\u00DF", lastTextOf(m_tokens[i - 1]));
        const bool last = i + 1 == m_tokens.size();
        if (!m_single && (genitive || last || m_tokens[i] != "'"))
            return {true, false};
        return pair(m_single);
    }

    static char32_t firstOf(std::string_view token)
    {
        size_t next = 0;
        return token.empty() ? 0 : nextCodePoint(token, next);
    }
    static std::string_view lastTextOf(std::string_view token)
    {
        size_t start = token.empty() ? 0 : token.size() - 1;
        while (start > 0 && (token[start] & 0xC0) == 0x80)
            --start;
        return token.substr(start);
    }
    static char32_t lastOf(std::string_view token) { return firstOf(lastTextOf(token)); }

    std::span<const std::string> m_tokens;
    bool m_double = false, m_single = false, m_low = false; ///< Quotes that are open.
};

std::string joinedAsWritten(std::span<const std::string> tokens)
{
    return PunctuationJoin(tokens).text();
}

} // namespace

TokeniserRegistry::Entry punctuationEntry()
{
    return WordTokeniser::entry(
        {.id = "punctuation",
         .title = "Words and punctuation",
         .summary = "Words of any script, and each punctuation mark as its own token; capitals are "
                    "kept. Numbers and words with a hyphen stay whole, contractions are split at "
                    "their apostrophe. For translation: tokens can be joined to natural text "
                    "again.",
         .example = "It's good. \u2192 It | 's | good | ."},
        splitAtPunctuation, joinedAsWritten);
}

} // namespace core
