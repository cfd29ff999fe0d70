#pragma once

#include "core/model/encoder/encoder.h"
#include "core/nn/cells/cell_equations.h"
#include "core/nn/layers/recurrent.h"

namespace core {

/// What titles, generated Python and estimates need to know of a cell.
struct CellFacts {
    const char* title; ///< As in the summary.
    const char* pythonClass;
    int64_t keptPerUnit; ///< Floats a hidden unit keeps for backward: gates, cell, output.
};

CellFacts factsOf(CellKind cell);

/// Options of rnn, lstm and gru. Each kind describes those that it has.
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

/// The options that all three have, but for `pooling`: it belongs at the end, after a kind's own.
Schema<RecurrentEncoderOptions> recurrentSchema();

/// Embedding and recurrent layers on true lengths. Parameters: embedding, rnn.* (as torch.nn.RNN,
/// LSTM, GRU).
class RecurrentEncoder : public Encoder {
public:
    RecurrentEncoder(CellKind cell, const RecurrentEncoderOptions& options,
                     const EncoderContext& encoderContext);

    /// States of all tokens, and the last ones of all layers and directions.
    RecurrentOutput read(const SequenceBatch& batch, const CarriedState* carried = nullptr)
    {
        const Dropping dropping = m_options.lockedDropout ? Dropping::Locked : Dropping::EachToken;
        return m_rnn(embed(batch, carried, dropping), batch.lengths, initialState(batch, carried));
    }
    Encoded forward(const SequenceBatch& batch, std::vector<AttentionResult>*,
                    CarriedState* carried) override;

    /// The equations of the cell.
    const CellGraph& cell() const;
    /// As read(), through the plain equations and with somebody looking at each step.
    CellOutput look(const SequenceBatch& batch, const CellLook& look,
                    const CarriedState* carried = nullptr);

    EncoderTraits traits() const override
    {
        return {true, !m_options.bidirectional, !m_options.bidirectional};
    }
    int64_t features() const override { return directions() * m_rnn->outputSize(); }
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

    RecurrentState initialState(const SequenceBatch& batch, const CarriedState* carried);

    CellKind m_cell;
    RecurrentEncoderOptions m_options;
    Recurrent m_rnn{nullptr};
    Embedding m_initial{nullptr}; ///< Of each class all that a state is made of.
};

/// "Bidirectional LSTM, 2 layers"
std::string recurrentTitle(CellKind cell, int64_t layers, bool bidirectional);

} // namespace core
