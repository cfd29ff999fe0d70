#include "core/base/python_piece.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"
#include "core/text/unicode.h"

namespace core {

namespace {

void splitAtWhiteSpace(std::string_view text, TokenViews& views)
{
    views.tokens.clear();
    size_t start = 0;
    for (size_t i = 0; i < text.size();) {
        const size_t space = whiteSpaceLength(text, i);
        if (space == 0) {
            ++i;
            continue;
        }
        if (i > start)
            views.tokens.push_back(text.substr(start, i - start));
        i += space;
        start = i;
    }
    if (text.size() > start)
        views.tokens.push_back(text.substr(start));
}

} // namespace

TokeniserRegistry::Entry whiteSpaceEntry()
{
    return TokeniserRegistry::entry<NoOptions>(
        {.id = "white_space",
         .title = "White space",
         .summary = "Splits at white space and nowhere else. For texts that are already split into "
                    "tokens; elsewhere \"good.\" and \"good\" are two tokens.",
         .example = "It's good. \u2192 It's | good."},
        Schema<NoOptions>(),
        [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordTokeniser>(splitAtWhiteSpace, joinedByBlanks);
        },
        [] { return pythonPiece("tokenisers/white_space"); });
}

} // namespace core
