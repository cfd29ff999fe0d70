#include "core/base/python_piece.h"
#include "core/model/encoder/encoder.h"
#include "core/model/parts/network_options.h"
#include "core/nn/layers/layer_hook.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"

#include <torch/nn/modules/conv.h>

#include <algorithm>
#include <limits>

namespace core {

namespace {

struct ConvolutionOptions {
    std::vector<int64_t> widths{3, 4, 5};
    int64_t filters = 100;
    double dropout = 0.5;
};

/// c_t = relu(W [e_t; ...; e_{t+w-1}] + b) for each width w, s = max_t c_t over windows that lie
/// within the text, side by side for all widths.
///
/// Source: Kim (2014), "Convolutional Neural Networks for Sentence Classification", EMNLP.
/// Differs: windows never reach over a text's end; a text shorter than a width gives one window,
/// filled up with zeros. Parameters: embedding, convolutions.i (as torch.nn.Conv1d).
class ConvolutionalEncoder : public Encoder {
public:
    ConvolutionalEncoder(const ConvolutionOptions& options, const EncoderContext& encoderContext)
        : Encoder(encoderContext), m_options(options)
    {
        torch::nn::ModuleList list;
        for (const int64_t width : options.widths) {
            m_convolutions.emplace_back(
                torch::nn::Conv1dOptions(dimension(), options.filters, width));
            list->push_back(m_convolutions.back());
        }
        register_module("convolutions", list);
    }

    Encoded forward(const SequenceBatch& batch, AttentionLook*, CarriedState*) override
    {
        useLibraryThreads();
        torch::Tensor embedded
            = embed(batch) * batch.mask().unsqueeze(2); // [batch, length, dimension]
        const int64_t missing = std::max<int64_t>(0, widest() - batch.ids.size(1));
        embedded = torch::constant_pad_nd(embedded.transpose(1, 2),
                                          {0, missing}); // [batch, dimension, length]
        const torch::Tensor lengths = lengthsOn(batch.ids.device(), batch.lengths);
        std::vector<torch::Tensor> pooled;
        for (size_t i = 0; i < m_convolutions.size(); ++i) {
            torch::nn::Conv1d& convolution = m_convolutions[i];
            const torch::Tensor windows // [batch, filters, windows]; observers have units last.
                = observed(*this, "convolutions", i, convolution(embedded).transpose(1, 2))
                      .transpose(1, 2);
            const int64_t width = convolution->options.kernel_size()->at(0);
            const torch::Tensor beyond = torch::arange(windows.size(2), batch.ids.options())
                                             .unsqueeze(0)
                                             .gt((lengths - width).clamp_min(0).unsqueeze(1));
            // ReLU rises, so it may follow the maximum: the same result from fewer numbers.
            pooled.push_back(torch::relu(std::get<0>(
                windows.masked_fill(beyond.unsqueeze(1), -std::numeric_limits<double>::infinity())
                    .max(2)))); // [batch, filters]
        }
        return {{}, observed(*this, "maximum", torch::cat(pooled, 1))};
    }

    EncoderTraits traits() const override { return {}; }
    int64_t features() const override
    {
        return m_options.filters * static_cast<int64_t>(m_options.widths.size());
    }
    HeadOptions headOptions() const override { return {.dropout = m_options.dropout}; }

    std::vector<LayerSummary> describe(const std::string& length) const override
    {
        std::vector<LayerSummary> layers = {embeddingSummary(length)};
        for (size_t i = 0; i < m_convolutions.size(); ++i) {
            layers.push_back(layerSummary(
                "convolutions." + std::to_string(i),
                "Convolution of width " + std::to_string(m_options.widths[i]) + " + ReLU",
                "batch x " + std::to_string(m_options.filters) + " x windows", *m_convolutions[i],
                {TokenFlow::Window, m_options.widths[i]}));
            if (i > 0) // All of them read the embeddings.
                layers.back().place = LayerPlace::Beside;
        }
        layers.push_back({.name = "maximum",
                          .type = "Maximum over true windows",
                          .outputShape = "batch x " + std::to_string(features()),
                          .flow = {TokenFlow::Pool}});
        return layers;
    }

    /// The input twice (its two layouts) and each filter's value before and after masking.
    int64_t activationsPerToken(int64_t) const override { return 2 * dimension() + 2 * features(); }

