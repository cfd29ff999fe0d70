#pragma once

// The arithmetic of one layer of a compiled cell on plain arrays. cell_layer.h owns the memory and
// talks to autograd.

#include "core/nn/batch/packed_layout.h"
#include "core/nn/cells/cell_program.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/memory/float_memory.h"

#include <torch/types.h>

#include <memory>
#include <vector>

namespace core {

/// The weights of one direction, laid out for the kernels; matrices for one way only.
struct PackedCell {
    FloatMemory input; ///< Of all parameters that x meets.
    std::vector<FloatMemory> products; ///< In the order of the program's stages.
    std::vector<float> vectors; ///< CellProgram::vectors
};

/// @param weights  as CellGraph's parameters.
PackedCell packCellForward(const CellProgram& program, const std::vector<torch::Tensor>& weights);
PackedCell packCellBackward(const CellProgram& program, const std::vector<torch::Tensor>& weights);

/// The arrays of one layer. Those over tokens hold all directions side by side in each row. States
/// are [directions, batch, CellProgram::stateSize()] by place.
struct CellArrays {
    const PackedLayout* layout = nullptr;
    const CellProgram* program = nullptr;
    int64_t directions = 1;
    std::vector<std::shared_ptr<const PackedCell>> weights; ///< [direction]
    const float* input = nullptr; ///< [tokens, input]
    std::vector<const float*> initial; ///< [state]; null: zero.
    /// [tokens, directions * keptColumns]; backward null where CellProgram::outputSuffices.
    float* kept = nullptr;
    float* output = nullptr; ///< [tokens, directions * output]

    // Backward:
    /// Taken: [tokens, directions * gradientColumns], where CellProgram::outputSuffices that of the
    /// output.
    float* gradient = nullptr;
    float* outputGradient = nullptr; ///< In: from above. Out: with what came through time.
    /// [state] of h that of the first states, zeroed, or null: not wanted. Of the others in: of the
    /// last states; out: of the first.
    std::vector<float*> stateGradients;
    float* inputGradient = nullptr; ///< Taken; null: not wanted.
};

/// The rows that belong to one direction in an array of all of them; of no array: null rows.
template <typename Float> struct Lanes {
    Float* base = nullptr;
    int64_t stride = 0;

    auto from(int64_t row) const
    {
        using Result = std::conditional_t<std::is_const_v<Float>, ConstRows, Rows>;
        return base == nullptr ? Result{} : Result{base + row * stride, stride};
    }
};

/// Of an array over tokens, in which the directions stand side by side in each row.
template <typename Float>
Lanes<Float> tokenLanes(Float* array, int64_t width, int64_t direction, int64_t directions)
{
    return {array == nullptr ? nullptr : array + direction * width, directions * width};
}

/// Of an array of states [directions, batch, width].
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

/// Through time: fills `gradient`, completes `outputGradient` and `stateGradients`, then fills
/// `inputGradient`.
void sweepCellBackward(const CellArrays& arrays);

/// Sums over all tokens, in the same order whatever the number of threads. After
/// sweepCellBackward.
/// @param into  [direction][parameter] zeroed, shaped as the parameters; null: left out.
void sumCellGradients(const CellArrays& arrays, const std::vector<std::vector<float*>>& into);

} // namespace core
