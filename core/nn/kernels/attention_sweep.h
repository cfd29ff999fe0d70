#pragma once

#include "core/nn/kernels/dropout_mask.h"
#include "core/nn/kernels/recurrent_kernels.h"

#include <cstdint>
#include <vector>

namespace core {

/// The keys of its own text that a query may attend to.
enum class Sight {
    All,
    Past ///< The causal mask: the key at its own position and those before it.
};

/// One text: its queries and the keys that they attend to.
struct AttentionText {
    int64_t query = 0; ///< First row among all queries.
    int64_t queries = 0;
    int64_t key = 0; ///< First row among all keys and among all values.
    int64_t keys = 0;
    int64_t weight = 0; ///< Offset of its weights [heads, queries, keys] among all.
};

/// Texts in a row without padding. Those of `queryLengths` attend to those of `keyLengths`.
std::vector<AttentionText> attentionTexts(const std::vector<int64_t>& queryLengths,
                                          const std::vector<int64_t>& keyLengths, int64_t heads);

/// Elements in the buffer of all weights.
int64_t weightCount(const std::vector<AttentionText>& texts, int64_t heads);

/// The inputs of scaled dot-product attention over many texts. A row of queries, keys or values
/// holds the parts of all heads side by side, heads * size floats.
struct AttentionSweep {
    std::vector<AttentionText> texts;
    int64_t heads = 1;
    int64_t size = 0; ///< Features of one head.
    Sight sight = Sight::All;
    DropoutMask dropout; ///< Dropout of the weights.
    ConstRows queries, keys, values;
};

/// Gradients with respect to the inputs, with rows of the same layout.
struct AttentionSlopes {
    Rows queries, keys, values;
};

/// The loops of packed attention on plain arrays: every head of every text is one task of the
/// compute threads (scratch_tasks.h). The result of a text does not depend on the others. With
/// Sight::Past and n more keys than queries, the first query attends to n + 1 keys.
///
/// @param weights  receives the softmax of all texts before dropout; zero where masked.
/// @param output   receives one row for each query.
void attendForward(const AttentionSweep& sweep, float* weights, Rows output);

/// @param weights   the weights of attendForward.
/// @param gradient  dL/d(output).
/// @param slopes    every row of a text is overwritten. @pre no two texts share keys.
void attendBackward(const AttentionSweep& sweep, const float* weights, ConstRows gradient,
                    const AttentionSlopes& slopes);

} // namespace core
