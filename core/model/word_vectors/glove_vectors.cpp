#include "core/base/python_piece.h"
#include "core/model/word_vectors/cooccurrences.h"
#include "core/model/word_vectors/glove_updates.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace core {

namespace {

/// Names and defaults are those of GloVe's programs: -window-size, -x-max, -alpha.
struct GloveOptions {
    int64_t window = 15;
    double maximumCount = 100.0;
    double exponent = 0.75;
};

Schema<GloveOptions> gloveSchema()
{
    return Schema<GloveOptions>()
        .add(&GloveOptions::window,
             {.name = "window",
              .label = "Window",
              .help = "Words on either side that are counted, each by the inverse of its distance. "
                      "Neighbours share a topic but not a kind: lower it.",
              .unit = "words",
              .minimum = 1,
              .maximum = 100})
        .add(&GloveOptions::maximumCount,
             {.name = "maximum_count",
              .label = "Full weight from",
              .help = "Pairs that occur less often weigh less. With little text, lower it to 10.",
              .minimum = 1.0,
              .maximum = 1e9,
              .logarithmic = true})
        .add(&GloveOptions::exponent,
             {.name = "exponent",
              .label = "Exponent of weights",
              .help = "The weight of a pair falls with this power of its count.",
              .minimum = 0.0,
              .maximum = 1.0,
              .advanced = true,
              .formula = {"f(x) = min(1, (x / x_max)^α)",
                          R"tex(f(x) = \min\left(1, (x / x_{\max})^{\alpha}\right))tex"}});
}

/// The words of a pair as rows of the two tables: each pair is learnt in both orders.
struct OrderedPair {
    int32_t input = 0, output = 0;
    float weight = 0.0F;
};

/// GloVe: Pennington, Socher and Manning (2014). Rows have the bias as their last number.
/// Parameters: "input" and "output" [words, dimension + 1]; state beside them: the sums of squares
/// of AdaGrad.
///
/// Unlike the reference program, whose threads write to the same tables at once, the gradients of
/// kTogether pairs are those of the same tables, and every row is changed in the order of the
/// pairs: the result does not depend on the number of threads.
class GloveVectors : public WordVectorNetwork {
public:
    GloveVectors(const GloveOptions& options, const WordVectorContext& context)
        : m_options(options)
        , m_words(context.vocabularySize)
        , m_dimension(context.dimension)
        , m_trainingWords(static_cast<double>(
              std::accumulate(context.counts.begin(), context.counts.end(), int64_t{0})))
        , m_pairs(context.cooccurrences)
    {
        const auto sizes = {m_words, m_dimension + 1};
        const bool shapes = context.weights == Weights::ShapesOnly;
        const auto device = shapes ? torch::kMeta : torch::kCPU;
        m_input = register_parameter("input", torch::empty(sizes, device), false);
        m_output = register_parameter("output", torch::empty(sizes, device), false);
        if (shapes)
            return;
        const double limit = 0.5 / static_cast<double>(m_dimension + 1);
        m_input.uniform_(-limit, limit);
        m_output.uniform_(-limit, limit);
        m_inputSquares = torch::ones(sizes);
        m_outputSquares = torch::ones(sizes);
    }

    PredictionSums learn(const Passages&, std::span<const int32_t> items, uint64_t,
                         double learningRate) override
    {
        if (!m_pairs)
            throw Error(ErrorCode::Internal, {"GloVe was given no counts to learn from.", {}});
        PredictionSums sums;
        for (const int32_t item : items)
            for (auto block = m_pairs->block(item); !block.empty();) {
                const auto some = block.first(std::min<size_t>(block.size(), kTogether));
                block = block.subspan(some.size());
                sums.nats += update(some, static_cast<float>(learningRate));
                sums.predictions += 2 * std::ssize(some);
            }
        return sums;
    }

    /// Counts of a shorter text are smaller: they are scaled to the length of the training text.
    PredictionSums measure(const Passages& text, uint64_t seed, const Monitor& monitor) override
    {
        const Cooccurrences pairs(text, m_words, m_options.window, seed, monitor);
        const double scale
            = m_trainingWords / static_cast<double>(std::max<size_t>(text.ids.size(), 1));
        PredictionSums sums;
        for (int32_t block = 0; block < std::ssize(pairs.lengths()); ++block) {
            for (const Cooccurrence& pair : pairs.block(block))
                for (OrderedPair each : bothOrders(pair)) {
                    each.weight = static_cast<float>(double(each.weight) * scale);
                    const double distance = errorOf(each);
                    sums.nats += 0.5 * double(weightOf(each)) * distance * distance;
                    ++sums.predictions;
                }
            monitor.throwIfStopped();
        }
        return sums;
    }

    torch::Tensor vectors() const override
    {
        return m_input.slice(1, 0, m_dimension) + m_output.slice(1, 0, m_dimension);
    }

    torch::Tensor unseenVector(std::string_view) const override { return {}; }

    std::vector<std::pair<std::string, torch::Tensor>> state() const override
    {
        return {{"input_squares", m_inputSquares}, {"output_squares", m_outputSquares}};
    }

    std::vector<LayerSummary> describe() const override
    {
        std::vector<LayerSummary> layers(2);
        for (LayerSummary& layer : layers) {
            layer.outputShape = "words x " + std::to_string(m_dimension);
            layer.parameters = m_input.numel();
            layer.flow = {TokenFlow::EachToken};
        }
        layers[0].name = "input";
        layers[0].type = "Vectors and biases of words";
        layers[1].name = "output";
        layers[1].type = "Vectors and biases of words nearby";
        return layers;
    }

