#pragma once

// The arithmetic of one layer of a compiled cell on plain arrays. cell_layer.h owns the memory and
// connects it with autograd.

#include "core/nn/batch/packed_layout.h"
#include "core/nn/cells/cell_program.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/memory/float_memory.h"

#include <torch/types.h>

#include <memory>
#include <vector>

namespace core {

/// The weights of one direction, packed for the kernels; matrices for forward or backward only.
struct PackedCell {
    FloatMemory input; ///< All parameters that x is multiplied with.
    std::vector<FloatMemory> products; ///< In the order of the program's stages.
    std::vector<float> vectors; ///< CellProgram::vectors
};

/// @param weights  as CellGraph's parameters.
PackedCell packCellForward(const CellProgram& program, const std::vector<torch::Tensor>& weights);
PackedCell packCellBackward(const CellProgram& program, const std::vector<torch::Tensor>& weights);

/// The arrays of one layer. Each row of an array over tokens holds all directions side by side.
/// States are [directions, batch, CellProgram::stateSize()] by place.
struct CellArrays {
    const PackedLayout* layout = nullptr;
    const CellProgram* program = nullptr;
    int64_t directions = 1;
    std::vector<std::shared_ptr<const PackedCell>> weights; ///< [direction]
    const float* input = nullptr; ///< [tokens, input]
    std::vector<const float*> initial; ///< [state]; null: zero.
    /// [tokens, directions * keptColumns]; null in backward if CellProgram::outputSuffices.
    float* kept = nullptr;
    float* output = nullptr; ///< [tokens, directions * output]

    // Backward:
    /// Output: [tokens, directions * gradientColumns]; the same as the output's gradient if
    /// CellProgram::outputSuffices.
    float* gradient = nullptr;
    float* outputGradient = nullptr; ///< In: from above. Out: plus the part through time.
    /// [state] For h, out: the gradient of the first states, zeroed; null: not wanted. For the
    /// others, in: the gradient of the last states; out: that of the first ones.
    std::vector<float*> stateGradients;
    float* inputGradient = nullptr; ///< Output; null: not wanted.
};

/// The rows of one direction in an array of all directions; null rows if there is no array.
template <typename Float> struct Lanes {
    Float* base = nullptr;
    int64_t stride = 0;

    auto from(int64_t row) const
    {
        using Result = std::conditional_t<std::is_const_v<Float>, ConstRows, Rows>;
        return base == nullptr ? Result{} : Result{base + row * stride, stride};
    }
};

/// The lanes of an array over tokens; the directions are side by side in each row.
template <typename Float>
Lanes<Float> tokenLanes(Float* array, int64_t width, int64_t direction, int64_t directions)
{
    return {array == nullptr ? nullptr : array + direction * width, directions * width};
}

/// The lanes of an array of states [directions, batch, width].
template <typename Float>
Lanes<Float> stateLanes(Float* array, int64_t width, int64_t direction, int64_t batch)
{
    return {array == nullptr ? nullptr : array + direction * batch * width, width};
}

inline Direction directionOf(int64_t index)
{
    return index == 0 ? Direction::Forward : Direction::Reverse;
}

/// Fills `kept` and `output`.
void sweepCellForward(const CellArrays& arrays);

/// Backpropagates through time: fills `gradient`, completes `outputGradient` and `stateGradients`,
/// then fills `inputGradient`.
void sweepCellBackward(const CellArrays& arrays);

/// Sums the parameters' gradients over all tokens, in an order that does not depend on the number
/// of threads. @pre sweepCellBackward() was called.
/// @param into  [direction][parameter] zeroed, shaped like the parameters; null: skipped.
void sumCellGradients(const CellArrays& arrays, const std::vector<std::vector<float*>>& into);

} // namespace core
