#pragma once

#include "core/base/monitor.h"
#include "core/model/word_vectors.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// How often two words stand near each other.
struct Cooccurrence {
    int32_t first = 0, second = 0; ///< first <= second
    float weight = 0.0F;
};

/// All pairs of words that stand at most a window apart in a passage, each occurrence counted by
/// the inverse of its distance, as the program `cooccur` of GloVe does. Shuffled by a seed; blocks
/// of them are the items that word vectors are learnt from.
class Cooccurrences {
public:
    static constexpr int64_t kBlock = 1000;

    /// @param words  size of the vocabulary. @throws Error{Cancelled}.
    Cooccurrences(const Passages& text, int64_t words, int64_t window, uint64_t seed,
                  const Monitor& monitor);

    int64_t count() const { return static_cast<int64_t>(m_all.size()); }
    /// Pairs of each block.
    const std::vector<int32_t>& lengths() const { return m_lengths; }
    std::span<const Cooccurrence> block(int32_t item) const
    {
        const auto begin = static_cast<size_t>(item) * static_cast<size_t>(kBlock);
        return std::span(m_all).subspan(begin,
                                        static_cast<size_t>(m_lengths[static_cast<size_t>(item)]));
    }

private:
    std::vector<Cooccurrence> m_all;
    std::vector<int32_t> m_lengths;
};

} // namespace core
