#pragma once

#include "core/nn/kernels/dropout_mask.h"
#include "core/nn/kernels/recurrent_kernels.h"

#include <cstdint>
#include <vector>

namespace core {

/// Which keys of its own text a query may look at.
enum class Sight {
    All,
    Past ///< The causal mask: the key at its own place and those before it.
};

/// One text: its queries and the keys that they look at.
struct AttentionText {
    int64_t query = 0; ///< First row among all queries.
    int64_t queries = 0;
    int64_t key = 0; ///< First row among all keys and among all values.
    int64_t keys = 0;
    int64_t weight = 0; ///< Its weights [heads, queries, keys] begin at this element of all.
};

/// Texts side by side without padding. Those of `queryLengths` look at those of `keyLengths`.
std::vector<AttentionText> attentionTexts(const std::vector<int64_t>& queryLengths,
                                          const std::vector<int64_t>& keyLengths, int64_t heads);

/// Elements in the buffer of all weights.
int64_t weightCount(const std::vector<AttentionText>& texts, int64_t heads);

/// What goes into scaled dot-product attention over many texts. A row of queries, keys or values
/// holds the shares of all heads side by side, heads * size floats.
struct AttentionSweep {
    std::vector<AttentionText> texts;
    int64_t heads = 1;
    int64_t size = 0; ///< Features of one head.
    Sight sight = Sight::All;
    DropoutMask dropout; ///< Of the weights.
    ConstRows queries, keys, values;
};

/// Gradients with respect to what went in, each row like its own.
struct AttentionSlopes {
    Rows queries, keys, values;
};

/// The loops of packed attention on plain arrays: every head of every text is a task of its own,
/// dealt out to the compute threads (scratch_tasks.h). What a text gives does not depend on the
/// others. With Sight::Past and n more keys than queries, the first query sees n + 1 keys.
///
/// @param weights  takes the softmax of all texts, before dropout; zero where masked.
/// @param output   takes one row a query.
void attendForward(const AttentionSweep& sweep, float* weights, Rows output);

/// @param weights   as attendForward left them.
/// @param gradient  dL/d(output).
/// @param slopes    every row that a text has is overwritten. @pre no two texts share keys.
void attendBackward(const AttentionSweep& sweep, const float* weights, ConstRows gradient,
                    const AttentionSlopes& slopes);

} // namespace core
