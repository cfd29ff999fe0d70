#pragma once

#include "core/base/json.h"

#include <cstdint>
#include <string>

namespace core {

/// The value of a setting in a spec as JSON, by its path ("training.epochs"): the kind of a
/// selection, else the value as JSON writes it. Empty: there is no such setting.
std::string settingValue(const Json& spec, const std::string& path);

/// The next of 1, 1.5, 2, 3, 4, 5, 6, 8, 10 times a power of ten that is not below `number`: a
/// round limit for lengths and vocabularies.
int64_t roundedUp(int64_t number);

} // namespace core
