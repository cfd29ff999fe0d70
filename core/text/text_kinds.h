#pragma once

#include "core/base/option.h"

#include <vector>

namespace core {

std::vector<KindDescription> cleaningKinds(); ///< Family "cleaning".
std::vector<KindDescription> tokeniserKinds(); ///< Family "tokeniser".

} // namespace core
