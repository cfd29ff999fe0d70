#pragma once

#include <cstdint>

namespace core {

/// Floating-point operations a second of large float32 matrix products on the threads that are
/// set: the best of several, by LibTorch and by the recurrent engine, whichever is quicker here.
/// Takes a fraction of a second.
double measuredSgemmFlops();

/// Gives unused memory back and lets peakMemoryBytes() begin anew.
/// @return false where the system cannot forget a peak (it is not Linux, or /proc is read-only).
bool forgetPeakMemory();

/// Bytes of main memory that this process held at most since forgetPeakMemory(), shared libraries
/// included; 0 when the system does not say.
int64_t peakMemoryBytes();

} // namespace core
