#pragma once

#include <string>
#include <vector>

namespace core {

/// The first whose translation can be taken in at a glance; else the first of all.
std::string shortSentence(const std::vector<std::string>& texts);

} // namespace core
