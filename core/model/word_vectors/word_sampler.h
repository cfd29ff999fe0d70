#pragma once

#include "core/base/seeded_numbers.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

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
