#pragma once

#include "core/nn/cells/cell_graph.h"
#include "core/nn/kernels/row_program.h"

#include <cstdint>
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

/// A product of one step, U v, for some blocks of the rows of U.
struct CellProduct {
    /// What the product is added to.
    enum class Onto { Nothing, Result, Vector };

    size_t parameter = 0;
    int64_t firstBlock = 0;
    int64_t blocks = 0;
    RowOperand from{}; ///< v
    RowOperand to{};
    Onto onto = Onto::Nothing;
    int64_t vector = 0; ///< Column of kVectorArray.
};

/// The same backward: dL/dv from dL/d(U v); and what dL/dU is summed from.
struct CellProductGradient {
    size_t parameter = 0;
    int64_t firstBlock = 0;
    int64_t blocks = 0;
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
    /// The parameters that x_t is multiplied with, in the order in which their products begin each
    /// row of kKeptArray and their gradients each row of kGradientArray.
    struct InputParameter {
        size_t parameter = 0;
        int64_t blocks = 0;
    };
    std::vector<InputParameter> inputParameters;
    int64_t inputBlocks = 0; ///< Of all of them together.
    /// Blocks of kVectorArray, each the sum of these. The first are added to the input's products.
    std::vector<std::vector<CellVectorBlock>> vectors;
    std::vector<Stage> forward;
    std::vector<GradientStage> backward; ///< [stage], as forward.
    std::vector<CellVectorGradient> vectorGradients;
    std::vector<RowOperand> stateResults; ///< [state] where its next value lies.
    RowOperand inputGradient{}; ///< dL/dx where x_t itself stands in the equations.
    // Floats of a row:
    int64_t keptColumns = 0, gradientColumns = 0, scratchColumns = 0, acrossColumns = 0;
};

/// Sums become part of the products that they add up, gates take the place of their sums, and only
/// what backward needs is kept.
/// @throws Error{Internal} for equations that it cannot do: a state that becomes a parameter, more
/// than kMostCellStates states, a projection.
CellProgram compiledCell(const CellGraph& graph, const CellSizes& sizes);

} // namespace core
