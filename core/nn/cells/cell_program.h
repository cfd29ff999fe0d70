#pragma once

#include "core/nn/cells/cell_graph.h"
#include "core/nn/kernels/row_program.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace core {

/// The arrays for operands of a cell's program: rows of one direction of one layer.
enum CellArray : int {
    kKeptArray, ///< Per token: values for backward or later steps, CellProgram::keptColumns wide.
    kOutputArray, ///< Per token: h.
    kVectorArray, ///< The same for all rows: CellProgram::vectors.
    kScratchArray, ///< Temporary values of one row at a time.
    kInputArray, ///< Per token: x.
    kGradientArray, ///< Per token: gradients of product results and vector operands.
    kOutputGradientArray, ///< Per token: dL/dh.
    kAcrossArray, ///< Per row of this step: gradients between products.
    kStateArrays, ///< This and the next ones: each state of the previous step.
    kStateGradientArrays = kStateArrays + 4, ///< This and the next ones: dL/d(these).
    kCellArrays = kStateGradientArrays + 4
};
inline constexpr size_t kMostCellStates = 4;

/// One block of a vector parameter.
struct CellVectorBlock {
    size_t parameter = 0;
    int64_t block = 0;
};

/// Some rows of a matrix U [any, columns]. The range wraps around from the last row to the first:
/// a GRU's gates n, r, z, which PyTorch stores in the order r, z, n.
struct CellMatrixRows {
    size_t parameter = 0;
    int64_t first = 0;
    int64_t count = 0;
    int64_t columns = 0;
    int64_t all = 0; ///< Rows of the whole matrix.

    /// Number of rows up to the end of the matrix; the others are its first rows.
    int64_t beforeEnd() const { return count < all - first ? count : all - first; }
};

/// A product of one step, U v.
struct CellProduct {
    /// The addend of the product.
    enum class Onto { Nothing, Result, Vector };

    CellMatrixRows matrix;
    RowOperand from{}; ///< v
    RowOperand to{};
    Onto onto = Onto::Nothing;
    int64_t vector = 0; ///< Column of kVectorArray.
};

/// The backward product: dL/dv from dL/d(U v), and the operands of dL/dU.
struct CellProductGradient {
    CellMatrixRows matrix;
    RowOperand from{}; ///< dL/d(U v), over tokens.
    RowOperand to{}; ///< dL/dv
    RowInto into = RowInto::Overwrite;
    RowOperand value{}; ///< v
};

/// dL/d(one block of a vector) = Σ over tokens of `gradient`, ⊙ `value` if there is one.
struct CellVectorGradient {
    CellVectorBlock of;
    RowOperand gradient{};
    RowOperand value{};
};

/// A cell's equations compiled for float32 on the CPU, for one direction of one layer. Forward, a
/// stage computes its products, then its instructions; backward, in reverse order from the last
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
    /// Computes the first stage instead of instructions. Each row of kKeptArray begins with its
    /// gates in the order of ForwardStep, followed by c (LSTM) and h before the projection; their
    /// gradients form the rows of kGradientArray.
    std::optional<CellKind> kernel;
    /// Backward needs only h, and dL/d(sum) overwrites dL/dh: RNN.
    bool outputSuffices = false;
    /// The parameters that x_t is multiplied with, in the order of their products in each row of
    /// kKeptArray and of their gradients in each row of kGradientArray, both from inputColumn on.
    struct InputParameter {
        size_t parameter = 0;
        int64_t blocks = 0;
    };
    std::vector<InputParameter> inputParameters;
    int64_t inputBlocks = 0; ///< Blocks of all input parameters together.
    int64_t inputColumn = 0;
    /// Blocks of kVectorArray, each the sum of these. The first ones are added to the input's
    /// products; a kernel adds all of them to its gates.
    std::vector<std::vector<CellVectorBlock>> vectors;
    std::vector<Stage> forward;
    std::vector<GradientStage> backward; ///< [stage], like forward.
    std::vector<CellVectorGradient> vectorGradients;
    std::vector<RowOperand> stateResults; ///< [state] location of its next value.
    RowOperand inputGradient{}; ///< dL/dx if the equations contain x_t itself.
    // Floats of a row:
    int64_t keptColumns = 0, gradientColumns = 0, scratchColumns = 0, acrossColumns = 0;
    int64_t keptPerUnit = 0; ///< Floats of a token that a hidden unit keeps for backward, roughly.

    bool projects() const { return sizes.output != sizes.hidden; }
    /// Floats of a state of one sequence.
    int64_t stateSize(size_t state) const { return state == 0 ? sizes.output : sizes.hidden; }
};

/// Compiles a graph. A graph with a kernel has a handwritten program. In all others, sums are fused
/// with their products, gates overwrite their sums, and only values that backward needs are kept.
/// @throws Error{Internal} for unsupported equations: a state that becomes a parameter, the
/// input or a product of it, an output that becomes a norm, more than kMostCellStates states, a
/// projection without a kernel.
CellProgram compiledCell(const CellGraph& graph, const CellSizes& sizes);

} // namespace core
