#include "core/model/translator_registry.h"

namespace core {

const std::vector<TranslatorEntry>& translatorEntries()
{
    static const std::vector<TranslatorEntry> entries = {recurrentTranslator()};
    return entries;
}

} // namespace core
