#pragma once

// The inner loops of the recurrent engine and of attention: plain float arrays, no LibTorch, no
// standard library, so that they can be compiled once for each instruction set without leaking its
// code elsewhere.

#include "core/nn/kernels/row_program.h"

#include <cstdint>

namespace core {

/// A block of rows of floats; row r begins at `first + r * stride`. Stride 0 repeats one row.
struct ConstRows {
    const float* first = nullptr;
    int64_t stride = 0;
};

struct Rows {
    float* first = nullptr;
    int64_t stride = 0;

    operator ConstRows() const { return {first, stride}; }
};

/// Cells with a kernel for the arithmetic of a step.
enum class CellKind : uint8_t { RnnTanh, RnnRelu, Lstm, Gru };
inline constexpr int64_t kCellKinds = 4;

/// One step of some sequences, forward. Which members are used depends on the cell.
///
/// `gates` holds what the products gave, without biases, and takes the activated gates:
///   LSTM [rows, 4 hidden] i f g o;  GRU [rows, 4 hidden] q r z n with q = U_n h + b_hn;
///   RNN [rows, hidden].
struct ForwardStep {
    int64_t rows = 0;
    int64_t hidden = 0;
    Rows gates;
    const float* bias = nullptr; ///< One row, laid out like `gates`.
    ConstRows previousHidden; ///< GRU
    ConstRows previousCell; ///< LSTM
    Rows cell; ///< LSTM: takes c.
    Rows output; ///< Takes h, before the projection.
};

/// One step of some sequences, backward.
struct BackwardStep {
    int64_t rows = 0;
    int64_t hidden = 0;
    ConstRows gates; ///< As activated by the forward step; unused by RNN.
    ConstRows output; ///< RNN: h.
    ConstRows previousHidden; ///< GRU
    ConstRows previousCell; ///< LSTM
    ConstRows cell; ///< LSTM
    ConstRows outputGradient; ///< dL/dh, before the projection.
    Rows gateGradient; ///< Takes dL/d(what the products gave), laid out like `gates`.
    Rows cellGradient; ///< LSTM: dL/dc from later steps; becomes dL/d(previous c).
    Rows previousGradient; ///< GRU: dL/d(previous h) past the gates is added; may be null.
};

/// Where the gradients of RecurrentKernels::tanhScores are added.
struct TanhScoreGradients {
    float* query = nullptr; ///< [columns]
    Rows keys; ///< [rows, columns]
    float* weights = nullptr; ///< [columns]
};

/// What the softmax of one row and its cross-entropy are made of.
struct SoftmaxSums {
    float most = 0.0F; ///< The largest element.
    float powers = 0.0F; ///< Σ exp(element - most)
    float distances = 0.0F; ///< Σ (element - most)
};

/// Layer normalisation of the sum of two rows, forward. All arrays hold `columns` floats.
struct NormForward {
    int64_t columns = 0;
    const float* input = nullptr;
    const float* added = nullptr; ///< May be `normal`.
    const float* gain = nullptr;
    const float* offset = nullptr;
    float epsilon = 0.0F; ///< Added to the variance.
    float* normal = nullptr; ///< Takes (input + added - mean) / deviation.
    float* output = nullptr; ///< Takes gain * normal + offset.
};

/// The same backward.
struct NormBackward {
    int64_t columns = 0;
    const float* normal = nullptr;
    float inverse = 0.0F; ///< 1 / deviation
    const float* gain = nullptr;
    const float* gradient = nullptr; ///< dL/d(output)
    float* gainGradient = nullptr; ///< dL/d(gain) is added here.
    float* offsetGradient = nullptr; ///< dL/d(offset) is added here.
    float* inputGradient = nullptr; ///< Takes dL/d(input) = dL/d(added).
};

/// The kernels for one instruction set.
///
/// What a row gives never depends on the rows beside it: sums run in the same order wherever the
/// row stands, so results do not depend on how sequences are batched or dealt out to threads.
struct RecurrentKernels {
    const char* name; ///< "base", "avx2" or "avx512".

