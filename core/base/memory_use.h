#pragma once

#include <cstdint>

namespace core {

/// Bytes of main memory that this process holds at this moment (resident set); 0 when the system
/// does not say.
int64_t residentMemoryBytes();

} // namespace core
