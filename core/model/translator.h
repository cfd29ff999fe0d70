#pragma once

#include "core/model/encoder/encoder.h"
#include "core/model/generator.h"
#include "core/model/make_model.h"
#include "core/model/model_summary.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/layers/attention_hook.h"
#include "core/nn/layers/embedding.h"

#include <torch/nn/module.h>

#include <memory>
#include <string>
#include <vector>

namespace core {

/// The sizes and data that a translator is made for, beside its spec.
struct TranslatorContext {
    int64_t sourceVocabulary = 0;
    int64_t targetVocabulary = 0;
    bool joint = false; ///< Both sides have one vocabulary: their tables may be one.
    int64_t longestSource = 0; ///< Tokens at most that will ever come (for learned positions).
    int64_t longestTarget = 0; ///< With begin and end marks.
    EmbeddingSpec embedding;
    Weights weights = Weights::Fresh; ///< ShapesOnly: only to be described; its tables are empty.
};

/// Pairs side by side.
struct TranslationBatch {
    SequenceBatch source;
    SequenceBatch target; ///< Each is <bos> y_1 ... y_n <eos>; lengths count both marks.
};

/// One layer of attention with its weights. Rows attend, columns are attended to.
struct OpenedAttention {
    std::string group; ///< "encoder", "decoder" (target on itself), "cross" (target on source).
    int64_t layer = 0;
    torch::Tensor weights; ///< [batch, heads, rows, columns]; rows sum to 1.
    torch::Tensor scores; ///< The input of the softmax, of the same shape; -inf where masked.
    Formula formula; ///< Formula of a score: "e = qᵀ k / √d, d = 32".
};

/// Everything a teacher-forced pass can show. Target rows 0 ... n are the positions that predict
/// y_1 ... y_n <eos>.
struct OpenedTranslator {
    torch::Tensor logits; ///< [batch, targetLength - 1, targetVocabulary]
    std::vector<OpenedAttention> attention; ///< In the order of the data's way.
};

/// A network from a source sentence to a target sentence. The result for a pair never depends on
/// the other pairs of its batch.
class Translator : public torch::nn::Module, public Generator {
public:
    /// Logits of y_1 ... y_n <eos> of each pair.
    /// @param teacherForcing  probability that the decoder is fed the true token rather than its
    ///        own likeliest one, drawn for each position from torch's default generator. 1: always
    ///        the true one, and nothing is drawn.
    /// @return [tokens, targetVocabulary] float32: pairs one after another, no padding.
    virtual torch::Tensor forward(const TranslationBatch& batch, double teacherForcing) = 0;
    /// Teacher-forced, with what can be looked at. Slower; same logits.
    /// @param hook  may change its attention; may be empty.
    /// @param cells  sees the steps of its recurrent layers, and may change them: those of the
    ///        encoder, then those of the decoder, whose layers count on from there. In the decoder
    ///        pairs stand longest target first, and those that are finished are gone.
    virtual OpenedTranslator open(const TranslationBatch& batch, const AttentionHook& hook = {},
                                  const CellLook& cells = {})
        = 0;
    /// The recurrent layers of either side; without a graph: there are none.
    virtual CellLayers encoderCells() const { return {}; }
    virtual CellLayers decoderCells() const { return {}; }
    /// Reads sources alone. @pre encoderCells() has a graph.
    virtual void encodeSeen(const SequenceBatch& sources, const CellLook& cells);

    /// Layers in the order of the data's way, with shapes.
    virtual std::vector<LayerSummary> describe() const = 0;
    /// Floats kept for backward per target token of a batch, roughly: for the memory estimate.
    virtual int64_t activationsPerToken(int64_t length) const = 0;
    /// Vectors added for the source's positions [length, features], fewer rows where learned ones
    /// do not reach so far; undefined where there are none.
    virtual torch::Tensor positions(int64_t length) = 0;
    /// Standard-PyTorch source of a class `Network(torch.nn.Module)` with a constructor without
    /// arguments, whose load_state_dict takes this network's named_parameters() and
    /// named_buffers() as they are, and with
    ///   encode(source, source_lengths) -> state
    ///   step(state, tokens) -> (logits [batch, vocabulary], state)     tokens [batch] int64
    ///   forward(source, source_lengths, target) -> logits [batch, target_length - 1, vocabulary]
    /// ids padded with 0. Starts with no import lines; torch, nn, F and math are imported.
    virtual std::string pythonSource() const = 0;
    /// The graphs that leave: "encode", "step" and "forward", as in Python. @pre This outlives
    /// them.
    std::vector<GraphFunction> graphs() const;
    /// A further method for TorchScript, made of these: "greedy".
    std::string greedySource() const;

    // The parts of graphs().

    /// The encoded sources, which no step changes.
    virtual std::vector<GraphPort> graphSources() const = 0;
    /// The values that each step changes.
    virtual std::vector<GraphPort> graphPlace() const = 0;
    /// @return the values of graphSources(), then those of graphPlace().
    virtual GraphValues graphEncoded(GraphBuilder& builder, GraphValue source,
                                     GraphValue lengths) const = 0;
    /// @param tokens [batch]
    /// @return logits [batch, vocabulary], then the values of graphPlace() after the step.
    virtual GraphValues graphStep(GraphBuilder& builder, GraphValue tokens,
                                  const GraphValues& sources, const GraphValues& place) const = 0;
};

using TranslatorEntry = ModelEntry<Translator, TranslatorContext>;
using TranslatorRegistry = Registry<std::shared_ptr<Translator>, const TranslatorContext&>;

/// All networks that translate, in the order in which users see them.
const std::vector<TranslatorEntry>& translatorEntries();

/// Makes the network of `spec` with fresh weights, initialised from torch's default generator.
/// Missing options take their defaults.
/// @throws Error{BadSetting} with a sentence that lists all problems.
std::shared_ptr<Translator> makeTranslator(const ModelSpec& spec, const TranslatorContext& context);
/// Describes such a network without filling its tables.
ModelSummary summariseTranslator(const ModelSpec& model, const TrainingSpec& training,
                                 TranslatorContext context);

} // namespace core
