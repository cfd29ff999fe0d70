#include "core/base/python_piece.h"
#include "core/model/encoder/encoder.h"
#include "core/model/parts/network_options.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

struct NgramOptions {
    int64_t context = 4;
    int64_t hiddenSize = 128;
    double dropout = 0.1;
    Selection pooling{"maximum", Json::object()}; ///< Used by the head.
};

/// The neural n-gram model: the concatenated vectors of the last tokens and one hidden layer.
///
/// Source: Bengio et al. (2003), JMLR 3, without the direct connections. Parameters: embedding,
/// hidden.weight, hidden.bias. Positions before the text have the vector 0.
class NgramEncoder : public Encoder {
public:
    NgramEncoder(const NgramOptions& options, const EncoderContext& encoderContext)
        : Encoder(encoderContext), m_options(options)
    {
        m_hidden = register_module(
            "hidden", torch::nn::Linear(options.context * inputSize(), options.hiddenSize));
    }

    Encoded forward(const SequenceBatch& batch, AttentionLook*, CarriedState* carried) override
    {
        const torch::Tensor words = embed(batch, carried); // [batch, length, inputSize]
        const int64_t rows = words.size(0), length = words.size(1), before = m_options.context - 1;
        const bool goesOn = carried != nullptr && !carried->isEmpty();
        const torch::Tensor earlier = goesOn
            ? carried->parts.front()
            : torch::zeros({rows, before, inputSize()}, words.options());
        const torch::Tensor all = torch::cat({earlier, words}, 1); // [batch, before + length, d]
        if (carried != nullptr)
            carried->parts = {lastOf(all, batch.lengths)};
        // Token t sees t - before ... t: windows side by side, the earliest first.
        std::vector<torch::Tensor> shifted;
        for (int64_t shift = 0; shift <= before; ++shift)
            shifted.push_back(all.narrow(1, shift, length));
        const torch::Tensor states
            = observed(*this, "hidden", torch::tanh(linear(m_hidden, torch::cat(shifted, 2))));
        return {{states, batch.mask(), batch.lengths, {}}};
    }

    EncoderTraits traits() const override
    {
        return {.tokenStates = true, .causal = true, .carriesState = true};
    }
    int64_t features() const override { return m_options.hiddenSize; }
    HeadOptions headOptions() const override { return {m_options.pooling, m_options.dropout}; }

    std::vector<LayerSummary> describe(const std::string& length) const override
    {
        std::vector<LayerSummary> layers = inputSummary(length);
        layers.push_back(layerSummary("hidden",
                                      "Linear of " + std::to_string(m_options.context) + " tokens",
                                      "batch x " + length + " x " + std::to_string(features()),
                                      *m_hidden, {TokenFlow::Window, m_options.context, true}));
        return layers;
    }
    int64_t activationsPerToken(int64_t) const override
    {
        return (2 + m_options.context) * inputSize() + 3 * features();
    }
    GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const override
    {
        const GraphValue words = graphVectors(builder, texts);
        const int64_t before = m_options.context - 1;
        const GraphValue earlier = texts.state.empty()
            ? builder.filled({builder.size(words, 0), before, inputSize()}, 0.0)
            : texts.state.front();
        const GraphValue all = builder.join({earlier, words}, 1); // [batch, before + length, d]
        GraphValues shifted;
        for (int64_t shift = 0; shift <= before; ++shift)
            shifted.push_back(builder.slice(
                all, 1, shift, shift == before ? std::nullopt : std::optional(shift - before)));
        const GraphValue states
            = tanh(builder.linear(builder.join(shifted, 2), m_hidden->weight, m_hidden->bias));
        return {{states, texts.mask, texts.lengths}, {}, {graphLast(builder, texts, all)}};
    }
    std::vector<GraphPort> graphState() const override
    {
        return {{"before",
                 torch::kFloat,
                 {"batch", std::to_string(m_options.context - 1), std::to_string(inputSize())}}};
    }
    std::string pythonSource() const override
    {
        const std::string encoder = pythonPiece("encoders/ngram",
                                                {{"BASE", pythonBase()},
                                                 {"TABLES", pythonTables()},
                                                 {"WORDS", pythonWords()},
                                                 {"VECTORS", pythonVectors("state is None")},
                                                 {"INPUTS", m_options.context * inputSize()},
                                                 {"HIDDEN", m_options.hiddenSize},
                                                 {"BEFORE", m_options.context - 1}});
        return joinedPython({pythonWordVectors(), encoder});
    }

private:
    /// lastOf() in a graph.
    GraphValue graphLast(GraphBuilder& builder, const GraphTexts& texts, GraphValue all) const
    {
        const int64_t before = m_options.context - 1;
        if (before == 0 || !texts.lengths.defined())
            return before == 0 ? builder.slice(all, 1, 0, 0) : builder.slice(all, 1, -before);
        GraphValues last;
        for (int64_t i = 0; i < before; ++i)
            last.push_back(builder.rowAt(all, texts.lengths + static_cast<double>(i)));
        return builder.stack(last, 1);
    }

    /// The last vectors of each text [batch, context - 1, dimension].
    /// @param all  with those that stood before it: a text of n tokens ends at before + n.
    torch::Tensor lastOf(const torch::Tensor& all, const torch::Tensor& lengths) const
    {
        const int64_t before = m_options.context - 1;
        const torch::Tensor places = lengths.to(all.device()).unsqueeze(1)
            + torch::arange(before, lengths.options()).to(all.device());
        return all.gather(1, places.unsqueeze(2).expand({all.size(0), before, all.size(2)}));
    }

    NgramOptions m_options;
    torch::nn::Linear m_hidden{nullptr};
};

} // namespace

EncoderEntry ngramEncoder()
{
    EncoderEntry entry = encoderEntry<NgramEncoder>(
        {.id = "ngram",
         .title = "Neural n-gram",
         .summary = "Reads the concatenated vectors of the last few tokens through one hidden "
                    "layer and ignores earlier tokens. Fast; the first neural language model.",
         .formula = {"h_t = tanh(W [x_{t−n+1}; …; x_t] + b)",
                     R"tex(h_t = \tanh(W\,[x_{t-n+1}; \dots; x_t] + b))tex"}},
        Schema<NgramOptions>()
            .add(&NgramOptions::context,
                 {.name = "context",
                  .label = "Tokens seen",
                  .help
                  = "Number of tokens that each state is computed from; the last is its own. If "
                    "related words are further apart, raise it, or use a recurrent network.",
                  .unit = "tokens",
                  .minimum = 1,
                  .maximum = 64})
            .add(&NgramOptions::hiddenSize,
                 hiddenSizeOption("If training accuracy stays low, raise it. If the network "
                                  "overfits, lower it."))
            .add(&NgramOptions::dropout, classifierDropout("Applied to the hidden layer."))
            .add(&NgramOptions::pooling, poolingOption()));
    entry.tokenStates = entry.canBeCausal = entry.alwaysCausal = true;
    return entry;
}

} // namespace core
