#pragma once

#include "core/model/translators/translator_entries.h"

namespace core {

/// All networks that translate, in the order in which users see them.
const std::vector<TranslatorEntry>& translatorEntries();

} // namespace core
