#pragma once

#include "core/model/encoder/encoder.h"
#include "core/model/generator.h"
#include "core/model/translators/recurrent_options.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/recurrent_steps.h"
#include "core/nn/layers/stepped_linear.h"

#include <torch/nn/modules/linear.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace core {

/// The memory that a decoder attends to: the encoder's states and the keys that the score has for
/// them.
struct DecoderMemory {
    torch::Tensor states; ///< [texts, length, memory]
    torch::Tensor keys; ///< [texts, length, features]; undefined without attention.
    torch::Tensor padding; ///< [texts, length] bool, true = padding; undefined: there is none.

    /// @param index [newTexts] int64 on the device.
    DecoderMemory selected(const torch::Tensor& index) const;
};

/// The values that a decoder carries from one step to the next.
struct DecoderPlace {
    std::vector<CellStates> layers; ///< [layer] all states of its cell, each [rows, state].
    torch::Tensor fed; ///< [rows, readout] with input feeding: the attentional vector.

    int64_t rows() const { return layers.front().front().size(0); }
    const torch::Tensor& top() const { return layers.back().front(); } ///< h of the top layer.
    DecoderPlace first(int64_t rows) const;
    DecoderPlace selected(const torch::Tensor& index) const;
};

/// The result of one step.
struct DecoderStep {
    torch::Tensor state; ///< s_t of the top layer [rows, state].
    Attended attended; ///< Each [rows, ...]; undefined without attention.
};

/// How a step of a decoder's cells is observed.
struct SeenStep {
    const CellLook& look;
    torch::Tensor embedded; ///< y_{t-1} [rows, dimension]
    int64_t layer = 0; ///< Number of the first layer.
    int64_t token = 0; ///< t
};

/// The modules of a decoder.
struct DecoderParts {
    RecurrentTranslatorOptions options;
    int64_t dimension = 0; ///< Size of the target embedding.
    Recurrent cells{nullptr};
    std::shared_ptr<AttentionScore> attention; ///< Null: none.
    torch::nn::Linear readout{nullptr}; ///< Empty where the readout has no weights.

    CellLayers layers() const; ///< To be looked into.
};

/// The name of a cell's state in names of parameters and in generated Python: "hidden" and
/// "cell" as torch calls them, others as their equations do.
std::string stateTitle(const CellGraph& cell, size_t state);

/// One pass of a decoder over its steps:
///
///     query "current":   s_t = cell([y_{t-1}; f_{t-1}], s_{t-1}),  c_t = attend(s_t)
///     query "previous":  c_t = attend(s_{t-1}),  s_t = cell([y_{t-1}; c_t], s_{t-1})
///
/// y is the embedding of a token and f the attentional vector, with input feeding. Several layers:
/// s is the state of the top one. A matrix that reads several vectors side by side is taken apart,
/// so that what does not depend on the step before is computed for all steps at once.
///
/// Sources: Luong et al. (2015), arXiv:1508.04025, section 3; Bahdanau et al. (2015),
/// arXiv:1409.0473, section 3.1. Differs from the latter: the readout sees s_t, not s_{t-1}.
class DecoderPass {
public:
    /// @param dropout  between layers; 0 when not training.
    DecoderPass(const DecoderParts& parts, double dropout);

    /// The part of the first layer's sums that depends on embeddings [rows, dimension]: [rows,
    /// ...].
    torch::Tensor prepared(const torch::Tensor& embedded) const
    {
        return m_steps->prepared(embedded);
    }
    /// Attention of each of some states [rows, state]; all that it gives is [rows, ...].
    using Look = std::function<Attended(const torch::Tensor& states)>;
    /// One step of all rows, which advances `place`. `look` is not called without attention.
    /// @param marks [rows], as dropOut()'s; undefined where nothing is dropped.
    /// @param seen  the cells compute by their plain equations, and are seen; null: by the kernels.
    DecoderStep step(const torch::Tensor& prepared, DecoderPlace& place, const Look& look,
                     const torch::Tensor& marks = {}, const SeenStep* seen = nullptr) const;
    /// The input of the output layer, for rows of any steps:
    ///     attentional  tanh(W [c; s]), or s without attention
    ///     concat       [s; c; y]
    ///     maxout       max of the pairs of U [s; c; y] + b
    torch::Tensor readout(const torch::Tensor& state, const torch::Tensor& context,
                          const torch::Tensor& embedded) const;

private:
    /// One step of all layers by the plain equations, without dropout. @param fed [rows, feed], or
    /// undefined.
    void seenStep(const SeenStep& seen, const torch::Tensor& fed,
                  std::vector<CellStates>& layers) const;

    const DecoderParts& m_parts;
    std::unique_ptr<LayerSteps> m_steps;
    SteppedLinear m_stateReadout, m_contextReadout, m_embeddingReadout;
};

/// The state of a recurrent decoder during a search. Memory and keys are those of the
/// sentences, not of the hypotheses, as long as all sentences have equally many: a beam of any
/// width reads one copy.
class RecurrentDecoderState : public DecoderState {
public:
    /// @param pass  goes through all steps.
    RecurrentDecoderState(DecoderMemory memory, DecoderPlace place, DecoderPass pass);

    void select(const torch::Tensor& rows) override;
    torch::Tensor attention() const override { return m_attention; }

    const DecoderPass& pass() const { return m_pass; }
    DecoderPlace& place() { return m_place; }
    /// Attention of each row's state [rows, state] over its sentence; all members are [rows, ...].
    Attended attend(AttentionScore& score, const torch::Tensor& states);
    void setAttention(const torch::Tensor& weights) { m_attention = weights; }

private:
    /// Fits the rows there are: one text, or as many, for equally many rows each.
    const DecoderMemory& memory();

    DecoderMemory m_all; ///< All sentences that were encoded.
    DecoderMemory m_memory; ///< The sentences that still have rows, or one for each row.
    bool m_stale = false; ///< m_memory is no longer that of m_sentences.
    std::vector<int64_t> m_sentences; ///< [row]: its sentence in m_all.
    DecoderPlace m_place;
    DecoderPass m_pass;
    torch::Tensor m_attention;
};

} // namespace core
