#pragma once

#include "core/model/translator.h"
#include "core/model/translators/recurrent_options.h"
#include "core/nn/attention_score.h"

#include <string>

namespace core {

/// The class Network of a recurrent encoder-decoder, with its Score.
/// @param attention null: none.
std::string recurrentTranslatorPython(const RecurrentTranslatorOptions& options,
                                      const TranslatorContext& context,
                                      const AttentionScore* attention);

} // namespace core