    GraphEncoded graph(GraphBuilder& builder, const GraphTexts& texts) const override
    {
        const GraphValue real = builder.unsqueeze(builder.cast(texts.mask, torch::kFloat), 2);
        const GraphValue embedded = builder.padded(
            builder.transpose(graphVectors(builder, texts) * real, {0, 2, 1}), dimension(), 0,
            widest() - 1); // [batch, dimension, length + widest - 1]
        GraphValues pooled;
        for (size_t i = 0; i < m_convolutions.size(); ++i) {
            const GraphValue windows
                = builder.convolution(embedded, builder.weight(m_convolutions[i]->weight),
                                      builder.weight(m_convolutions[i]->bias));
            const GraphValue last = larger(texts.lengths - static_cast<double>(m_options.widths[i]),
                                           builder.constant(torch::zeros({1}, torch::kLong)));
            const GraphValue beyond
                = less(builder.unsqueeze(last, 1),
                       builder.unsqueeze(builder.range(builder.size(windows, 2)), 0));
            pooled.push_back(
                relu(builder.maximum(builder.fillWhere(windows, builder.unsqueeze(beyond, 1),
                                                       -std::numeric_limits<double>::infinity()),
                                     2)));
        }
        return {{}, builder.join(pooled, 1)};
    }

    std::string pythonSource() const override
    {
        std::string widths;
        for (const int64_t width : m_options.widths)
            widths += std::to_string(width) + ", ";
        return pythonPiece("encoders/cnn",
                           {{"TABLES", pythonTables()},
                            {"DIMENSION", dimension()},
                            {"FILTERS", m_options.filters},
                            {"WIDTHS", "(" + widths + ")"},
                            {"WIDEST", widest()}});
    }

private:
    int64_t widest() const
    {
        return *std::max_element(m_options.widths.begin(), m_options.widths.end());
    }

    ConvolutionOptions m_options;
    std::vector<torch::nn::Conv1d> m_convolutions;
};

void checkWidths(const Json& options, const EmbeddingSpec&, std::vector<Problem>& problems)
{
    const std::string path = "model.network.widths";
    constexpr size_t kMost = 16;
    if (options.at("widths").empty())
        problems.push_back(
            {path, {"%1 is empty; it needs at least one width, such as 3.", {path}}});
    else if (options.at("widths").size() > kMost)
        problems.push_back(
            {path,
             {"%1 has %2 widths; at most %3 are allowed.",
              {path, std::to_string(options.at("widths").size()), std::to_string(kMost)}}});
}

} // namespace

EncoderEntry convolutionalEncoder()
{
    return encoderEntry<ConvolutionalEncoder>(
        {.id = "cnn",
         .title = "Convolutions (CNN)",
         .summary = "Filters detect short phrases of several widths at any position; the "
                    "strongest match of each filter counts. Fast, and good where single "
                    "phrases decide. It works best with small initial word vectors (the "
                    "initialisation Uniform) and little dropout on them.",
         .formula = {"c_t = relu(W [e_t; …; e_{t+w−1}] + b) for each width w,  s = max_t "
                     "c_t,  y = V s + a",
                     R"tex(\begin{aligned}
c_t &= \mathrm{ReLU}(W\,[e_t; \dots; e_{t+w-1}] + b) \\
s &= \max_t c_t \quad\text{for each width } w \\
y &= V s + a
\end{aligned})tex"}},
        Schema<ConvolutionOptions>()
            .add(&ConvolutionOptions::widths,
                 {.name = "widths",
                  .label = "Filter widths",
                  .help = "Number of neighbouring tokens that a filter covers. If longer phrases "
                          "matter, add wider filters.",
                  .unit = "tokens",
                  .minimum = 1,
                  .maximum = 64})
            .add(
                &ConvolutionOptions::filters,
                {.name = "filters",
                 .label = "Filters per width",
                 .help = "If training accuracy stays low, raise it. If training is slow, lower it.",
                 .unit = "filters",
                 .minimum = 1,
                 .maximum = 8192,
                 .logarithmic = true})
            .add(&ConvolutionOptions::dropout, classifierDropout("Applied to the text's vector.")),
        checkWidths);
}

} // namespace core
