#include "core/base/python_piece.h"
#include "core/model/encoder/encoder.h"
#include "core/model/parts/network_options.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

struct MeanOptions {
    int64_t hiddenSize = 128;
    double dropout = 0.0;
};

/// s = relu(W mean_t(e_t) + b), the mean over true tokens.
///
/// Source: Iyyer et al. (2015), "Deep Unordered Composition Rivals Syntactic Methods for Text
/// Classification", ACL, with one hidden layer and ReLU. Parameters: embedding, hidden.
class MeanEncoder : public Encoder {
public:
    MeanEncoder(const MeanOptions& options, const EncoderContext& encoderContext)
        : Encoder(encoderContext), m_options(options)
    {
        m_hidden = register_module("hidden", torch::nn::Linear(dimension(), options.hiddenSize));
    }

    Encoded forward(const SequenceBatch& batch, AttentionLook*, CarriedState*) override
    {
        const torch::Tensor ids = batch.ids.masked_fill(batch.mask().logical_not(), 0);
        const torch::Tensor mean = observed(
            *this, "mean",
            embeddedSums(table(), ids, "embedding")
                / lengthsOn(ids.device(), batch.lengths).unsqueeze(1)); // [batch, dimension]
        return {{}, observed(*this, "hidden", torch::relu(m_hidden(mean)))}; // [batch, hiddenSize]
    }

    EncoderTraits traits() const override { return {}; }
    int64_t features() const override { return m_options.hiddenSize; }
    HeadOptions headOptions() const override { return {.dropout = m_options.dropout}; }

    std::vector<LayerSummary> describe(const std::string& length) const override
    {
        return {embeddingSummary(length),
                {.name = "mean",
                 .type = "Mean over true tokens",
                 .outputShape = "batch x " + std::to_string(dimension()),
                 .flow = {TokenFlow::Pool}},
                layerSummary("hidden", "Linear + ReLU",
                             "batch x " + std::to_string(m_options.hiddenSize), *m_hidden)};
    }

    /// The vectors themselves are kept only for their dropout.
    int64_t activationsPerToken(int64_t length) const override
    {
        const int64_t text = dimension() + 3 * m_options.hiddenSize;
        return text / length + 1 + (context().embedding.dropout > 0.0 ? 2 * dimension() : 0);
    }

    GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const override
    {
        const GraphValue ids = builder.fillWhere(texts.ids, !texts.mask, 0);
        const GraphValue mean = graphSums(builder, table(), ids)
            / builder.unsqueeze(builder.cast(texts.lengths, torch::kFloat), 1);
        return {{}, relu(builder.linear(mean, m_hidden->weight, m_hidden->bias))};
    }

    std::string pythonSource() const override
    {
        return pythonPiece("encoders/mean",
                           {{"TABLES", pythonTables()},
                            {"DIMENSION", dimension()},
                            {"HIDDEN", m_options.hiddenSize}});
    }

private:
    MeanOptions m_options;
    torch::nn::Linear m_hidden{nullptr};
};

} // namespace

EncoderEntry meanEncoder()
{
    return encoderEntry<MeanEncoder>(
        {.id = "mean",
         .title = "Mean of embeddings",
         .summary = "The mean of the word vectors, then one hidden layer. Very fast and hard "
                    "to beat on topics. It ignores the order of words, so \"not good, bad\" "
                    "and \"not bad, good\" give the same result.",
         .formula
         = {"y = W₂ relu(W₁ · 1/T Σ_t e_t + b₁) + b₂",
            R"tex(y = W_2\,\mathrm{ReLU}\left(W_1\,\frac1T \sum_{t=1}^{T} e_t + b_1\right) +
b_2)tex"}},
        Schema<MeanOptions>()
            .add(&MeanOptions::hiddenSize,
                 hiddenSizeOption(
                     "Size of the ReLU layer. If training accuracy stays low, raise it."))
            .add(&MeanOptions::dropout, classifierDropout("Applied to the hidden layer.")));
}

} // namespace core
