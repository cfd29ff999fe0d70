#pragma once

#include "core/base/option.h"

#include <vector>

namespace core {

std::vector<KindDescription> searchKinds(); ///< Family "search".

} // namespace core
