#pragma once

#include <torch/types.h>

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// The class or the numbers that one text is generated for, or none of both.
struct TextCondition {
    int64_t classIndex = -1;
    std::vector<float> numbers{}; ///< Standardised.

    bool isNone() const { return classIndex < 0 && numbers.empty(); }
    friend bool operator==(const TextCondition&, const TextCondition&) = default;
};

/// As SequenceBatch::classes: [texts] int64, or [texts, numbers] float32; undefined where the texts
/// are generated for nothing. @pre all are of one kind.
torch::Tensor conditionsOf(std::span<const TextCondition> texts, torch::Device device);

} // namespace core
