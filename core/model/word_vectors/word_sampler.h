#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// Random numbers that depend on a seed only, equal on every machine: SplitMix64 of Steele, Lea and
/// Flood (2014).
class SeededNumbers {
public:
    explicit SeededNumbers(uint64_t seed) : m_state(seed) { }
    /// Independent streams for the parts of one seed.
    SeededNumbers(uint64_t seed, uint64_t part) : m_state(mixed(seed ^ mixed(part + kStep))) { }

    uint64_t next() { return mixed(m_state += kStep); }
    /// 0 to limit - 1.
    uint32_t below(uint32_t limit)
    {
        return static_cast<uint32_t>(((next() >> 32U) * limit) >> 32U);
    }
    /// 0 to 1, 1 excluded.
    float share() { return static_cast<float>(next() >> 40U) * 0x1p-24F; }

private:
    static constexpr uint64_t kStep = 0x9E3779B97F4A7C15ULL;
    static uint64_t mixed(uint64_t bits)
    {
        bits = (bits ^ (bits >> 30U)) * 0xBF58476D1CE4E5B9ULL;
        bits = (bits ^ (bits >> 27U)) * 0x94D049BB133111EBULL;
        return bits ^ (bits >> 31U);
    }

    uint64_t m_state;
};

/// Draws words with a probability in proportion to a power of their count, by the alias method of
/// Walker (1977) as Vose (1991) builds its tables.
class WordSampler {
public:
    /// @param counts  by id. @param exponent  of the counts; words without a count are never drawn.
    WordSampler(std::span<const int64_t> counts, double exponent);

    int32_t draw(SeededNumbers& numbers) const
    {
        const Slot& slot = m_slots[numbers.below(static_cast<uint32_t>(m_slots.size()))];
        return numbers.share() < slot.keep ? slot.word : slot.other;
    }
    /// Whether there are two words, so that another than a given one can be drawn.
    bool hasChoice() const { return m_slots.size() > 1; }

private:
    struct Slot {
        float keep = 1.0F;
        int32_t word = 0, other = 0;
    };
    std::vector<Slot> m_slots;
};

/// The probability with which an occurrence of each word is kept, by id: sqrt(t / f) + t / f for a
/// word of frequency f, at most 1. As in the programs word2vec and fastText; the paper has
/// sqrt(t / f) alone (Mikolov et al. 2013, arXiv:1310.4546).
/// @param threshold  t; 0: all are kept.
std::vector<float> keepProbabilities(std::span<const int64_t> counts, double threshold);

} // namespace core
