#include "core/text/cleaning/cleaning_step.h"
#include "core/text/tokens/unicode.h"

#include <unicode/locid.h>

namespace core {

namespace {

struct LowerCaseOptions {
    std::string language;
};

const Schema<LowerCaseOptions>& lowerCaseSchema()
{
    static const Schema<LowerCaseOptions> schema = Schema<LowerCaseOptions>().add(
        &LowerCaseOptions::language,
        {.name = "language",
         .label = "Language",
         .help = "For Turkish and Azeri texts, choose them, so that I becomes \u0131 and "
                 "\u0130 becomes i.",
         .choices = {{"", "Any"}, {"tr", "Turkish, Azeri"}, {"lt", "Lithuanian"}},
         .advanced = true});
    return schema;
}

void lowerAscii(std::string& text)
{
    for (char& c : text)
        if (c >= 'A' && c <= 'Z')
            c = static_cast<char>(c + ('a' - 'A'));
}

CleaningStep makeLowerCase(const LowerCaseOptions& options)
{
    const icu::Locale locale
        = options.language.empty() ? icu::Locale::getRoot() : icu::Locale(options.language.c_str());
    // Only these languages change ASCII letters by rules of their own.
    const bool asciiIsPlain = options.language.empty();
    return [locale, asciiIsPlain](std::string& text) {
        if (asciiIsPlain && isAscii(text))
            lowerAscii(text);
        else
            text = toUtf8(fromUtf8(text).toLower(locale));
    };
}

} // namespace

CleaningRegistry::Entry lowerCaseEntry()
{
    return cleaningEntry<LowerCaseOptions>(
        {.id = "lower_case",
         .title = "Lower case",
         .summary = "Great, GREAT and great become one token. Omit it if capitals carry meaning "
                    "(names).",
         .example = "\u00c4PFEL \u2192 \u00e4pfel"},
        lowerCaseSchema(), makeLowerCase);
}

} // namespace core
