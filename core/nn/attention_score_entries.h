#pragma once

#include "core/nn/attention_score.h"

namespace core {

AttentionEntry noAttention();
AttentionEntry dotAttention();
AttentionEntry scaledDotAttention();
AttentionEntry generalAttention();
AttentionEntry concatAttention();
AttentionEntry additiveAttention();
AttentionEntry reducedRankAttention();

/// The size of the tanh layer of a score that has one; 0: that of the queries.
struct TanhScoreOptions {
    int64_t size = 0;
};
const Schema<TanhScoreOptions>& tanhScoreSchema();

} // namespace core
