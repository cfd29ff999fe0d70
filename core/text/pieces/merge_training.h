#pragma once

#include "core/base/monitor.h"

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// A distinct word of the training texts, divided into pieces.
struct CountedWord {
    std::vector<int32_t> pieces; ///< Ids.
    int64_t count = 0; ///< How often the word occurs.
};

/// Two neighbouring pieces that become one.
using PiecePair = std::pair<int32_t, int32_t>;

struct MergeLimits {
    size_t pieces = 0; ///< Largest number of pieces in all.
    int64_t minimumFrequency = 1; ///< A pair must occur so often.
};

/// Learns pieces by byte-pair encoding (Sennrich, Haddow & Birch 2016, arXiv:1508.07909): joins the
/// most frequent pair of neighbours in all words until `limits` are reached. Pairs that are equally
/// frequent are taken in the order of their ids, as in the trainer of Hugging Face's tokenizers, so
/// that neither threads nor the order of the words matter.
///
/// @param pieces  the alphabet by id; what is learnt is appended.
/// @param joined  the text of two pieces as one.
/// @returns the pairs in the order in which they were joined.
std::vector<PiecePair> learnMerges(
    std::vector<CountedWord> words, std::vector<std::string>& pieces, const MergeLimits& limits,
    const std::function<std::string(const std::string&, const std::string&)>& joined,
    const Monitor& monitor);

} // namespace core
