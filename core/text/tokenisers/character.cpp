#include "core/base/error.h"
#include "core/base/python_piece.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/tokens/unicode.h"

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

/// Lines of a table.
std::string tableOf(std::span<const CharacterClass> classes)
{
    std::string table;
    for (const CharacterClass& each : classes)
        table += "\"" + std::string(each.name) + "\": \"" + rangesOf(each) + "\",\n";
    return table;
}

/// The tables are ours, so that the module divides as we do whatever Unicode its Python knows.
std::string characterPython()
{
    return pythonPiece(
        "tokenisers/character",
        {{"BREAK_RANGES", tableOf(kBreakClasses)}, {"CONJUNCT_RANGES", tableOf(kConjunctClasses)}});
}

} // namespace

TokeniserRegistry::Entry characterEntry()
{
    return TokeniserRegistry::entry<NoOptions>(
        {.id = "character",
         .title = "Character",
         .summary
         = "Each character as a reader sees it is a token, including spaces; a letter with "
           "its accents or an emoji of several parts is one. The vocabulary is small, "
           "hardly any token is unknown, and sequences are long. For names and spelling.",
         .example = "caf\u00e9 \u2192 c | a | f | \u00e9"},
        Schema<NoOptions>(),
        [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordTokeniser>(splitIntoCharacters, concatenated);
        },
        characterPython);
}

} // namespace core
