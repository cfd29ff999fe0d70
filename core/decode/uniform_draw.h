#pragma once

#include <cstdint>
#include <initializer_list>

namespace core {

/// A number in [0, 1) that depends on its three arguments alone and is the same on every machine:
/// the finaliser of SplitMix64 (Steele, Lea and Flood, 2014) over each in turn; the upper 53 bits
/// become the fraction. Being no sequence, the draw of one step does not depend on whether the
/// steps before it were drawn or forced.
inline double uniformDraw(uint64_t seed, uint64_t stream, uint64_t step)
{
    uint64_t state = 0;
    for (const uint64_t part : {seed, stream, step}) {
        state = (state ^ part) + 0x9E3779B97F4A7C15ULL;
        state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9ULL;
        state = (state ^ (state >> 27)) * 0x94D049BB133111EBULL;
        state ^= state >> 31;
    }
    return static_cast<double>(state >> 11) * 0x1.0p-53;
}

} // namespace core
