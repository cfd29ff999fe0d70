#pragma once

#include "core/nn/cells/cell_graph.h"
#include "core/nn/kernels/row_program.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace core {

/// Arrays that operands of a cell's program lie in, rows of one direction of one layer.
enum CellArray : int {
    kKeptArray, ///< Of the token: what backward or later steps need, CellProgram::keptColumns wide.
    kOutputArray, ///< Of the token: h.
    kVectorArray, ///< The same for all rows: CellProgram::vectors.
    kScratchArray, ///< Of one row at a time.
    kInputArray, ///< Of the token: x.
    kGradientArray, ///< Of the token: gradients of what products gave and vectors met.
    kOutputGradientArray, ///< Of the token: dL/dh.
    kAcrossArray, ///< Of this step's rows: gradients that products are between.
    kStateArrays, ///< And the next ones: each state of the step before.
    kStateGradientArrays = kStateArrays + 4, ///< And the next ones: dL/d(these).
    kCellArrays = kStateGradientArrays + 4
};
inline constexpr size_t kMostCellStates = 4;

/// One block of a vector parameter.
struct CellVectorBlock {
    size_t parameter = 0;
    int64_t block = 0;
};

/// Some rows of a matrix U [any, columns]. They go on at its first row where they pass its last: a
/// GRU's gates n, r, z, which PyTorch has in the order r, z, n.
struct CellMatrixRows {
    size_t parameter = 0;
    int64_t first = 0;
    int64_t count = 0;
    int64_t columns = 0;
    int64_t all = 0; ///< Rows of the whole matrix.

    /// How many of them stand from `first` on; the others are its first rows.
    int64_t beforeEnd() const { return count < all - first ? count : all - first; }
};

/// A product of one step, U v.
struct CellProduct {
    /// What the product is added to.
    enum class Onto { Nothing, Result, Vector };

    CellMatrixRows matrix;
    RowOperand from{}; ///< v
    RowOperand to{};
    Onto onto = Onto::Nothing;
    int64_t vector = 0; ///< Column of kVectorArray.
};

/// The same backward: dL/dv from dL/d(U v); and what dL/dU is summed from.
struct CellProductGradient {
    CellMatrixRows matrix;
    RowOperand from{}; ///< dL/d(U v), over tokens.
    RowOperand to{}; ///< dL/dv
    RowInto into = RowInto::Overwrite;
    RowOperand value{}; ///< v
};

/// dL/d(one block of a vector) = Σ over tokens of `gradient`, ⊙ `value` where there is one.
struct CellVectorGradient {
    CellVectorBlock of;
    RowOperand gradient{};
    RowOperand value{};
};

/// What a cell's equations become for float32 on the CPU, for one direction of one layer. Forward a
/// stage does its products, then its instructions; backward the other way round, from the last
/// stage to the first.
struct CellProgram {
    struct Stage {
        std::vector<CellProduct> products;
        std::vector<RowInstruction> rows;
    };
    struct GradientStage {
        std::vector<RowInstruction> rows;
        std::vector<CellProductGradient> products;
    };

    CellSizes sizes;
    size_t states = 1;
    /// Computes the first stage in place of instructions. Its gates begin each row of kKeptArray in
    /// the order of ForwardStep, then come c (LSTM) and h before its projection; their gradients
    /// make up the rows of kGradientArray.
    std::optional<CellKind> kernel;
    /// Backward needs nothing but h, and dL/d(sum) takes the place of dL/dh: RNN.
    bool outputSuffices = false;
    /// The parameters that x_t is multiplied with, in the order of their products in each row of
    /// kKeptArray and of their gradients in each row of kGradientArray, both from inputColumn on.
    struct InputParameter {
        size_t parameter = 0;
        int64_t blocks = 0;
    };
    std::vector<InputParameter> inputParameters;
    int64_t inputBlocks = 0; ///< Of all of them together.
    int64_t inputColumn = 0;
    /// Blocks of kVectorArray, each the sum of these. The first are added to the input's products;
    /// a kernel adds all of them to its gates itself.
    std::vector<std::vector<CellVectorBlock>> vectors;
    std::vector<Stage> forward;
    std::vector<GradientStage> backward; ///< [stage], as forward.
    std::vector<CellVectorGradient> vectorGradients;
    std::vector<RowOperand> stateResults; ///< [state] where its next value lies.
    RowOperand inputGradient{}; ///< dL/dx where x_t itself stands in the equations.
    // Floats of a row:
    int64_t keptColumns = 0, gradientColumns = 0, scratchColumns = 0, acrossColumns = 0;
    int64_t keptPerUnit = 0; ///< Floats of a token that a hidden unit keeps for backward, roughly.

    bool projects() const { return sizes.output != sizes.hidden; }
    /// Floats of a state of one sequence.
    int64_t stateSize(size_t state) const { return state == 0 ? sizes.output : sizes.hidden; }
};

/// The program of a graph with a kernel is written by hand around that. In all others sums become
/// part of the products that they add up, gates take the place of their sums, and only what
/// backward needs is kept.
/// @throws Error{Internal} for equations that it cannot do: a state that becomes a parameter, more
/// than kMostCellStates states, a projection without a kernel.
CellProgram compiledCell(const CellGraph& graph, const CellSizes& sizes);

} // namespace core
