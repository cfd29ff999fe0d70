#pragma once

#include "core/model/encoder/recurrent.h"
#include "core/model/translator.h"
#include "core/model/translators/recurrent_decoder.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/token_output.h"

#include <torch/nn/modules/container/modulelist.h>

#include <memory>
#include <string>
#include <vector>

namespace core {

/// The class Network of a recurrent encoder-decoder, with its Encoder and its Score.
std::string recurrentTranslatorPython(const TranslatorContext& context, const Encoder& encoder,
                                      const DecoderParts& decoder);

/// A recurrent encoder, a recurrent decoder started from its last states, attention between them.
///
/// Sources: Sutskever et al. (2014), arXiv:1409.3215; Bahdanau et al. (2015), arXiv:1409.0473;
/// Luong et al. (2015), arXiv:1508.04025; lectures 002 and 003. Differs: the decoder starts from
/// the last states of all directions of each layer, or all from the mean of its outputs, through a
/// linear layer and tanh of its own (Bahdanau: from the backward direction alone; Luong: as they
/// are). Parameters: encoder.* as of RecurrentEncoder, target_embedding (not when shared),
/// bridge_hidden.i, bridge_cell.i and so on for each of the cell's states, decoder.* as
/// torch.nn.RNN, LSTM, GRU or as a cell's equations name them, attention.*, readout.*, output.*.
class RecurrentTranslator : public Translator {
public:
    RecurrentTranslator(const RecurrentTranslatorOptions& options,
                        const TranslatorContext& context);

    torch::Tensor forward(const TranslationBatch& batch, double teacherForcing) override;
    OpenedTranslator open(const TranslationBatch& batch, const AttentionHook& hook,
                          const CellLook& cells) override;
    CellLayers encoderCells() const override { return m_encoder->cells(); }
    CellLayers decoderCells() const override { return m_decoder.layers(); }
    void encodeSeen(const SequenceBatch& sources, const CellLook& cells) override
    {
        m_encoder->look(sources, cells);
    }
    std::unique_ptr<DecoderState> start(const Condition& condition) override;
    torch::Tensor step(DecoderState& state, const torch::Tensor& tokens) override;

    int64_t longestTarget() const override { return 0; }
    std::vector<LayerSummary> describe() const override;
    int64_t activationsPerToken(int64_t length) const override;
    torch::Tensor positions(int64_t) override { return {}; }
    std::string pythonSource() const override;
    std::vector<GraphPort> graphSources() const override;
    std::vector<GraphPort> graphPlace() const override;
    GraphValues graphEncoded(GraphBuilder& builder, GraphValue source,
                             GraphValue lengths) const override;
    GraphValues graphStep(GraphBuilder& builder, GraphValue tokens, const GraphValues& sources,
                          const GraphValues& place) const override;

private:
    /// startVectors() of one state in a graph: [layer], each [batch, memory].
    GraphValues graphStart(GraphBuilder& builder, const GraphLayers& read, size_t state,
                           GraphValue lengths) const;
    /// bridged() in a graph: [batch, layers, state].
    GraphValue graphBridged(GraphBuilder& builder, size_t state, GraphValues vectors) const;
    /// The context of a state [batch, state]: [batch, memory].
    GraphValue graphContext(GraphBuilder& builder, GraphValue state,
                            const GraphValues& sources) const;
    GraphValue graphReadout(GraphBuilder& builder, GraphValue state, GraphValue context,
                            GraphValue embedded) const;

    /// The encoded sources.
    struct EncodedSources {
        DecoderMemory memory;
        CellStates start; ///< Initial states of the decoder, each [layers, batch, state].
    };
    struct StepsTaken;
    class Feeder;
    class HookedSteps;

    void addEncoder();
    void addBridge();
    void addReadout();

    std::vector<LayerSummary> describeSource() const;
    std::vector<LayerSummary> describeTarget() const;
    bool sharesEmbedding() const { return m_options.tiedEmbeddings && m_context.joint; }
    EmbeddingImpl& targetTable()
    {
        return sharesEmbedding() ? *m_encoder->table() : *m_targetTable;
    }
    const torch::Tensor& targetRows() const
    {
        return (sharesEmbedding() ? m_encoder->table() : m_targetTable)->weight;
    }
    int64_t dimension() const { return m_context.embedding.dimension; }
    double whileTraining(double value) const { return is_training() ? value : 0.0; }

    /// Vectors of target tokens with the embedding's dropout.
    torch::Tensor embed(const torch::Tensor& ids, const torch::Tensor& marks);
    /// @param vectors  what DecoderPass::readout() gives.
    torch::Tensor logitsOf(const torch::Tensor& vectors, const torch::Tensor& marks);

    EncodedSources read(const SequenceBatch& source, const CellLook& cells = {});
    /// The input of the bridges for each of the cell's states: [layers, batch, memory].
    CellStates startVectors(const CellOutput& encoded, const SequenceBatch& source) const;
    CellStates bridged(const CellStates& vectors);
    DecoderPlace startOf(const EncodedSources& encoded) const;

    /// All steps of all pairs as one: where no step needs what the one before gave.
    torch::Tensor allAtOnce(const TranslationBatch& batch, OpenedTranslator* opened,
                            const AttentionHook& hook = {});
    /// Step by step.
    torch::Tensor walk(const TranslationBatch& batch, double teacherForcing,
                       OpenedTranslator* opened, const AttentionHook& hook = {},
                       const CellLook& cells = {});
    torch::Tensor readSteps(const DecoderPass& pass, const StepsTaken& taken);
    void show(const torch::Tensor& weights, const torch::Tensor& scores,
              OpenedTranslator& opened) const;

    RecurrentTranslatorOptions m_options;
    TranslatorContext m_context;
    std::shared_ptr<RecurrentEncoder> m_encoder;
    Embedding m_targetTable{nullptr};
    std::vector<torch::nn::ModuleList> m_bridges; ///< By the cell's states; none: as they are.
    DecoderParts m_decoder;
    TokenOutput m_output{nullptr};
};

} // namespace core
