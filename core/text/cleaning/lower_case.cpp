#include "core/text/cleaning/cleaning_step.h"
#include "core/text/unicode.h"

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
         .help = "Turkish and Azeri texts get a wrong i: choose them, so that I becomes \u0131 and "
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

constexpr const char* kLowerCasePython = R"py(
def clean_lower_case(text, options):
    """Unicode's lower case, with the rules for the i of the language (SpecialCasing.txt)."""
    def accent_behind(i):
        """Where the first accent above (class 230) of the letter at `i` is, or None."""
        for k in range(i + 1, len(text)):
            if unicodedata.combining(text[k]) in (0, 230):
                return k if unicodedata.combining(text[k]) == 230 else None
        return None

    if not options["language"]:
        return text.lower()
    turkish = {"I": "\u0131", "\u0130": "i"}
    lithuanian = {"\u00cc": "i\u0307\u0300", "\u00cd": "i\u0307\u0301", "\u0128": "i\u0307\u0303"}
    result = []
    dropped = set()
    for i, c in enumerate(text):
        accent = accent_behind(i) if c in "IJ\u012e" else None
        if options["language"] == "tr" and c == "I" and accent and text[accent] == "\u0307":
            dropped.add(accent)
            c = "i"
        elif options["language"] == "tr":
            c = turkish.get(c, c)
        elif options["language"] == "lt":
            c = c.lower() + "\u0307" if accent else lithuanian.get(c, c)
        if i not in dropped:
            result.append(c)
    return "".join(result).lower()
)py";

} // namespace

CleaningRegistry::Entry lowerCaseEntry()
{
    return CleaningRegistry::entry<LowerCaseOptions>(
        {.id = "lower_case",
         .title = "Lower case",
         .summary = "Great, GREAT and great become one token. Leave it out where capitals carry "
                    "meaning (names).",
         .example = "\u00c4PFEL \u2192 \u00e4pfel",
         .options = {},
         .tasks = {}},
        lowerCaseSchema(), makeLowerCase, [] { return kLowerCasePython; });
}

} // namespace core
