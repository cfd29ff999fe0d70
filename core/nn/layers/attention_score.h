#pragma once

#include "core/base/registry.h"
#include "core/nn/graph/graph_builder.h"
#include "core/nn/layers/attention_hook.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <string>
#include <vector>

namespace core {

/// The match of each decoder state s with each encoder state h: e = score(s, h). The decoder's
/// attention is the softmax of e over the real tokens of the source.
///
/// A score is computed in three parts, so that the steps of a decoder compute nothing twice: a key
/// from h alone (once for each sentence), a query from s alone, and their match.
class AttentionScore : public torch::nn::Module {
public:
    /// @param memory [batch, length, memory] -> [batch, length, features]
    virtual torch::Tensor keys(const torch::Tensor& memory) = 0;
    /// @param states [batch, count, query] -> [batch, count, features]
    virtual torch::Tensor queries(const torch::Tensor& states);
    /// W [features, query] if queries(s) = W s, so that the steps of a decoder can share the packed
    /// matrix; otherwise undefined.
    virtual torch::Tensor queryMatrix() const { return {}; }
    /// @return [batch, count, length]
    torch::Tensor scores(const torch::Tensor& queries, const torch::Tensor& keys) const;

    enum class Match {
        Product, ///< e = q · k
        Tanh ///< e = v · tanh(q + k)
    };
    virtual Match match() const { return Match::Product; }
    /// v [features] for Match::Tanh; otherwise undefined.
    virtual torch::Tensor weights() const { return {}; }

    /// The formula of one score with its sizes: "e_i = sᵀ h_i / √d, d = 32".
    virtual Formula formula() const = 0;
    /// Number of floats stored for backward for each pair of target and source tokens.
    virtual int64_t activationsPerScore() const { return 1; }
    /// A Python class `Score(nn.Module)` with keys(memory [batch, length, memory]) and
    /// forward(state [batch, query], keys) -> [batch, length], whose parameters have the same
    /// names.
    virtual std::string pythonSource() const = 0;
    /// keys() and queries() in a graph.
    virtual GraphValue graphKeys(GraphBuilder& builder, GraphValue memory) const = 0;
    virtual GraphValue graphQueries(GraphBuilder& builder, GraphValue states) const = 0;
    /// scores() in a graph.
    GraphValue graphScores(GraphBuilder& builder, GraphValue queries, GraphValue keys) const;
    /// v [1, features] as it is registered, for Match::Tanh.
    virtual torch::Tensor graphWeights() const { return {}; }
};

/// The sizes for which a score is created.
struct AttentionSizes {
    int64_t query = 0; ///< Features of a state of the decoder.
    int64_t memory = 0; ///< Features of a state of the encoder.
};

using AttentionRegistry = Registry<std::shared_ptr<AttentionScore>, const AttentionSizes&>;

/// One score that users can choose.
struct AttentionEntry {
    AttentionRegistry::Entry entry;
    bool equalSizes = false; ///< Needs queries and memory of the same size.
};

/// Family "attention", in the order of the user interface. "none" creates a null pointer.
const std::vector<AttentionEntry>& attentionEntries();
/// @throws Error{BadSetting} if there is no such kind.
const AttentionEntry& attentionEntry(const std::string& kind);

/// The result of attending to a memory.
struct Attended {
    torch::Tensor context; ///< [batch, count, memory]: Σ_i a_i h_i
    torch::Tensor weights; ///< [batch, count, length]: a = softmax(e), unless a hook changed it.
    torch::Tensor scores; ///< [batch, count, length]: e; -inf at padding.
};

/// @param states   [batch, count, query]
/// @param keys     score.keys(memory)
/// @param memory   [batch, length, memory]
/// @param padding  [batch, length] bool, true = padding; undefined: no padding.
/// @param hook     may change what is computed, which it receives as that of one head.
Attended attend(AttentionScore& score, const torch::Tensor& states, const torch::Tensor& keys,
                const torch::Tensor& memory, const torch::Tensor& padding,
                const WeightsHook& hook = {});

/// e = q · k for each query and each key of its text.
/// @param queries [batch, count, features]  @param keys [batch, length, features]
/// @return [batch, count, length]
torch::Tensor productScores(const torch::Tensor& queries, const torch::Tensor& keys);

/// e = v · tanh(q + k) for each query and each key of its text. Shapes as for productScores().
/// @param weights  v [features].
torch::Tensor tanhScores(const torch::Tensor& queries, const torch::Tensor& keys,
                         const torch::Tensor& weights);

} // namespace core
