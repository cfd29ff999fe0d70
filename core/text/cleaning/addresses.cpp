#include "core/text/cleaning/cleaning_step.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

struct ReplacementOptions {
    std::string replacement = "remove";
};

Schema<ReplacementOptions> replacementSchema(const std::string& mark)
{
    return Schema<ReplacementOptions>().add(
        &ReplacementOptions::replacement,
        {.name = "replacement",
         .label = "Replacement",
         .help = "If the presence of one is informative, insert a mark.",
         .choices = {{"remove", "A space"}, {"mark", mark}}});
}

bool isWordBefore(std::string_view text, size_t position)
{
    if (position == 0)
        return false;
    size_t start = position - 1;
    while (start > 0 && (static_cast<unsigned char>(text[start]) & 0xC0) == 0x80)
        --start;
    return isWordCharacter(nextCodePoint(text, start));
}

bool startsWithIgnoringCase(std::string_view text, std::string_view lower)
{
    return text.size() >= lower.size()
        && std::equal(lower.begin(), lower.end(), text.begin(),
                      [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b + 32 : b); });
}

/// The end of the address that begins at `start`: up to white space, a quote or an angle bracket,
/// without the marks that belong to the sentence around it.
size_t addressEnd(std::string_view text, size_t start)
{
    size_t end = start;
    while (end < text.size() && whiteSpaceLength(text, end) == 0 && text[end] != '<'
           && text[end] != '>' && text[end] != '"')
        ++end;
    constexpr std::string_view kTrailing = ".,;:!?')]}";
    while (end > start && kTrailing.find(text[end - 1]) != std::string_view::npos)
        --end;
    return end;
}

/// Where the address at `start` ends, or `start` when none begins there.
size_t matchUrl(std::string_view text, size_t start)
{
    constexpr std::array<std::string_view, 4> kBeginnings
        = {"http://", "https://", "ftp://", "www."};
    for (const std::string_view beginning : kBeginnings) {
        if (!startsWithIgnoringCase(text.substr(start), beginning))
            continue;
        const size_t end = addressEnd(text, start);
        if (end > start + beginning.size())
            return end;
    }
    return start;
}

/// Where the run of word characters behind the sign at `start` ends, or `start` for none.
size_t matchSigned(std::string_view text, size_t start, char sign)
{
    if (text[start] != sign)
        return start;
    size_t end = start + 1;
    bool letters = false;
    while (end < text.size()) {
        size_t next = end;
        const char32_t c = nextCodePoint(text, next);
        if (!isWordCharacter(c))
            break;
        letters = letters || c > '9';
        end = next;
    }
    // "#1" is a rank and "@5pm" is rare: a name has a letter.
    return letters ? end : start;
}

/// Replaces what `match` finds at the beginning of a word by `replacement(found)`. Only the
/// characters of `first` can begin a match; texts without one stay as they are, without a copy.
template <class Match, class Replacement>
void replaceMatches(std::string& text, std::string_view first, Match&& match,
                    Replacement&& replacement)
{
    std::array<bool, 256> begins{};
    for (const char c : first)
        begins[static_cast<unsigned char>(c)] = true;
    std::string result;
    size_t copied = 0; // So much of `text` is in `result`, replaced.
    for (size_t i = 0; i < text.size();) {
        const bool possible = begins[static_cast<unsigned char>(text[i])] && !isWordBefore(text, i);
        const size_t end = possible ? match(text, i) : i;
        if (end == i) {
            ++i;
            continue;
        }
        result.append(text, copied, i - copied);
        result.append(replacement(std::string_view(text).substr(i, end - i)));
        copied = i = end;
    }
    if (copied > 0)
        text = std::move(result.append(text, copied));
}

struct HashtagOptions {
    std::string replacement = "word";
};

const Schema<HashtagOptions>& hashtagSchema()
{
    static const Schema<HashtagOptions> schema = Schema<HashtagOptions>().add(
        &HashtagOptions::replacement,
        {.name = "replacement",
         .label = "Replacement",
         .help = "If #happy and happy should be one token, keep the word. If tags give the class "
                 "away, remove them.",
         .choices = {{"word", "The word alone"}, {"remove", "A space"}, {"mark", "<hashtag>"}}});
    return schema;
}

} // namespace

CleaningRegistry::Entry removeUrlsEntry()
{
    return cleaningEntry<ReplacementOptions>(
        {.id = "remove_urls",
         .title = "Remove web addresses",
         .summary
         = "Removes http://, https://, ftp:// and www. addresses. Nearly all occur only once. "
           "Place it before steps that remove punctuation.",
         .example = "see https://t.co/x1. \u2192 see  ."},
        replacementSchema("<url>"), [](const ReplacementOptions& options) -> CleaningStep {
            const std::string instead = options.replacement == "mark" ? "<url>" : " ";
            return [instead](std::string& text) {
                replaceMatches(text, "hHfFwW", matchUrl,
                               [&](std::string_view) -> std::string_view { return instead; });
            };
        });
}

CleaningRegistry::Entry removeMentionsEntry()
{
    return cleaningEntry<ReplacementOptions>(
        {.id = "remove_mentions",
         .title = "Remove @names",
         .summary
         = "Removes names of people in tweets, which a model would memorise. E-mail addresses "
           "stay.",
         .example = "thanks @ada \u2192 thanks  "},
        replacementSchema("<user>"), [](const ReplacementOptions& options) -> CleaningStep {
            const std::string instead = options.replacement == "mark" ? "<user>" : " ";
            return [instead](std::string& text) {
                replaceMatches(
                    text, "@",
                    [](std::string_view t, size_t at) { return matchSigned(t, at, '@'); },
                    [&](std::string_view) -> std::string_view { return instead; });
            };
        });
}

CleaningRegistry::Entry hashtagsEntry()
{
    return cleaningEntry<HashtagOptions>(
        {.id = "hashtags",
         .title = "Hashtags",
         .summary = "Removes the # or the whole tag.",
         .example = "#happy \u2192 happy"},
        hashtagSchema(), [](const HashtagOptions& options) -> CleaningStep {
            const std::string kind = options.replacement;
            return [kind](std::string& text) {
                replaceMatches(
                    text, "#",
                    [](std::string_view t, size_t at) { return matchSigned(t, at, '#'); },
                    [&](std::string_view found) {
                        return kind == "word" ? std::string(found.substr(1))
                            : kind == "mark"  ? std::string("<hashtag>")
                                              : std::string(" ");
                    });
            };
        });
}

} // namespace core
