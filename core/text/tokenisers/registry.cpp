#include "core/text/text_kinds.h"
#include "core/text/tokenisers/entries.h"

namespace core {

const TokeniserRegistry& tokeniserRegistry()
{
    static const TokeniserRegistry registry("tokeniser",
                                            {basicEnglishEntry(), punctuationEntry(),
                                             whiteSpaceEntry(), characterEntry(), byteEntry(),
                                             sentencePieceUnigramEntry(), sentencePieceBpeEntry()});
    return registry;
}

std::vector<KindDescription> tokeniserKinds()
{
    return tokeniserRegistry().descriptions();
}

} // namespace core
