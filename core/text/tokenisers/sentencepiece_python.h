#pragma once

#include "core/text/subword/subword_model.h"

#include <string>

namespace core {

/// Python source with token_ids(text) and joined(tokens), see python_source.h, that divides texts
/// as the SentencePiece library does: it reads tokeniser.model itself and needs no module beyond
/// the standard library.
std::string sentencePiecePython(SubwordKind kind);

} // namespace core
