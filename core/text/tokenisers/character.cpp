#include "core/base/error.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/unicode.h"

#include <unicode/brkiter.h>
#include <unicode/uniset.h>
#include <unicode/utext.h>

#include <cstdio>
#include <span>

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

/// Characters of one class, as a pattern of icu::UnicodeSet and one for older versions of ICU.
struct CharacterClass {
    const char* name;
    const char* pattern;
    const char* olderPattern = nullptr;
};

constexpr CharacterClass kBreakClasses[] = {{"CR", "[:GCB=CR:]"},
                                            {"LF", "[:GCB=LF:]"},
                                            {"Control", "[:GCB=Control:]"},
                                            {"Extend", "[:GCB=Extend:]"},
                                            {"ZWJ", "[:GCB=ZWJ:]"},
                                            {"SpacingMark", "[:GCB=SpacingMark:]"},
                                            {"Prepend", "[:GCB=Prepend:]"},
                                            {"Regional", "[:GCB=Regional_Indicator:]"},
                                            {"L", "[:GCB=L:]"},
                                            {"V", "[:GCB=V:]"},
                                            {"T", "[:GCB=T:]"},
                                            {"Pictograph", "[:ExtPict:]"}};

/// For rule GB9c, which ICU had before Unicode named the property.
constexpr CharacterClass kConjunctClasses[]
    = {{"Consonant", "[:InCB=Consonant:]",
        "[[[:Gujr:][:Telu:][:Mlym:][:Orya:][:Beng:][:Deva:]]&[:InSC=Consonant:]]"},
       {"Linker", "[:InCB=Linker:]",
        "[[[:Gujr:][:Telu:][:Mlym:][:Orya:][:Beng:][:Deva:]]&[:InSC=Virama:]]"},
       {"Joiner", "[:InCB=Extend:]",
        "[[[:GCB=Extend:]-[:ccc=0:]][:GCB=ZWJ:]-"
        "[[[:Gujr:][:Telu:][:Mlym:][:Orya:][:Beng:][:Deva:]]&[:InSC=Virama:]]]"}};

/// The code points of a class as ranges in hexadecimal: "300-36f 483-489".
std::string rangesOf(const CharacterClass& wanted)
{
    UErrorCode status = U_ZERO_ERROR;
    icu::UnicodeSet set(icu::UnicodeString::fromUTF8(wanted.pattern), status);
    if (U_FAILURE(status) && wanted.olderPattern != nullptr) {
        status = U_ZERO_ERROR;
        set.applyPattern(icu::UnicodeString::fromUTF8(wanted.olderPattern), status);
    }
    if (U_FAILURE(status))
        throw Error(ErrorCode::Internal, {"The rules for characters could not be written.", {}}, {},
                    u_errorName(status));
    std::string ranges;
    for (int32_t i = 0; i < set.getRangeCount(); ++i) {
        char range[32];
        std::snprintf(range, sizeof range, "%s%x-%x", i == 0 ? "" : " ",
                      static_cast<unsigned>(set.getRangeStart(i)),
                      static_cast<unsigned>(set.getRangeEnd(i)));
        ranges += range;
    }
    return ranges;
}

std::string tableOf(const char* name, std::span<const CharacterClass> classes)
{
    std::string table = std::string(name) + " = CharacterClasses({\n";
    for (const CharacterClass& each : classes)
        table += std::string("    \"") + each.name + "\": \"" + rangesOf(each) + "\",\n";
    return table + "})\n";
}

constexpr const char* kClassesPython = R"py(
class CharacterClasses:
    """Which class a character is in, from ranges of code points such as "300-36f 483-489"."""

    def __init__(self, classes):
        self.ranges = sorted(
            tuple(int(end, 16) for end in part.split("-")) + (name,)
            for name, parts in classes.items() for part in parts.split())
        self.starts = [first for first, last, name in self.ranges]

    def of(self, c):
        i = bisect.bisect_right(self.starts, ord(c)) - 1
        return self.ranges[i][2] if i >= 0 and ord(c) <= self.ranges[i][1] else "Other"


)py";

constexpr const char* kCharacterPython = R"py(

def joins(before, kind):
    """Whether no break is between two classes, by the rules GB3 to GB9b of UAX 29."""
    hard = ("CR", "LF", "Control")
    if before in hard or kind in hard:
        return before == "CR" and kind == "LF"
    return (before == "L" and kind in ("L", "V", "LV", "LVT")
            or before in ("LV", "V") and kind in ("V", "T")
            or before in ("LVT", "T") and kind == "T"
            or kind in ("Extend", "ZWJ", "SpacingMark")
            or before == "Prepend")


def tokens(text):
    """Characters as a reader sees them: extended grapheme clusters (UAX 29)."""
    result = []
    before = "CR"  # nothing joins at the start, as nothing but LF joins CR
    pictograph = False  # a pictograph, what extends it and perhaps a ZWJ stand before (GB11)
    consonant = linker = False  # an Indic consonant, joiners, and a linker among them (GB9c)
    regionals = 0  # halves of flags directly before (GB12, GB13)
    for c in text:
        syllable = 0xAC00 <= ord(c) <= 0xD7A3
        kind = ("LV" if (ord(c) - 0xAC00) % 28 == 0 else "LVT") if syllable else BREAKS.of(c)
        conjunct = CONJUNCTS.of(c)
        joined = result and (
            joins(before, kind)
            or pictograph and before == "ZWJ" and kind == "Pictograph"
            or consonant and linker and conjunct == "Consonant"
            or regionals % 2 == 1 and kind == "Regional")
        if joined:
            result[-1] += c
        else:
            result.append(c)
        pictograph = kind == "Pictograph" or (
            pictograph and kind in ("Extend", "ZWJ") and before != "ZWJ")
        linker = conjunct == "Linker" or linker and conjunct == "Joiner"
        consonant = conjunct == "Consonant" or consonant and conjunct in ("Linker", "Joiner")
        regionals = regionals + 1 if kind == "Regional" else 0
        before = kind
    return result


def joined(tokens):
    return "".join(tokens)
)py";

/// The tables are ours, so that the module divides as we do whatever Unicode its Python knows.
std::string characterPython()
{
    return std::string("import bisect\n\n") + kClassesPython + tableOf("BREAKS", kBreakClasses)
        + tableOf("CONJUNCTS", kConjunctClasses) + kCharacterPython;
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
         .example = "caf\u00e9 \u2192 c | a | f | \u00e9",
         .options = {},
         .tasks = {}},
        Schema<NoOptions>(),
        [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordTokeniser>(splitIntoCharacters, concatenated);
        },
        characterPython);
}

} // namespace core
