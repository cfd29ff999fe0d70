#pragma once

// The inner loops of the recurrent engine and of attention on plain float arrays. Without LibTorch
// and the standard library they can be compiled once for each instruction set without leaking its
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

/// The cells with a kernel for the arithmetic of a step.
enum class CellKind : uint8_t { RnnTanh, RnnRelu, Lstm, Gru };
inline constexpr int64_t kCellKinds = 4;

/// One step of some sequences, forward. The members used depend on the cell.
///
/// `gates` holds the results of the products, without biases, and receives the activated gates:
///   LSTM [rows, 4 hidden] i f g o;  GRU [rows, 4 hidden] q r z n with q = U_n h + b_hn;
///   RNN [rows, hidden].
struct ForwardStep {
    int64_t rows = 0;
    int64_t hidden = 0;
    Rows gates;
    const float* bias = nullptr; ///< One row, laid out like `gates`.
    ConstRows previousHidden; ///< GRU
    ConstRows previousCell; ///< LSTM
    Rows cell; ///< LSTM: receives c.
    Rows output; ///< Receives h before the projection.
};

/// One step of some sequences, backward.
struct BackwardStep {
    int64_t rows = 0;
    int64_t hidden = 0;
    ConstRows gates; ///< The activated gates of the forward step; unused by RNN.
    ConstRows output; ///< RNN: h.
    ConstRows previousHidden; ///< GRU
    ConstRows previousCell; ///< LSTM
    ConstRows cell; ///< LSTM
    ConstRows outputGradient; ///< dL/dh before the projection.
    Rows gateGradient; ///< Receives dL/d(product results), laid out like `gates`.
    Rows cellGradient; ///< LSTM: dL/dc from later steps; becomes dL/d(previous c).
    Rows previousGradient; ///< GRU: dL/d(previous h) around the gates is added; may be null.
};

/// The arrays to which the gradients of RecurrentKernels::tanhScores are added.
struct TanhScoreGradients {
    float* query = nullptr; ///< [columns]
    Rows keys; ///< [rows, columns]
    float* weights = nullptr; ///< [columns]
};

/// An addition to a row of a table: a multiple of a row of another one.
struct RowAddition {
    int32_t row = 0;
    int32_t source = 0;
    float factor = 0.0F;
};

/// The sums from which the softmax of one row and its cross-entropy are computed.
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
    float* normal = nullptr; ///< Receives (input + added - mean) / deviation.
    float* output = nullptr; ///< Receives gain * normal + offset.
};

/// Layer normalisation of the sum of two rows, backward.
struct NormBackward {
    int64_t columns = 0;
    const float* normal = nullptr;
    float inverse = 0.0F; ///< 1 / deviation
    const float* gain = nullptr;
    const float* gradient = nullptr; ///< dL/d(output)
    float* gainGradient = nullptr; ///< dL/d(gain) is added here.
    float* offsetGradient = nullptr; ///< dL/d(offset) is added here.
    float* inputGradient = nullptr; ///< Receives dL/d(input) = dL/d(added).
};

/// The kernels for one instruction set.
///
/// The result of a row never depends on other rows: sums run in the same order at every position,
/// so results do not depend on how sequences are batched or distributed to threads.
struct RecurrentKernels {
    const char* name; ///< "base", "avx2" or "avx512".

    /// Number of floats that `pack` writes for a matrix of `inner` x `columns`.
    int64_t (*packedSize)(int64_t inner, int64_t columns);
    /// Packs B [inner, columns] for `multiply`; its element (k, n) is at
    /// source[k * innerStride + n * columnStride].
    void (*pack)(const float* source, int64_t innerStride, int64_t columnStride, int64_t inner,
                 int64_t columns, float* packed);
    /// Packs a B given by pointers to its contiguous rows.
    void (*packRows)(const float* const* rows, int64_t inner, int64_t columns, float* packed);
    /// C = A B, and C += A B.  A [rows, inner], B packed, C [rows, columns].
    void (*multiply)(int64_t rows, int64_t inner, int64_t columns, ConstRows a, const float* packed,
                     Rows c);
    void (*multiplyAdd)(int64_t rows, int64_t inner, int64_t columns, ConstRows a,
                        const float* packed, Rows c);
    /// C = addend + A B with addend [rows, columns]; stride 0 repeats one row.
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
    /// Turns dL/d(weights) in `gradient` into dL/d(input of the softmax), in place:
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
    // Tables of word vectors: row r is the `columns` floats from table + r * columns on.
    /// out[i] = row rows[i] · x.
    void (*gatheredDots)(int64_t count, int64_t columns, const int32_t* rows, const float* table,
                         const float* x, float* out);
    /// sums [columns] += Σ_i factors[i] * row rows[i].
    void (*addGathered)(int64_t count, int64_t columns, const int32_t* rows, const float* factors,
                        const float* table, float* sums);
    /// Makes the additions to rows of `table`, from the first to the last; their sources are rows
    /// of `sources`.
    void (*addScattered)(int64_t count, int64_t columns, const RowAddition* additions,
                         const float* sources, float* table);
    /// scores[i] <- s (1 - σ(s x)) for a score x and its sign s = signs[i], 1 or -1: the derivative
    /// of ln σ(s x). @return Σ -ln σ(s x), each at most 41.
    double (*logisticSlopes)(int64_t count, const float* signs, float* scores);

    /// out[r] = weights · tanh(query + row r of `keys`), and its derivatives given dL/d(out).
    void (*tanhScores)(int64_t rows, int64_t columns, const float* query, ConstRows keys,
                       const float* weights, float* out);
    void (*tanhScoresBackward)(int64_t rows, int64_t columns, const float* query, ConstRows keys,
                               const float* weights, const float* gradient,
                               const TanhScoreGradients& into);

    /// Sums over the row's `count` elements, count >= 1. NaN and infinite elements give powers =
    /// NaN, except that -inf among finite ones adds about 1e-38.
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
    /// Runs all instructions for each row.
    void (*runRows)(const RowProgram& program, int64_t rows);

    /// out = x Φ(x), Φ the normal distribution; and its derivative times dL/d(out).
    void (*gelu)(int64_t count, const float* x, float* out);
    void (*geluBackward)(int64_t count, const float* x, const float* gradient, float* out);
    /// The same with Φ(x) approximated by (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2.
    void (*tanhGelu)(int64_t count, const float* x, float* out);
    void (*tanhGeluBackward)(int64_t count, const float* x, const float* gradient, float* out);
};

/// The kernels of the instruction set named by the environment variable UNROLL_INSTRUCTION_SET
/// (instruction_set.h); by default those of the widest set that this processor supports. The
/// variable is read once.
/// @throws Error{BadSetting} if this processor does not support the set.
const RecurrentKernels& recurrentKernels();

} // namespace core
