#include "core/model/translator_registry.h"

namespace core {

const std::vector<TranslatorEntry>& translatorEntries()
{
    static const std::vector<TranslatorEntry> entries
        = {recurrentTranslator(), transformerTranslator()};
    return entries;
}

} // namespace core
