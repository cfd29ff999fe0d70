#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/tokens/unicode.h"

#include <unicode/locid.h>

#include <algorithm>
#include <array>

namespace core {

namespace {

enum class Role : unsigned char {
    Letter, ///< Part of a token.
    Token, ///< A token by itself.
    Separator, ///< Ends a token and vanishes.
    Dropped, ///< Vanishes; what stands around it grows together.
    Special ///< '<' or not ASCII: looked at closely.
};

constexpr std::array<Role, 256> makeRoles()
{
    std::array<Role, 256> roles{};
    for (const char c : {'.', ',', '(', ')', '!', '?', '\''})
        roles[static_cast<unsigned char>(c)] = Role::Token;
    for (const char c : {';', ':'})
        roles[static_cast<unsigned char>(c)] = Role::Separator;
    for (size_t c = 9; c <= 32; ++c)
        if (c <= 13 || c >= 28)
            roles[c] = Role::Separator;
    roles['"'] = Role::Dropped;
    roles['<'] = Role::Special;
    for (size_t c = 128; c < 256; ++c)
        roles[c] = Role::Special;
    return roles;
}

constexpr std::array<Role, 256> kRoles = makeRoles();
constexpr std::string_view kBreak = "<br />";

char lowered(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

/// Writes lower-cased tokens one behind the other into the scratch text.
class BasicEnglishSplit {
public:
    BasicEnglishSplit(std::string_view text, TokenViews& views) : m_text(text), m_views(views)
    {
        m_views.tokens.clear();
        // Tokens are never longer than what they come from: the views stay valid.
        if (m_views.scratch.size() < text.size())
            m_views.scratch.resize(text.size());
        m_start = m_next = m_views.scratch.data();
    }

    void run()
    {
        for (size_t i = 0; i < m_text.size();) {
            switch (roleAt(i)) {
            case Role::Letter:
                do
                    *m_next++ = lowered(m_text[i]);
                while (++i < m_text.size() && roleAt(i) == Role::Letter);
                break;
            case Role::Token:
                endToken();
                *m_next++ = m_text[i];
                endToken();
                ++i;
                break;
            case Role::Separator:
                endToken();
                ++i;
                break;
            case Role::Dropped:
                ++i;
                break;
            case Role::Special:
                i += special(i);
                break;
            }
        }
        endToken();
    }

private:
    Role roleAt(size_t position) const
    {
        return kRoles[static_cast<unsigned char>(m_text[position])];
    }

    /// Handles a line break tag, white space or one byte of a letter; returns the bytes read.
    size_t special(size_t position)
    {
        const size_t space = m_text[position] != '<' ? whiteSpaceLength(m_text, position)
            : isBreak(position)                      ? kBreak.size()
                                                     : 0;
        if (space > 0) {
            endToken();
            return space;
        }
        *m_next++ = m_text[position];
        return 1;
    }

    bool isBreak(size_t position) const
    {
        if (position + kBreak.size() > m_text.size())
            return false;
        for (size_t i = 0; i < kBreak.size(); ++i)
            if (lowered(m_text[position + i]) != kBreak[i])
                return false;
        return true;
    }

    void endToken()
    {
        if (m_next > m_start)
            m_views.tokens.emplace_back(m_start, static_cast<size_t>(m_next - m_start));
        m_start = m_next;
    }

    std::string_view m_text;
    TokenViews& m_views;
    char* m_start;
    char* m_next;
};

void splitBasicEnglish(std::string_view text, TokenViews& views)
{
    if (isAscii(text)) {
        BasicEnglishSplit(text, views).run();
        return;
    }
    const std::string lower = toUtf8(fromUtf8(text).toLower(icu::Locale::getRoot()));
    BasicEnglishSplit(lower, views).run();
}

/// Whether an apostrophe joins the words around it: it's, don't, o'clock, l'eau.
bool isContraction(std::string_view before, std::string_view behind)
{
    constexpr std::array<std::string_view, 7> kEndings = {"s", "t", "re", "ve", "ll", "d", "m"};
    const bool isShort
        = before.size() == 1 && kRoles[static_cast<unsigned char>(before[0])] == Role::Letter;
    return isShort || std::find(kEndings.begin(), kEndings.end(), behind) != kEndings.end();
}

/// No blank before . , ! ? ) and behind (; apostrophes that join no words are quotes in pairs.
/// Whatever stands around these tokens, they are divided again; only words need their blanks.
std::string joinedEnglish(std::span<const std::string> tokens)
{
    std::string text;
    bool clings = true; // what comes next, to what was written
    bool quoted = false;
    for (size_t i = 0; i < tokens.size(); ++i) {
        const std::string& token = tokens[i];
        bool clingsBefore = token.size() == 1
            && std::string_view(".,!?)").find(token[0]) != std::string_view::npos;
        bool clingsBehind = token == "(";
        if (token == "'") {
            const bool between = i > 0 && i + 1 < tokens.size();
            const bool joins = between && isContraction(tokens[i - 1], tokens[i + 1]);
            clingsBefore = joins || quoted;
            clingsBehind = joins || !quoted;
            quoted = joins ? quoted : !quoted;
        }
        // "<br" and "/>" must not become the tag that vanishes.
        const bool tag = text.ends_with("<br") && token.starts_with("/>");
        text += (clings || clingsBefore ? "" : tag ? "  " : " ") + token;
        clings = clingsBehind;
    }
    return text;
}

} // namespace

/// The rules of torchtext's get_tokenizer("basic_english") (torchtext 0.18, data/utils.py), in one
/// pass. Differs in one corner: torchtext drops quotes before it looks for the line break tag, so
/// that `<br "/>` is a tag there and not here.
TokeniserRegistry::Entry basicEnglishEntry()
{
    return WordTokeniser::entry(
        {.id = "basic_english",
         .title = "Basic English",
         .summary
         = "Converts to lower case; . , ( ) ! ? and ' are tokens; double quotes, ; : and <br /> "
           "are removed. Follows torchtext's tokeniser of this name.",
         .example = "It's good. \u2192 it | ' | s | good | ."},
        splitBasicEnglish, joinedEnglish);
}

} // namespace core
