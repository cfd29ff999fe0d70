#pragma once

#include <cstdint>

namespace core {

/// Between two states of SplitMix64: the golden ratio in 64 bits.
inline constexpr uint64_t kSeedStep = 0x9E3779B97F4A7C15ULL;

/// The output function of SplitMix64: every bit of the result depends on every bit given.
inline uint64_t mixedBits(uint64_t bits)
{
    bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
    bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
    return bits ^ (bits >> 31U);
}

/// Random numbers that depend on a seed only, equal on every machine: SplitMix64 of Steele, Lea and
/// Flood (2014).
class SeededNumbers {
public:
    explicit SeededNumbers(uint64_t seed) : m_state(seed) { }
    /// Independent streams for the parts of one seed.
    SeededNumbers(uint64_t seed, uint64_t part)
        : m_state(mixedBits(seed ^ mixedBits(part + kSeedStep)))
    {
    }

    uint64_t next() { return mixedBits(m_state += kSeedStep); }
    /// 0 to limit - 1.
    uint32_t below(uint32_t limit)
    {
        return static_cast<uint32_t>(((next() >> 32U) * limit) >> 32U);
    }
    /// 0 to 1, 1 excluded.
    float share() { return static_cast<float>(next() >> 40U) * 0x1p-24F; }

private:
    uint64_t m_state;
};

} // namespace core
