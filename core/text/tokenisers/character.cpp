#include "core/base/error.h"
#include "core/text/tokenisers/entries.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/unicode.h"

#include <unicode/brkiter.h>
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
        Schema<NoOptions>(), [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordTokeniser>(splitIntoCharacters);
        });
}

} // namespace core
