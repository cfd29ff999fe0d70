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
TokeniserRegistry::Entry wordPieceEntry();
TokeniserRegistry::Entry byteBpeEntry();
TokeniserRegistry::Entry wholeEntry();

const TokeniserRegistry& tokeniserRegistry()
{
    static const TokeniserRegistry registry("tokeniser",
                                            {basicEnglishEntry(), punctuationEntry(),
                                             whiteSpaceEntry(), characterEntry(), byteEntry(),
                                             sentencePieceUnigramEntry(), sentencePieceBpeEntry(),
                                             wordPieceEntry(), byteBpeEntry(), wholeEntry()});
    return registry;
}

std::vector<KindDescription> tokeniserKinds()
{
    return tokeniserRegistry().descriptions();
}

bool learnsSubwords(const std::string& kind)
{
    return tokeniserRegistry().make({kind, Json::object()})->hasModel();
}

} // namespace core
