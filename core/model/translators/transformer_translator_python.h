#pragma once

#include "core/model/translator.h"
#include "core/model/translators/transformer_translator_options.h"

#include <string>

namespace core {

/// The class Network of a Transformer encoder-decoder, with what it needs.
std::string transformerTranslatorPython(const TransformerTranslatorOptions& options,
                                        const TranslatorContext& context);

} // namespace core
