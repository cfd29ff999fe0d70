#pragma once

#include "core/base/formula.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

class Readout;

/// One attention matrix: how much each query position (row) takes from each key position (column).
struct AttentionMap {
    std::string group; ///< "encoder", "decoder" (target on itself), "cross" (target on source).
    int64_t layer = 0;
    int64_t head = 0;
    int64_t rows = 0, columns = 0;
    std::vector<float> weights; ///< Row-major [rows * columns]; each row sums to 1.
    /// What the softmax was taken of; -infinity where masked. Empty where it is not known.
    std::vector<float> scores;
    Formula formula; ///< Of a score: "e = qᵀ k / √d, d = 32"; empty where it is not known.
};

/// One attention matrix. Labels may be empty.
void describeAttention(const AttentionMap& map, const std::vector<std::string>& queries,
                       const std::vector<std::string>& keys, Readout& readout);

} // namespace core
