#pragma once

#include "core/model/encoder/encoder.h"
#include "core/model/encoder/recurrent_layers.h"

namespace core {

/// Options of all recurrent encoders. Each kind describes those that it has.
struct RecurrentEncoderOptions {
    int64_t layers = 1;
    int64_t hiddenSize = 128;
    bool bidirectional = true;
    double dropout = 0.3; ///< Between the layers and of the head.
    /// One mask for all tokens of a text: of the embedding, between the layers and of the head.
    bool lockedDropout = false;
    int64_t projectionSize = 0; ///< lstm
    std::string nonlinearity = "tanh"; ///< rnn: "tanh" or "relu"
    Selection pooling{"last", Json::object()}; ///< Of the head.
};

/// The options that all have, but for `pooling`: it belongs at the end, after a kind's own.
Schema<RecurrentEncoderOptions> recurrentSchema();

/// The sizes of its layers. @param inputSize  of the vectors that they read.
StackedSizes stackedSizes(const RecurrentEncoderOptions& options, int64_t inputSize);

/// Embedding and recurrent layers on true lengths. Parameters: embedding, rnn.* (as torch.nn.RNN,
/// LSTM, GRU, or as a cell's equations name them).
class RecurrentEncoder : public Encoder {
public:
    /// Makes the layers, once the embedding is drawn.
    using LayerMaker = std::function<std::unique_ptr<RecurrentLayers>(const StackedSizes&)>;

    RecurrentEncoder(const LayerMaker& make, const RecurrentEncoderOptions& options,
                     const EncoderContext& encoderContext);

    /// States of all tokens, and the last ones of all layers and directions.
    CellOutput read(const SequenceBatch& batch, const CarriedState* carried = nullptr)
    {
        return m_layers->forward(vectors(batch, carried), batch.lengths,
                                 initialStates(batch, carried));
    }
    Encoded forward(const SequenceBatch& batch, AttentionLook*, CarriedState* carried) override;

    CellLayers cells() const override
    {
        return {&cell(), m_options.layers, m_options.bidirectional, m_layers->module().get()};
    }
    Encoded forwardSeen(const SequenceBatch& batch, const CellLook& look) override;
    /// The equations of the cell.
    const CellGraph& cell() const { return m_layers->graph(); }
    /// As read(), through the plain equations and with somebody looking at each step.
    CellOutput look(const SequenceBatch& batch, const CellLook& look,
                    const CarriedState* carried = nullptr);

    EncoderTraits traits() const override
    {
        return {true, !m_options.bidirectional, !m_options.bidirectional};
    }
    int64_t features() const override { return directions() * outputSize(); }
    HeadOptions headOptions() const override
    {
        return {m_options.pooling, m_options.dropout, m_options.lockedDropout};
    }

    std::vector<LayerSummary> describe(const std::string& length) const override;
    int64_t activationsPerToken(int64_t length) const override;
    /// The Python class has read(ids, lengths), too.
    std::string pythonSource() const override;

private:
    int64_t directions() const { return m_options.bidirectional ? 2 : 1; }

    int64_t outputSize() const { return m_layers->stateSizes().front(); } ///< Of one direction.
    torch::Tensor vectors(const SequenceBatch& batch, const CarriedState* carried);
    CellStates initialStates(const SequenceBatch& batch, const CarriedState* carried);
    /// @param hidden  after the last tokens [layers * directions, batch, size]
    Encoded encoded(const SequenceBatch& batch, const torch::Tensor& output,
                    const torch::Tensor& hidden) const;

    RecurrentEncoderOptions m_options;
    std::unique_ptr<RecurrentLayers> m_layers;
    Embedding m_initial{nullptr}; ///< Of each class all that a state is made of.
};

/// "Bidirectional LSTM, 2 layers"
std::string recurrentTitle(const std::string& cell, int64_t layers, bool bidirectional);

/// The entry of a kind of recurrent encoder.
/// @param description  without options: those of `schema` come.
EncoderEntry recurrentEntry(
    const KindDescription& description, const Schema<RecurrentEncoderOptions>& schema,
    const std::function<RecurrentEncoder::LayerMaker(const RecurrentEncoderOptions&)>& maker,
    const decltype(EncoderEntry::check)& check = {});

/// The encoders of the cells that are given by their equations.
std::vector<EncoderEntry> cellEncoders();

} // namespace core