    /// Floats that `pack` writes for a matrix of `inner` x `columns`.
    int64_t (*packedSize)(int64_t inner, int64_t columns);
    /// Lays out B [inner, columns] for `multiply`; its element (k, n) is at
    /// source[k * innerStride + n * columnStride].
    void (*pack)(const float* source, int64_t innerStride, int64_t columnStride, int64_t inner,
                 int64_t columns, float* packed);
    /// The same for a B whose rows, contiguous, are given one by one.
    void (*packRows)(const float* const* rows, int64_t inner, int64_t columns, float* packed);
    /// C = A B, and C += A B.  A [rows, inner], B packed, C [rows, columns].
    void (*multiply)(int64_t rows, int64_t inner, int64_t columns, ConstRows a, const float* packed,
                     Rows c);
    void (*multiplyAdd)(int64_t rows, int64_t inner, int64_t columns, ConstRows a,
                        const float* packed, Rows c);
    /// C = addend + A B, the addend [rows, columns]; with stride 0 the same row for all.
    void (*multiplyOnto)(int64_t rows, int64_t inner, int64_t columns, ConstRows a,
                         const float* packed, ConstRows addend, Rows c);
    /// C = A^T B, and C += A^T B.  A [inner, rows], B packed [inner, columns], C [rows, columns].
    void (*multiplyTransposed)(int64_t rows, int64_t inner, int64_t columns, ConstRows a,
                               const float* packed, Rows c);
    void (*multiplyTransposedAdd)(int64_t rows, int64_t inner, int64_t columns, ConstRows a,
                                  const float* packed, Rows c);
    /// sums [columns] += every row, from the first to the last.
    void (*addRows)(int64_t rows, int64_t columns, ConstRows from, float* sums);

    /// row <- softmax(scale * row) over its `count` elements, count >= 1.
    void (*softmax)(int64_t count, float scale, float* row);
    /// From dL/d(weights) in `gradient` to dL/d(what softmax was given), in place:
    /// scale * w (g - sum of w g).
    void (*softmaxBackward)(int64_t count, float scale, const float* weights, float* gradient);

    /// out[r] = row r · x.
    void (*dots)(int64_t rows, int64_t columns, ConstRows from, const float* x, float* out);
    /// sums [columns] += Σ_r factors[r] * row r.
    void (*addScaledRows)(int64_t rows, int64_t columns, const float* factors, ConstRows from,
                          float* sums);
    /// Row r += factors[r] * x.
    void (*addOuter)(int64_t rows, int64_t columns, const float* factors, const float* x,
                     Rows into);
    /// out[r] = weights · tanh(query + row r of `keys`), and its derivatives given dL/d(out).
    void (*tanhScores)(int64_t rows, int64_t columns, const float* query, ConstRows keys,
                       const float* weights, float* out);
    void (*tanhScoresBackward)(int64_t rows, int64_t columns, const float* query, ConstRows keys,
                               const float* weights, const float* gradient,
                               const TanhScoreGradients& into);

    /// Of the row's `count` elements, count >= 1. NaN and infinite elements give powers = NaN,
    /// -inf beside finite ones apart, which adds about 1e-38.
    SoftmaxSums (*softmaxSums)(int64_t count, const float* row);
    /// out = factor * exp(row - most) + offset. @pre no element is above `most`.
    void (*scaledExponentials)(int64_t count, const float* row, float most, float factor,
                               float offset, float* out);
    /// @return 1 / deviation.
    float (*normForward)(const NormForward&);
    void (*normBackward)(const NormBackward&);

    /// [CellKind]
    void (*stepForward[kCellKinds])(const ForwardStep&);
    void (*stepBackward[kCellKinds])(const BackwardStep&);

    /// sums [count] += a b, element by element.
    void (*addProduct)(int64_t count, const float* a, const float* b, float* sums);
    /// All instructions for each of the rows.
    void (*runRows)(const RowProgram& program, int64_t rows);

    /// out = x Φ(x), Φ the normal distribution; and its derivative times dL/d(out).
    void (*gelu)(int64_t count, const float* x, float* out);
    void (*geluBackward)(int64_t count, const float* x, const float* gradient, float* out);
};

/// The kernels of the instruction set that the environment variable UNROLL_INSTRUCTION_SET names
/// (instruction_set.h), without it those of the widest set that this processor can run. The
/// variable is read once.
/// @throws Error{BadSetting} when it names a set that this processor does not support.
const RecurrentKernels& recurrentKernels();

} // namespace core
