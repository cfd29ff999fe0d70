#pragma once

#include "core/model/model_entry.h"
#include "core/model/translator.h"

namespace core {

using TranslatorEntry = ModelEntry<Translator, TranslatorContext>;
using TranslatorRegistry = Registry<std::shared_ptr<Translator>, const TranslatorContext&>;

TranslatorEntry recurrentTranslator();
TranslatorEntry transformerTranslator();

} // namespace core
