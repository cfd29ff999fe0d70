#pragma once

#include "core/text/tokenisers/tokeniser.h"

namespace core {

// One function a tokeniser; registry.cpp lists them.

TokeniserRegistry::Entry whiteSpaceEntry();
TokeniserRegistry::Entry basicEnglishEntry();
TokeniserRegistry::Entry punctuationEntry();
TokeniserRegistry::Entry characterEntry();
TokeniserRegistry::Entry byteEntry();
TokeniserRegistry::Entry sentencePieceUnigramEntry();
TokeniserRegistry::Entry sentencePieceBpeEntry();

} // namespace core
