#pragma once

#include "core/model/encoder/cells/typed_cell_option.h"
#include "core/model/encoder/encoder.h"
#include "core/nn/layers/recurrent.h"

namespace core {

/// Options of all recurrent encoders. Each kind describes those that it has.
struct RecurrentEncoderOptions {
    int64_t layers = 1;
    int64_t hiddenSize = 128;
    bool bidirectional = true;
    double dropout = 0.3; ///< Between the layers and in the head.
    /// One mask for all tokens of a text: of the embedding, between the layers and of the head.
    bool lockedDropout = false;
    int64_t projectionSize = 0; ///< lstm
    std::string connections = "none"; ///< Between the layers: "none", "residual", "dense"
    /// How the states of both directions become one: "concatenation", "sum", "mean", "maximum"
    std::string fusion = "concatenation";
    bool lastWithCell = false; ///< The last state has those beside h behind it: [h; c].
    std::string nonlinearity = "tanh"; ///< rnn: "tanh" or "relu"
    std::string cellText{kTypedExample}; ///< typed_cell: its equations.
    std::string comparedWith = "none"; ///< typed_cell: the known cell that is trained beside it.
    Selection pooling{"last", Json::object()}; ///< Used by the head.
};

/// How layers are written in exported Python: as the member `self.rnn` of an encoder, or as one of
/// a decoder, with the same classes.
struct LayersPython {
    std::string classes{}; ///< Source in front of the encoder; may be empty.
    Json values; ///< For the call that makes them, in resources/python/encoders/recurrent.py.
    bool equations = false; ///< `classes` computes them; otherwise PyTorch's own, on packed texts.
    bool tuple = true; ///< A state is a tuple of tensors, even where it has just one.

    /// Arguments between the inputs of a call, all of them real tokens, and the states.
    Json beforeState() const { return equations ? Json::array({"None"}) : Json::array(); }
};

LayersPython layersPython(const RecurrentImpl& layers);

/// Embedding and recurrent layers on true lengths. Parameters: embedding, rnn.* (as torch.nn.RNN,
/// LSTM, GRU, or as a cell's equations name them).
class RecurrentEncoder : public Encoder {
public:
    RecurrentEncoder(const CellGraph& cell, const RecurrentEncoderOptions& options,
                     const EncoderContext& encoderContext);

    /// States of all tokens, and the last ones of all layers and directions.
    CellOutput read(const SequenceBatch& batch, const CarriedState* carried = nullptr,
                    LastStates wanted = LastStates::All)
    {
        return m_layers(vectors(batch, carried), batch.lengths, initialStates(batch, carried),
                        wanted);
    }
    Encoded forward(const SequenceBatch& batch, AttentionLook*, CarriedState* carried) override;

    CellLayers cells() const override
    {
        return {&cell(), m_options.layers, m_options.bidirectional, m_layers->weights()};
    }
    Encoded forwardSeen(const SequenceBatch& batch, const CellLook& look) override;
    /// The equations of the cell.
    const CellGraph& cell() const { return m_layers->graph(); }
    /// Like read(), but computed by the plain equations, with a hook at each step.
    CellOutput look(const SequenceBatch& batch, const CellLook& look,
                    const CarriedState* carried = nullptr);

    EncoderTraits traits() const override
    {
        return {true, !m_options.bidirectional, !m_options.bidirectional};
    }
    int64_t features() const override
    {
        return (joinsDirections() ? 2 : 1) * m_layers->outputSize();
    }
    int64_t lastFeatures() const override;
    HeadOptions headOptions() const override
    {
        return {m_options.pooling, m_options.dropout, m_options.lockedDropout};
    }

    std::vector<LayerSummary> describe(const std::string& length) const override;
    int64_t activationsPerToken(int64_t length) const override;
    /// The Python class has read(ids, lengths), too.
    std::string pythonSource() const override;
    GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const override;
    std::vector<GraphPort> graphState() const override;
    /// The layers' inputs and their last states, for translators.
    GraphLayers graphLayers(GraphBuilder& builder, const GraphTexts& texts) const;

private:
    /// initialStates() in a graph; empty: zero.
    std::vector<GraphValues> graphInitial(GraphBuilder& builder, const GraphTexts& texts) const;
    int64_t directions() const { return m_options.bidirectional ? 2 : 1; }
    /// Both directions stay side by side in a state.
    bool joinsDirections() const
    {
        return m_options.bidirectional && m_options.fusion == "concatenation";
    }
    bool fuses() const { return m_options.bidirectional && !joinsDirections(); }
    bool isResidual() const
    {
        return m_layers->options().connections == LayerConnections::Residual;
    }

    torch::Tensor vectors(const SequenceBatch& batch, const CarriedState* carried);
    CellStates initialStates(const SequenceBatch& batch, const CarriedState* carried);
    /// @param read  with as many states after the last tokens as lastWithCell needs.
    Encoded encoded(const SequenceBatch& batch, const CellOutput& read) const;
    /// The states of both directions, one behind the other in the last axis, as one.
    torch::Tensor fused(const torch::Tensor& both) const;
    GraphValue fused(GraphBuilder& builder, GraphValue both, int64_t axis) const;
    /// The outputs of the last token that each direction reads [batch, features].
    GraphValue graphLastOutputs(GraphBuilder& builder, GraphValue output, GraphValue lengths) const;

    RecurrentEncoderOptions m_options;
    Recurrent m_layers;
    ConditionLayer m_initial; ///< The initial states of all layers, in one vector.
};

/// A projection must be smaller than the states. As ModelEntry::check.
void checkProjection(const Json& options, const EmbeddingSpec&, std::vector<Problem>& problems);

/// "Bidirectional LSTM, 2 layers"
std::string recurrentTitle(const std::string& cell, int64_t layers, bool bidirectional);

} // namespace core
