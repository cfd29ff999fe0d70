#include "core/base/python_piece.h"
#include "core/text/tokenisers/tokeniser.h"
#include "core/text/tokenisers/word_tokeniser.h"

namespace core {

namespace {

void takeWhole(std::string_view text, TokenViews& views)
{
    views.tokens.clear();
    if (!text.empty())
        views.tokens.push_back(text);
}

} // namespace

TokeniserRegistry::Entry wholeEntry()
{
    return TokeniserRegistry::entry<NoOptions>(
        {.id = "whole",
         .title = "Not divided",
         .summary = "The whole text is one token, with the spaces in it. For tokens that the data "
                    "divide, as those of tagged sentences.",
         .example = "10 000 \u2192 10 000",
         .tasks = {"tagging"}},
        Schema<NoOptions>(),
        [](const NoOptions&) -> std::unique_ptr<Tokeniser> {
            return std::make_unique<WordTokeniser>(takeWhole, joinedByBlanks);
        },
        [] { return pythonPiece("tokenisers/whole"); });
}

} // namespace core
