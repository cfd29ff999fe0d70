#pragma once

#include "core/base/text_list.h"

#include <string>

namespace core {

/// The first whose translation can be taken in at a glance; else the first of all.
std::string shortSentence(core::TextList texts);

} // namespace core
