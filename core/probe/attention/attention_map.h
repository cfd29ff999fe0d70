#pragma once

#include "core/base/formula.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

class Readout;

/// One attention matrix: the weight of each key position (column) for each query position (row).
struct AttentionMap {
    std::string group; ///< "encoder", "decoder" (target on itself), "cross" (target on source).
    int64_t layer = 0;
    int64_t head = 0;
    int64_t rows = 0, columns = 0;
    std::vector<float> weights; ///< Row-major [rows * columns]; each row sums to 1.
    /// The input of the softmax; -infinity where masked. Empty if unknown.
    std::vector<float> scores;
    Formula formula; ///< Formula of a score: "e = qᵀ k / √d, d = 32"; empty if unknown.
};

/// One attention matrix. Labels may be empty.
void describeAttention(const AttentionMap& map, const std::vector<std::string>& queries,
                       const std::vector<std::string>& keys, Readout& readout);

} // namespace core
