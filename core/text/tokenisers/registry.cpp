#include "core/text/tokenisers/tokeniser.h"

namespace core {

// One function a tokeniser.
TokeniserRegistry::Entry whiteSpaceEntry();
TokeniserRegistry::Entry basicEnglishEntry();
TokeniserRegistry::Entry punctuationEntry();
TokeniserRegistry::Entry characterEntry();
TokeniserRegistry::Entry byteEntry();
TokeniserRegistry::Entry sentencePieceUnigramEntry();
TokeniserRegistry::Entry sentencePieceBpeEntry();
TokeniserRegistry::Entry wholeEntry();

const TokeniserRegistry& tokeniserRegistry()
{
    static const TokeniserRegistry registry(
        "tokeniser",
        {basicEnglishEntry(), punctuationEntry(), whiteSpaceEntry(), characterEntry(), byteEntry(),
         sentencePieceUnigramEntry(), sentencePieceBpeEntry(), wholeEntry()});
    return registry;
}

std::vector<KindDescription> tokeniserKinds()
{
    return tokeniserRegistry().descriptions();
}

} // namespace core
