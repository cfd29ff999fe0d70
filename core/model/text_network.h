#pragma once

#include "core/exchange/vectors.h"
#include "core/model/head/head.h"
#include "core/model/make_model.h"
#include "core/model/model_summary.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

/// Whether each text begins and ends with a mark that only the encoder reads: [CLS] and [SEP] of
/// BERT around the words of a tagger. The head is given the states between them.
enum class TextMarks { None, Around };

/// The sizes and data that a network is made for, beside its spec.
struct NetworkContext {
    int64_t vocabularySize = 0;
    int64_t outputs = 0; ///< Outputs of the head: classes, tags ...
    int64_t maximumLength = 0; ///< Longest sequence that will ever come (for learned positions).
    EmbeddingSpec embedding;
    Weights weights = Weights::Fresh; ///< ShapesOnly: only to be described; its tables are empty.
    WordParts parts{}; ///< Further parts of the vectors of words.
    bool tied = false; ///< The head's last layer has the embedding's rows as its weights.
    TokenTransform transform{}; ///< The head's.
    TextHeadOptions textHead{};
    int64_t classes = 0, numbers = 0; ///< As EncoderContext's.
    std::string condition{};
    TextMarks marks = TextMarks::None;
};

/// Everything a forward pass can show.
struct OpenedNetwork {
    torch::Tensor logits; ///< As forward() gives them.
    torch::Tensor tokenWeights; ///< [batch, length], rows sum to 1; undefined without attention.
    std::vector<torch::Tensor> attention; ///< One a layer: [batch, heads, length, length].
};

/// An encoder with a head. The result for a text never depends on the other texts of its batch.
/// Parameters: encoder.* and head.*, with the names that each of them has in every task.
class TextNetwork : public torch::nn::Module {
public:
    TextNetwork(std::shared_ptr<Encoder> encoder, std::shared_ptr<Head> head,
                TextMarks marks = TextMarks::None);

    /// @param carried  as Encoder::forward's.
    /// @return the head's scores: [batch, outputs], or of tokens [tokens, outputs] without padding;
    /// float32.
    torch::Tensor forward(const SequenceBatch& batch, CarriedState* carried = nullptr)
    {
        return run(batch, carried).scores;
    }
    /// Like forward, with everything that the head returns.
    HeadOutput run(const SequenceBatch& batch, CarriedState* carried = nullptr)
    {
        return predicted(m_encoder->forward(batch, nullptr, carried));
    }
    /// Like forward, with a hook at each step of its recurrent layers.
    /// @pre encoder().cells() has a graph.
    torch::Tensor forwardSeen(const SequenceBatch& batch, const CellLook& look)
    {
        return predicted(m_encoder->forwardSeen(batch, look)).scores;
    }
    /// Like forward, with attention and intermediate values. Slower; same scores.
    /// @param hook  may change its attention; may be empty.
    /// @param cells  as forwardSeen's; without recurrent layers it is ignored.
    OpenedNetwork open(const SequenceBatch& batch, const AttentionHook& hook = {},
                       const CellLook& cells = {});

    Encoder& encoder() { return *m_encoder; }
    Head& head() { return *m_head; }
    TextMarks marks() const { return m_marks; }

    /// Layers in the order of the data's way, with shapes.
    std::vector<LayerSummary> describe() const;
    int64_t activationsPerToken(int64_t length) const
    {
        return m_encoder->activationsPerToken(length) + m_head->activationsPerToken();
    }
    torch::Tensor positions(int64_t length) { return m_encoder->positions(length); }
    /// Standard-PyTorch source of a class `Network(torch.nn.Module)` with a constructor without
    /// arguments and forward(ids, lengths) -> scores, or forward(ids, lengths, words) where there
    /// are word parts, whose load_state_dict takes this network's
    /// named_parameters() and named_buffers() as they are. Starts with no import lines; torch, nn,
    /// F and math are imported. ids [batch, length] int64 padded with 0, lengths [batch] int64.
    std::string pythonSource() const;
    /// The graphs that leave: "forward" of whole texts, and "step" of more tokens where the encoder
    /// carries a state and the head scores tokens. @pre This outlives them.
    std::vector<GraphFunction> graphs() const;

private:
    HeadOutput predicted(Encoded encoded); ///< The head's.
    GraphValues graphOutputs(GraphBuilder& builder, const GraphTexts& texts, bool carries) const;

    std::shared_ptr<Encoder> m_encoder;
    std::shared_ptr<Head> m_head;
    TextMarks m_marks;
};

/// Makes the encoder of `spec` with fresh weights and `head` on it, initialised from torch's
/// default generator. Missing options take their defaults. The embedding is taken from `context`;
/// when it is frozen, its table requires no gradient. Pretrained vectors come in by setEmbedding().
/// @throws Error{BadSetting} with a sentence that lists all problems.
std::shared_ptr<TextNetwork> makeTextNetwork(const ModelSpec& spec, const HeadEntry& head,
                                             const NetworkContext& context);

/// Describes such a network without filling its tables.
ModelSummary summariseTextNetwork(const ModelSpec& model, const TrainingSpec& training,
                                  const HeadEntry& head, NetworkContext context);

/// Replaces the rows of the encoder's table that `vectors` covers; the others stay as drawn.
/// @throws Error{BadSetting} when the table is not of this vocabulary and dimension.
void setEmbedding(Encoder& encoder, const VectorTable& vectors);

} // namespace core
