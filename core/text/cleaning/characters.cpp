#include "core/text/cleaning/cleaning_step.h"
#include "core/text/tokens/unicode.h"

#include <unicode/uchar.h>

namespace core {

namespace {

/// Punctuation of any script, and the ASCII symbols ($+<=>^`|~) that Unicode files elsewhere.
/// Emoji and other symbols stay: they often carry the meaning.
bool isPunctuation(char32_t c)
{
    if (c >= 0x80)
        return u_ispunct(static_cast<UChar32>(c));
    return (c > 0x20 && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a')
        || (c > 'z' && c < 0x7F);
}

/// Runs `each(codePoint, bytes)` over `text`; what it appends to `result` becomes the text.
template <class Function> void rewrite(std::string& text, Function&& each)
{
    std::string result;
    result.reserve(text.size());
    for (size_t position = 0; position < text.size();) {
        const size_t start = position;
        const char32_t c = nextCodePoint(text, position);
        each(c, std::string_view(text).substr(start, position - start), result);
    }
    text = std::move(result);
}

struct PunctuationOptions {
    std::string keep;
    std::string replacement = "space";
};

const Schema<PunctuationOptions>& punctuationSchema()
{
    static const Schema<PunctuationOptions> schema
        = Schema<PunctuationOptions>()
              .add(&PunctuationOptions::keep,
                   {.name = "keep",
                    .label = "Keep",
                    .help = "Marks that are informative in your texts, written one after another: "
                            "!?"})
              .add(&PunctuationOptions::replacement,
                   {.name = "replacement",
                    .label = "Replacement",
                    .help = "If words run together (well-known becomes wellknown), insert a space. "
                            "If words fall apart (don't becomes don t), insert nothing.",
                    .choices = {{"space", "A space"}, {"nothing", "Nothing"}}});
    return schema;
}

CleaningStep makeRemovePunctuation(const PunctuationOptions& options)
{
    std::u32string keep;
    for (size_t position = 0; position < options.keep.size();)
        keep += nextCodePoint(options.keep, position);
    const std::string instead = options.replacement == "space" ? " " : "";
    return [keep, instead](std::string& text) {
        rewrite(text, [&](char32_t c, std::string_view bytes, std::string& result) {
            const bool removed = isPunctuation(c) && keep.find(c) == std::u32string::npos;
            result.append(removed ? std::string_view(instead) : bytes);
        });
    };
}

struct DigitOptions {
    std::string replacement = "zero";
};

const Schema<DigitOptions>& digitSchema()
{
    static const Schema<DigitOptions> schema = Schema<DigitOptions>().add(
        &DigitOptions::replacement,
        {.name = "replacement",
         .label = "Replacement",
         .help = "If numbers fill the vocabulary, replace each digit by 0, which keeps "
                 "their length (1984 and 2001 become 0000), replace each number by a "
                 "mark, or remove them.",
         .choices = {{"zero", "0 for each digit"},
                     {"mark", "<num> for each number"},
                     {"remove", "Nothing"}}});
    return schema;
}

CleaningStep makeDigits(const DigitOptions& options)
{
    const std::string replacement = options.replacement;
    return [replacement](std::string& text) {
        bool inNumber = false;
        rewrite(text, [&](char32_t c, std::string_view bytes, std::string& result) {
            const bool digit = u_isdigit(static_cast<UChar32>(c));
            if (!digit)
                result.append(bytes);
            else if (replacement == "zero")
                result += '0';
            else if (replacement == "mark" && !inNumber)
                result += "<num>";
            inNumber = digit;
        });
    };
}

/// Runs of white space become one space; none is left at the ends.
void collapseWhiteSpace(std::string& text)
{
    size_t written = 0;
    bool pending = false;
    for (size_t i = 0; i < text.size();) {
        const size_t space = whiteSpaceLength(text, i);
        if (space > 0) {
            pending = written > 0;
            i += space;
            continue;
        }
        if (pending)
            text[written++] = ' ';
        pending = false;
        text[written++] = text[i++];
    }
    text.resize(written);
}

} // namespace

CleaningRegistry::Entry removePunctuationEntry()
{
    return cleaningEntry<PunctuationOptions>(
        {.id = "remove_punctuation",
         .title = "Remove punctuation",
         .summary = "Keeps only words and emoji. Omit it if marks are informative (! and ? in "
                    "reviews).",
         .example = "Well, no! \u2192 Well  no"},
        punctuationSchema(), makeRemovePunctuation);
}

CleaningRegistry::Entry digitsEntry()
{
    return cleaningEntry<DigitOptions>({.id = "digits",
                                        .title = "Digits",
                                        .summary = "Makes all numbers equal or removes them.",
                                        .example = "in 1984 \u2192 in 0000"},
                                       digitSchema(), makeDigits);
}

CleaningRegistry::Entry collapseWhiteSpaceEntry()
{
    return cleaningEntry<NoOptions>(
        {.id = "collapse_white_space",
         .title = "Collapse white space",
         .summary
         = "Leaves one space between words and none at the ends. Matters for the character "
           "and byte tokenisers."},
        Schema<NoOptions>(), [](const NoOptions&) -> CleaningStep { return collapseWhiteSpace; });
}

} // namespace core