    std::string pythonSource() const override
    {
        return pythonPiece("word_vectors/glove", {{"WORDS", m_words}, {"DIMENSION", m_dimension}});
    }

private:
    static constexpr size_t kTogether = 256;
    static constexpr int64_t kShards = 32;

    int64_t columns() const { return m_dimension + 1; }

    static std::array<OrderedPair, 2> bothOrders(const Cooccurrence& pair)
    {
        return {{{pair.first, pair.second, pair.weight}, {pair.second, pair.first, pair.weight}}};
    }

    float weightOf(const OrderedPair& pair) const
    {
        const double share = double(pair.weight) / m_options.maximumCount;
        return share < 1.0 ? static_cast<float>(std::pow(share, m_options.exponent)) : 1.0F;
    }

    /// w · w~ + b + b~ - ln x
    float errorOf(const OrderedPair& pair) const
    {
        const float* input = m_input.data_ptr<float>() + pair.input * columns();
        const float* output = m_output.data_ptr<float>() + pair.output * columns();
        float score = 0.0F;
        recurrentKernels().dots(1, m_dimension, {input, columns()}, output, &score);
        return score + input[m_dimension] + output[m_dimension] - std::log(pair.weight);
    }

    /// One update of the pairs in both orders. @return the sum of their losses.
    double update(std::span<const Cooccurrence> pairs, float rate)
    {
        m_ordered.clear();
        for (const Cooccurrence& pair : pairs)
            for (const OrderedPair& each : bothOrders(pair))
                m_ordered.push_back(each);
        m_slopes.resize(m_ordered.size());
        m_losses.resize(m_ordered.size());
        const auto floats = m_ordered.size() * static_cast<size_t>(columns());
        m_fromInput.resize(floats);
        m_fromOutput.resize(floats);
        constexpr int64_t kChunk = 32;
        const int64_t count = std::ssize(m_ordered);
        runTasks((count + kChunk - 1) / kChunk, [&](int64_t chunk) {
            for (int64_t i = chunk * kChunk; i < std::min(count, (chunk + 1) * kChunk); ++i)
                prepare(static_cast<size_t>(i));
        });
        runTasks(kShards, [&](int64_t shard) { add(static_cast<int32_t>(shard), rate); });
        double loss = 0.0;
        for (const float each : m_losses)
            loss += double(each);
        return loss;
    }

    /// The gradient of a pair, and copies of both rows as they are now, the bias replaced by 1.
    void prepare(size_t i)
    {
        const OrderedPair& pair = m_ordered[i];
        const float distance = errorOf(pair), weight = weightOf(pair);
        m_slopes[i] = weight * distance;
        m_losses[i] = 0.5F * weight * distance * distance;
        const auto copy = [&](const torch::Tensor& table, int32_t row, std::vector<float>& to) {
            float* begin = to.data() + int64_t(i) * columns();
            std::copy_n(table.data_ptr<float>() + row * columns(), m_dimension, begin);
            begin[m_dimension] = 1.0F;
        };
        copy(m_input, pair.input, m_fromInput);
        copy(m_output, pair.output, m_fromOutput);
    }

    void add(int32_t shard, float rate)
    {
        const auto change = [&](const torch::Tensor& table, const torch::Tensor& squares,
                                int32_t row, size_t i, const std::vector<float>& direction) {
            if (row % kShards == shard)
                addAdaptively(columns(), m_slopes[i], direction.data() + int64_t(i) * columns(),
                              rate, table.data_ptr<float>() + row * columns(),
                              squares.data_ptr<float>() + row * columns());
        };
        for (size_t i = 0; i < m_ordered.size(); ++i) {
            change(m_input, m_inputSquares, m_ordered[i].input, i, m_fromOutput);
            change(m_output, m_outputSquares, m_ordered[i].output, i, m_fromInput);
        }
    }

    GloveOptions m_options;
    int64_t m_words, m_dimension;
    double m_trainingWords;
    std::shared_ptr<const Cooccurrences> m_pairs;
    torch::Tensor m_input, m_output, m_inputSquares, m_outputSquares;
    std::vector<OrderedPair> m_ordered; ///< The pairs of the update.
    std::vector<float> m_slopes, m_losses, m_fromInput, m_fromOutput;
};

} // namespace

WordVectorEntry gloveVectors()
{
    return {
        {WordVectorRegistry::entry<GloveOptions>(
             {.id = "glove",
              .title = "GloVe",
              .summary = "Learns the logarithms of how often two words stand near each other, "
                         "counted once over the whole text.",
              .formula
              = {"L = ½ Σ_ij f(x_ij) (w_i · w̃_j + b_i + b̃_j − ln x_ij)²",
                 R"tex(L = \tfrac12 \sum_{ij} f(x_{ij}) (w_i \cdot \tilde w_j + b_i + \tilde b_j - \ln x_{ij})^2)tex"}},
             gloveSchema(),
             [](const GloveOptions& options, const WordVectorContext& context) {
                 return std::make_shared<GloveVectors>(options, context);
             }),
         {}},
        [](const Json& options) { return gloveSchema().fromJson(options).window; }};
}

} // namespace core
