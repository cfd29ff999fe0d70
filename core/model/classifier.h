#pragma once

#include "core/exchange/vectors.h"
#include "core/experiment/spec.h"
#include "core/model/model_summary.h"
#include "core/nn/embedding.h"
#include "core/nn/sequence_batch.h"

#include <torch/nn/module.h>

#include <memory>
#include <string>
#include <vector>

namespace core {

/// What a network is made for, beside its spec.
struct NetworkContext {
    int64_t vocabularySize = 0;
    int64_t classes = 0;
    int64_t maximumLength = 0; ///< Longest sequence that will ever come (for learned positions).
    EmbeddingSpec embedding;
    Weights weights = Weights::Fresh; ///< ShapesOnly: only to be described; its tables are empty.
};

/// Everything a forward pass can show.
struct OpenedNetwork {
    torch::Tensor logits; ///< [batch, classes]
    torch::Tensor tokenWeights; ///< [batch, length], rows sum to 1; undefined without attention.
    std::vector<torch::Tensor> attention; ///< One a layer: [batch, heads, length, length].
};

/// A network from token ids to class scores. What a text gives never depends on the other texts
/// of its batch.
class Classifier : public torch::nn::Module {
public:
    /// @return logits [batch, classes] float32.
    virtual torch::Tensor forward(const SequenceBatch& batch) = 0;
    /// As forward, with what can be looked at. Slower; same logits.
    virtual OpenedNetwork open(const SequenceBatch& batch) = 0;
    /// Layers in the order of the data's way, with shapes.
    virtual std::vector<LayerSummary> describe() const = 0;
    /// Floats kept for backward per token of a batch, roughly: for the memory estimate.
    virtual int64_t activationsPerToken(int64_t length) const = 0;
    /// Vectors added for the positions of a text [length, features], fewer rows where learned ones
    /// do not reach so far; undefined where there are none.
    virtual torch::Tensor positions(int64_t /*length*/) { return {}; }
    /// Standard-PyTorch source of a class `Network(torch.nn.Module)` with a constructor without
    /// arguments and forward(ids, lengths) -> logits, whose load_state_dict takes this network's
    /// named_parameters() and named_buffers() as they are. Starts with no import lines; torch, nn,
    /// F and math are imported. ids [batch, length] int64 padded with 0, lengths [batch] int64.
    virtual std::string pythonSource() const = 0;
};

/// Makes the network of `spec` with fresh weights, initialised from torch's default generator.
/// Missing options take their defaults. The embedding is taken from `context`; when it is frozen,
/// "embedding.weight" requires no gradient. Pretrained vectors come in by setEmbedding().
/// @throws Error{BadSetting} whose sentence lists everything that does not fit.
std::shared_ptr<Classifier> makeClassifier(const ModelSpec& spec, const NetworkContext& context);

/// Replaces the rows of "embedding.weight" that `vectors` covers; the others stay as drawn.
/// @throws Error{BadSetting} when the table is not of this network's vocabulary and dimension.
void setEmbedding(Classifier& network, const VectorTable& vectors);

} // namespace core
