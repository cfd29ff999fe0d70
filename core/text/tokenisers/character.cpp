#include "core/base/error.h"
#include "core/text/tokenisers/entries.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/unicode.h"

#include <unicode/brkiter.h>
#include <unicode/uniset.h>
#include <unicode/utext.h>

namespace core {

namespace {

/// ICU's rules for user-perceived characters (Unicode Standard Annex 29, extended grapheme
/// clusters). Made once: a clone costs microseconds, a new one reads tables.
std::unique_ptr<icu::BreakIterator> characterBreaks()
{
    static const std::unique_ptr<const icu::BreakIterator> prototype = [] {
        UErrorCode status = U_ZERO_ERROR;
        std::unique_ptr<const icu::BreakIterator> made(
            icu::BreakIterator::createCharacterInstance(icu::Locale::getRoot(), status));
        if (U_FAILURE(status))
            throw Error(ErrorCode::Internal, {"The rules for characters could not be loaded.", {}},
                        {}, u_errorName(status));
        return made;
    }();
    return std::unique_ptr<icu::BreakIterator>(prototype->clone());
}

void splitAscii(std::string_view text, TokenViews& views)
{
    for (size_t i = 0; i < text.size();) {
        // CR LF is one line break, in ICU's rules as well.
        const size_t length = text.substr(i, 2) == "\r\n" ? 2 : 1;
        views.tokens.push_back(text.substr(i, length));
        i += length;
    }
}

void splitIntoCharacters(std::string_view text, TokenViews& views)
{
    views.tokens.clear();
    if (isAscii(text)) {
        splitAscii(text, views);
        return;
    }
    UErrorCode status = U_ZERO_ERROR;
    UText opened = UTEXT_INITIALIZER;
    utext_openUTF8(&opened, text.data(), static_cast<int64_t>(text.size()), &status);
    const auto breaks = characterBreaks();
    breaks->setText(&opened, status);
    int32_t start = breaks->first();
    for (int32_t end = breaks->next(); U_SUCCESS(status) && end != icu::BreakIterator::DONE;
         start = end, end = breaks->next())
        views.tokens.push_back(
            text.substr(static_cast<size_t>(start), static_cast<size_t>(end - start)));
    utext_close(&opened);
    if (U_FAILURE(status))
        throw Error(ErrorCode::Internal, {"A text could not be divided into characters.", {}}, {},
                    u_errorName(status));
}

/// Each value of Unicode's Grapheme_Cluster_Break that has a rule, and Extended_Pictographic.
struct BreakClass {
    const char* name;
    UProperty property;
    int32_t value;
};

constexpr BreakClass kBreakClasses[]
    = {{"CR", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_CR},
       {"LF", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_LF},
       {"Control", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_CONTROL},
       {"Extend", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_EXTEND},
       {"ZWJ", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_ZWJ},
       {"SpacingMark", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_SPACING_MARK},
       {"Prepend", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_PREPEND},
       {"Regional", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_REGIONAL_INDICATOR},
       {"L", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_L},
       {"V", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_V},
       {"T", UCHAR_GRAPHEME_CLUSTER_BREAK, U_GCB_T},
       {"Pictograph", UCHAR_EXTENDED_PICTOGRAPHIC, 1}};

/// The code points of a class as ranges in hexadecimal: "300-36f 483-489".
std::string rangesOf(const BreakClass& wanted)
{
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeSet set;
    set.applyIntPropertyValue(wanted.property, wanted.value, status);
    std::string ranges;
    for (int32_t i = 0; U_SUCCESS(status) && i < set.getRangeCount(); ++i) {
        char range[32];
        std::snprintf(range, sizeof range, "%s%x-%x", i == 0 ? "" : " ",
                      static_cast<unsigned>(set.getRangeStart(i)),
                      static_cast<unsigned>(set.getRangeEnd(i)));
        ranges += range;
    }
    return ranges;
}

constexpr const char* kCharacterPython = R"py(

def break_class(c):
    """The class of a character in the rules of Unicode Standard Annex 29."""
    code = ord(c)
    if 0xAC00 <= code <= 0xD7A3:
        return "LV" if (code - 0xAC00) % 28 == 0 else "LVT"
    i = bisect.bisect_right(BREAK_STARTS, code) - 1
    return BREAK_RANGES[i][2] if i >= 0 and code <= BREAK_RANGES[i][1] else "Other"


def tokens(text):
    """Characters as a reader sees them: extended grapheme clusters, rules GB3 to GB13."""
    result = []
    before = ""
    regionals = 0  # behind each other, directly before
    pictograph = False  # whether a pictograph and what extends it stand directly before
    for c in text:
        kind = break_class(c)
        hard = {"CR", "LF", "Control"}
        joined = (before == "CR" and kind == "LF") or bool(before) and not {before, kind} & hard and (
            (before == "L" and kind in ("L", "V", "LV", "LVT"))
            or (before in ("LV", "V") and kind in ("V", "T"))
            or (before in ("LVT", "T") and kind == "T")
            or kind in ("Extend", "ZWJ", "SpacingMark")
            or before == "Prepend"
            or (pictograph and before == "ZWJ" and kind == "Pictograph")
            or (before == kind == "Regional" and regionals % 2 == 1))
        if joined:
            result[-1] += c
        else:
            result.append(c)
        regionals = regionals + 1 if kind == "Regional" else 0
        # GB11 knows one ZWJ, and behind it the pictograph.
        pictograph = kind == "Pictograph" or (
            pictograph and (kind == "Extend" or kind == "ZWJ") and before != "ZWJ")
        before = kind
    return result
)py";

/// The tables are ours, so that the module divides as we do whatever Unicode its Python knows.
std::string characterPython()
{
    std::string source = "import bisect\n\nBREAK_CLASSES = {\n";
    for (const BreakClass& each : kBreakClasses)
        source += std::string("    \"") + each.name + "\": \"" + rangesOf(each) + "\",\n";
    source += "}\nBREAK_RANGES = sorted(\n"
              "    (int(part.split(\"-\")[0], 16), int(part.split(\"-\")[1], 16), name)\n"
              "    for name, ranges in BREAK_CLASSES.items() for part in ranges.split())\n"
              "BREAK_STARTS = [first for first, last, name in BREAK_RANGES]\n";
    return source + kCharacterPython;
}

} // namespace

TokeniserRegistry::Entry characterEntry()
{
    return TokeniserRegistry::entry<NoOptions>(
        {.id = "character",
         .title = "Character",
         .summary = "Each character as a reader sees it is a token, spaces too; a letter with its "
                    "accents or an emoji of several parts is one. Few tokens, hardly any unknown, "
                    "long sequences. For names and spelling.",
         .formula = "caf\u00e9 \u2192 c | a | f | \u00e9",
         .options = {},
         .tasks = {}},
        Schema<NoOptions>(),
        [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordTokeniser>(splitIntoCharacters);
        },
        characterPython);
}

} // namespace core
