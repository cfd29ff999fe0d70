#pragma once

#include "core/base/registry.h"
#include "core/nn/layers/attention_hook.h"

#include <torch/nn/module.h>
#include <torch/types.h>

#include <memory>
#include <string>
#include <vector>

namespace core {

/// How well each state of a decoder, s, matches each state of an encoder, h: e = score(s, h). The
/// softmax of e over the true tokens of the source is the decoder's attention.
///
/// A score is computed in three parts, so that nothing is computed twice while a decoder goes on:
/// a key from h alone (once a sentence), a query from s alone, and their match.
class AttentionScore : public torch::nn::Module {
public:
    /// @param memory [batch, length, memory] -> [batch, length, features]
    virtual torch::Tensor keys(const torch::Tensor& memory) = 0;
    /// @param states [batch, count, query] -> [batch, count, features]
    virtual torch::Tensor queries(const torch::Tensor& states);
    /// W [features, query] where queries(s) is W s and no more, so that the steps of a decoder can
    /// share its layout; else undefined.
    virtual torch::Tensor queryMatrix() const { return {}; }
    /// @return [batch, count, length]
    torch::Tensor scores(const torch::Tensor& queries, const torch::Tensor& keys) const;

    enum class Match {
        Product, ///< e = q · k
        Tanh ///< e = v · tanh(q + k)
    };
    virtual Match match() const { return Match::Product; }
    /// v [features] of Match::Tanh; else undefined.
    virtual torch::Tensor weights() const { return {}; }

    /// Of one score with its sizes: "e_i = sᵀ h_i / √d, d = 32".
    virtual Formula formula() const = 0;
    /// Floats kept for backward for each target token and source token.
    virtual int64_t activationsPerScore() const { return 1; }
    /// A Python class `Score(nn.Module)` with keys(memory [batch, length, memory]) and
    /// forward(state [batch, query], keys) -> [batch, length], whose parameters have the same
    /// names.
    virtual std::string pythonSource() const = 0;
};

/// What a score is made for, beside its options.
struct AttentionSizes {
    int64_t query = 0; ///< Features of a state of the decoder.
    int64_t memory = 0; ///< Features of a state of the encoder.
};

using AttentionRegistry = Registry<std::shared_ptr<AttentionScore>, const AttentionSizes&>;

/// One score that users can pick.
struct AttentionEntry {
    AttentionRegistry::Entry entry;
    bool equalSizes = false; ///< Needs queries and memory of one size.
};

/// Family "attention", in the order in which users see it. "none" makes a null pointer.
const std::vector<AttentionEntry>& attentionEntries();
/// @throws Error{BadSetting} when there is no such kind.
const AttentionEntry& attentionEntry(const std::string& kind);

/// What queries took from a memory.
struct Attended {
    torch::Tensor context; ///< [batch, count, memory]: Σ_i a_i h_i
    torch::Tensor
        weights; ///< [batch, count, length], a = softmax(e): rows sum to 1, unless changed.
    torch::Tensor scores; ///< e, as large; -inf at padding.
};

/// @param states   [batch, count, query]
/// @param keys     score.keys(memory)
/// @param memory   [batch, length, memory]
/// @param padding  [batch, length] bool, true = none of the text; undefined where there is none.
/// @param hook     may change the weights, given to it as those of one head.
Attended attend(AttentionScore& score, const torch::Tensor& states, const torch::Tensor& keys,
                const torch::Tensor& memory, const torch::Tensor& padding,
                const WeightsHook& hook = {});

/// e = q · k of each query with each key of its text.
/// @param queries [batch, count, features]  @param keys [batch, length, features]
/// @return [batch, count, length]
torch::Tensor productScores(const torch::Tensor& queries, const torch::Tensor& keys);

/// e = v · tanh(q + k) of each query with each key of its text.
/// @param weights  v [features]; queries, keys and the result as of productScores().
torch::Tensor tanhScores(const torch::Tensor& queries, const torch::Tensor& keys,
                         const torch::Tensor& weights);

} // namespace core
