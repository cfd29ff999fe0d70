#pragma once

// A small program over rows of floats: what the equations of a cell do between their products.
// Plain arrays, no LibTorch.

#include <cstdint>

namespace core {

struct Rows;

enum class RowOperation : uint8_t {
    // Forward.
    Copy, ///< to = a
    Add, ///< to = a + b
    Multiply, ///< to = a b
    MultiplyAdd, ///< to = a + b c
    TwoProducts, ///< to = a b + c d
    Blend, ///< to = a b + (1 - a) c
    OneMinus, ///< to = 1 - a
    Sigmoid,
    Tanh,
    Relu,
    Normalise, ///< to = (a - mean) / deviation; the first of `b` takes 1 / deviation.

    // Gradients, a that of a result: added to what `to` holds, or put there.
    GradientCopy, ///< a
    GradientMultiply, ///< a b
    GradientOneMinus, ///< -a
    GradientOfShare, ///< a (b - c): of Blend's first.
    GradientOfRest, ///< a (1 - b): of Blend's last.
    GradientSigmoid, ///< a b (1 - b), b the result.
    GradientTanh, ///< a (1 - b b)
    GradientRelu, ///< a where b > 0
    GradientNormalise, ///< b the result, c as b of Normalise.
};

/// Where an instruction finds a row: `column` floats behind the beginning of row r of an array.
struct RowOperand {
    int array = -1;
    int64_t column = 0;
};

enum class RowInto : uint8_t { Overwrite, Add };

struct RowInstruction {
    RowOperation operation = RowOperation::Copy;
    RowInto into = RowInto::Overwrite; ///< Gradients only.
    int64_t count = 0; ///< Floats of a row.
    RowOperand to{}, a{}, b{}, c{}, d{};
};

/// Instructions that are run one after another for each row, while what they leave for each other
/// is in the nearest cache.
struct RowProgram {
    const RowInstruction* instructions = nullptr;
    int64_t size = 0;
    /// The arrays that the operands number; stride 0 gives every row the same one.
    const Rows* arrays = nullptr;
};

} // namespace core
