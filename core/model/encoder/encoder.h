#pragma once

#include "core/model/make_model.h"
#include "core/model/model_summary.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/layers/attention.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/pooling.h"
#include "core/nn/layers/positions.h"

#include <torch/nn/module.h>

#include <string>
#include <vector>

namespace core {

/// What an encoder is made for, beside its options.
struct EncoderContext {
    int64_t vocabularySize = 0;
    int64_t maximumLength = 0; ///< Longest sequence that will ever come (for learned positions).
    EmbeddingSpec embedding;
    Weights weights = Weights::Fresh; ///< ShapesOnly: only to be described; its tables are empty.
    // Made already where a network draws the tables of several parts before all else; mostly empty.
    Embedding table{nullptr};
    Positions positions{nullptr};
};

/// What an encoder's states are good for.
struct EncoderTraits {
    bool tokenStates = false; ///< A state for each token; otherwise one vector for each text.
    bool causal = false; ///< No state knows of a later token.
    bool carriesState = false; ///< The last states let a text go on in another batch.
};

/// A batch of texts as an encoder leaves it.
struct Encoded {
    TokenStates tokens; ///< Undefined where there are no states of tokens; then there are
    torch::Tensor texts{}; ///< [batch, features]: one vector for each text.
};

/// What the options of a network say of the head that comes after its encoder.
struct HeadOptions {
    Selection pooling{}; ///< Of a head for whole texts; none after an encoder without states.
    double dropout = 0.0; ///< Of what the head's last layer reads.
};

/// From token ids to states: an embedding table and what reads its vectors. What a text gives never
/// depends on the other texts of its batch. The same class serves every task, with the same names
/// of parameters: "embedding.weight" and those of the kind.
class Encoder : public torch::nn::Module {
public:
    /// @param attention  if not null, gets that of each layer [batch, heads, length, length].
    /// Slower.
    virtual Encoded forward(const SequenceBatch& batch,
                            std::vector<AttentionResult>* attention = nullptr)
        = 0;

    virtual EncoderTraits traits() const = 0;
    virtual int64_t features() const = 0; ///< Of a state, or of a text's vector.
    virtual HeadOptions headOptions() const = 0;

    /// Layers in the order of the data's way, with shapes.
    /// @param length  what the axis of tokens is called: "length", "source length".
    virtual std::vector<LayerSummary> describe(const std::string& length) const = 0;
    /// Floats kept for backward per token of a batch, roughly: for the memory estimate.
    virtual int64_t activationsPerToken(int64_t length) const = 0;
    /// Vectors added for the positions of a text [length, features], fewer rows where learned ones
    /// do not reach so far; undefined where there are none.
    virtual torch::Tensor positions(int64_t /*length*/) { return {}; }
    /// Standard-PyTorch source of a class `Encoder(torch.nn.Module)` with a constructor without
    /// arguments and the same names of parameters and buffers, with
    ///   forward(ids, lengths, mask) -> (states [batch, length, features], last [batch, features])
    /// where traits() says that there are states (last may be None), otherwise -> texts
    /// [batch, features]. ids [batch, length] int64 padded with 0, lengths [batch] int64, mask
    /// [batch, length] bool. torch, nn, F and math are imported.
    virtual std::string pythonSource() const = 0;

    Embedding& table() { return m_embedding; }

protected:
    explicit Encoder(const EncoderContext& context);

    /// Vectors of `ids` [...] -> [..., dimension], with dropout while training.
    torch::Tensor embed(const torch::Tensor& ids);
    /// Sums of the vectors of `table` over each row of `ids` [batch, count], in which 0 stands for
    /// nothing: [batch, dimension]. With the embedding's dropout while training.
    torch::Tensor embeddedSums(Embedding& table, const torch::Tensor& ids);
    /// `value` while training, else 0.
    double whileTraining(double value) const { return is_training() ? value : 0.0; }

    LayerSummary embeddingSummary(const std::string& length) const;
    /// Lines of a Python constructor: self.embedding, self.embedding_dropout.
    std::string pythonEmbedding() const;

    const EncoderContext& context() const { return m_context; }
    int64_t dimension() const { return m_context.embedding.dimension; }

private:
    EncoderContext m_context;
    Embedding m_embedding{nullptr};
};

/// One kind of encoder.
struct EncoderEntry : ModelEntry<Encoder, EncoderContext> {
    bool tokenStates = false; ///< As traits() of all that it makes.
};
using EncoderRegistry = Registry<std::shared_ptr<Encoder>, const EncoderContext&>;

/// All encoders, in the order in which users see them.
const std::vector<EncoderEntry>& encoderEntries();

/// A summary with the parameters of `module` counted.
LayerSummary layerSummary(const std::string& name, const std::string& type,
                          const std::string& outputShape, const torch::nn::Module& module);

/// Adds the layers of a part, whose names get "part." in front of them.
void appendLayers(std::vector<LayerSummary>& layers, const std::string& part,
                  std::vector<LayerSummary> more);

/// Lines of a Python constructor that make the embedding self.<name>, frozen or not.
std::string pythonTable(const std::string& name, int64_t rows, const EmbeddingSpec& embedding);

} // namespace core
