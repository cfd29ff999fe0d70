#include "core/text/cleaning/cleaning_step.h"
#include "core/text/cleaning/html_entities.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace core {

namespace {

struct UnescapeHtmlOptions {
    bool broken = true;
};

const Schema<UnescapeHtmlOptions>& unescapeHtmlSchema()
{
    static const Schema<UnescapeHtmlOptions> schema = Schema<UnescapeHtmlOptions>().add(
        &UnescapeHtmlOptions::broken,
        {.name = "broken",
         .label = "Also without the &",
         .help = "If texts contain \"Turner #39;s\" or \" quot;\", because each & was "
                 "replaced by a space (AG News), tick this."});
    return schema;
}

struct Entity {
    char32_t character;
    size_t end; ///< Behind the semicolon.
};

bool isNameCharacter(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

/// Reads `#39;`, `#x27;` or `name;` at `start`.
std::optional<Entity> entityAt(std::string_view text, size_t start)
{
    constexpr size_t kLongestName = 10;
    size_t end = start;
    if (end < text.size() && text[end] == '#')
        ++end;
    while (end < text.size() && end - start < kLongestName && isNameCharacter(text[end]))
        ++end;
    if (end >= text.size() || text[end] != ';' || end == start)
        return std::nullopt;
    const std::string_view name = text.substr(start, end - start);
    if (name[0] != '#') {
        const auto character = namedEntity(name);
        return character ? std::optional<Entity>({*character, end + 1}) : std::nullopt;
    }
    const bool hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
    const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
    uint32_t code = 0;
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code,
                                               hexadecimal ? 16 : 10);
    if (error != std::errc() || last != digits.data() + digits.size())
        return std::nullopt;
    return Entity{numberedEntity(code), end + 1};
}

/// An entity whose `&` became a space. Only names that every export writes count: a word
/// before a semicolon may well be the name of another one ("sum;").
std::optional<Entity> brokenEntityAt(std::string_view text, size_t start)
{
    constexpr std::array<std::string_view, 6> kNames
        = {"quot;", "amp;", "lt;", "gt;", "nbsp;", "apos;"};
    const std::string_view rest = text.substr(start);
    const bool named = std::any_of(kNames.begin(), kNames.end(),
                                   [&](std::string_view name) { return rest.starts_with(name); });
    return named || rest.starts_with('#') ? entityAt(text, start) : std::nullopt;
}

CleaningStep makeUnescapeHtml(const UnescapeHtmlOptions& options)
{
    const bool broken = options.broken;
    return [broken](std::string& text) {
        if (text.find(';') == std::string::npos)
            return;
        std::string result;
        result.reserve(text.size());
        for (size_t i = 0; i < text.size();) {
            std::optional<Entity> entity;
            if (text[i] == '&')
                entity = entityAt(text, i + 1);
            else if (broken && text[i] == ' ')
                entity = brokenEntityAt(text, i + 1);
            else if (broken && i == 0)
                entity = brokenEntityAt(text, 0);
            if (entity)
                appendUtf8(result, entity->character);
            else
                result += text[i];
            i = entity ? entity->end : i + 1;
        }
        text = std::move(result);
    };
}

/// Takes markup out of one text. A search that found nothing is not repeated, so that a text of
/// many unclosed tags costs no more than any other.
class MarkupRemoval {
public:
    explicit MarkupRemoval(std::string& text) : m_text(text) { }

    void run()
    {
        size_t read = m_text.find('<');
        if (read == std::string::npos)
            return;
        size_t written = read;
        while (read < m_text.size()) {
            const size_t end = m_text[read] == '<' ? markupEnd(read) : read;
            if (end > read) {
                m_text[written++] = ' ';
                read = end;
            } else {
                m_text[written++] = m_text[read++];
            }
        }
        m_text.resize(written);
    }

private:
    /// Behind the tag or comment at `start`; `start` itself when it is none ("a < b", "<3").
    size_t markupEnd(size_t start)
    {
        const char next = start + 1 < m_text.size() ? m_text[start + 1] : ' ';
        const bool letter = (next >= 'a' && next <= 'z') || (next >= 'A' && next <= 'Z');
        if (!letter && next != '/' && next != '!' && next != '?')
            return start;
        if (m_text.compare(start, 4, "<!--") == 0)
            return find("-->", start + 4, m_noComment, start);
        const size_t end = find(">", start + 1, m_noTag, start);
        if (end > start && opens(start, "script"))
            return find("</script>", end, m_noScript, end);
        if (end > start && opens(start, "style"))
            return find("</style>", end, m_noStyle, end);
        return end;
    }

    bool opens(size_t start, std::string_view name) const
    {
        if (start + 1 + name.size() >= m_text.size())
            return false;
        for (size_t i = 0; i < name.size(); ++i)
            if ((m_text[start + 1 + i] | 0x20) != name[i])
                return false;
        return !isNameCharacter(m_text[start + 1 + name.size()]);
    }

    /// Behind the next `mark` from `from`, or `otherwise`.
    size_t find(std::string_view mark, size_t from, bool& missing, size_t otherwise)
    {
        const size_t found = missing ? std::string::npos : m_text.find(mark, from);
        missing = found == std::string::npos;
        return missing ? otherwise : found + mark.size();
    }

    std::string& m_text;
    bool m_noTag = false, m_noComment = false, m_noScript = false, m_noStyle = false;
};

} // namespace

CleaningRegistry::Entry unescapeHtmlEntry()
{
    return cleaningEntry<UnescapeHtmlOptions>(
        {.id = "unescape_html",
         .title = "Undo HTML entities",
         .summary
         = "Replaces &amp;, &quot;, &#39; and the like by the characters they denote. Place "
           "it before the removal of tags if tags are escaped, too.",
         .example = "rock &amp; roll \u2192 rock & roll"},
        unescapeHtmlSchema(), makeUnescapeHtml);
}

CleaningRegistry::Entry stripHtmlEntry()
{
    return cleaningEntry<NoOptions>(
        {.id = "strip_html",
         .title = "Remove HTML tags",
         .summary = "Replaces each tag, comment, script and style sheet by a space; \"<3\" and "
                    "\"a < b\" stay.",
         .example = "so<br />good \u2192 so good"},
        Schema<NoOptions>(), [](const NoOptions&) -> CleaningStep {
            return [](std::string& text) { MarkupRemoval(text).run(); };
        });
}

} // namespace core
