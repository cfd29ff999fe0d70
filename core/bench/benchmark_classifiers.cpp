#include "core/bench/benchmark_products.h"
#include "core/bench/benchmark_work.h"
#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/text_network.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kClasses = 2;

/// A classifier and the batch that it is trained on.
struct ClassifierCase {
    SequenceRule texts;
    int64_t dimension; ///< Dimension of the embedding.
    Json network;
    /// Adds what the network multiplies for texts of these lengths.
    void (*addProducts)(ProductCount&, const ClassifierCase&, const std::vector<int64_t>& lengths);

    int64_t option(const char* name) const { return network.at(name).get<int64_t>(); }
};

std::shared_ptr<TextNetwork> makeNetwork(const ClassifierCase& work)
{
    NetworkContext context;
    context.vocabularySize = work.texts.vocabulary;
    context.outputs = kClasses;
    context.maximumLength = work.texts.longest;
    context.embedding.dimension = work.dimension;
    return makeTextNetwork(benchmarkModel(work.network, context.embedding), findHead("class"),
                           context);
}

class ClassifierTraining : public BenchmarkWork {
public:
    ClassifierTraining(ClassifierCase work, torch::Device device)
        : m_case(std::move(work))
        , m_texts(m_case.texts)
        , m_network(onDevice(makeNetwork(m_case), device))
        , m_batch(paddedBatch(m_texts.rows(), device))
        , m_classes(torch::arange(m_case.texts.count).remainder(kClasses).to(device))
        , m_updates(*m_network)
    {
    }

    void step() override
    {
        LossPass pass{
            .inputs = {m_batch.ids, m_classes},
            .shape = m_batch.isFull() ? m_batch.shape() : "",
            .compute = [this](const LossPass::Tensors& inputs) {
                const SequenceBatch batch{inputs[0], m_batch.lengths};
                return BatchLoss{meanCrossEntropy(m_network->forward(batch), inputs[1]), {}};
            }};
        m_updates.update(pass);
    }
    int64_t tokens() const override { return totalOf(m_texts.lengths()); }
    int64_t flops() const override
    {
        ProductCount count(ProductCount::Pass::Training);
        m_case.addProducts(count, m_case, m_texts.lengths());
        return count.flops();
    }

private:
    ClassifierCase m_case;
    MadeSequences m_texts;
    std::shared_ptr<TextNetwork> m_network;
    SequenceBatch m_batch;
    torch::Tensor m_classes; ///< [batch]
    BenchmarkUpdates m_updates;
};

// ---- What the networks multiply --------------------------------------------------------------

void addMean(ProductCount& count, const ClassifierCase& work, const std::vector<int64_t>& lengths)
{
    const auto texts = static_cast<int64_t>(lengths.size());
    count.add(texts, work.dimension, work.option("hidden_size"));
    count.add(texts, work.option("hidden_size"), kClasses);
}

int64_t gatesOf(const ClassifierCase& work)
{
    const std::string kind = work.network.at("kind").get<std::string>();
    return kind == "lstm" ? 4 : kind == "gru" ? 3 : 1;
}

void addRecurrentLayers(ProductCount& count, const ClassifierCase& work,
                        const std::vector<int64_t>& lengths)
{
    const int64_t tokens = totalOf(lengths), features = 2 * work.option("hidden_size");
    const auto texts = static_cast<int64_t>(lengths.size());
    addRecurrent(
        count,
        {gatesOf(work), work.option("layers"), 2, work.dimension, work.option("hidden_size")},
        tokens, texts, FirstState::Zero);
    if (work.network.at("pooling").get<std::string>() == "attention") {
        count.add(tokens, features, 1); // scores
        count.add(tokens, 1, features); // the weighted sum
    }
    count.add(texts, features, kClasses);
}

const CellGraph& graphOf(const ClassifierCase& work)
{
    const auto& all = cellEntries();
    const auto kind = work.network.at("kind").get<std::string>();
    const auto found = std::find_if(
        all.begin(), all.end(), [&](const CellEntry& each) { return each.description.id == kind; });
    return *found->graph;
}

/// Adds the products of a cell's equations in both directions, except those of an initial state of
/// zero.
void addCellLayers(ProductCount& count, const ClassifierCase& work,
                   const std::vector<int64_t>& lengths)
{
    const CellGraph& graph = graphOf(work);
    const int64_t tokens = totalOf(lengths), hidden = work.option("hidden_size");
    const auto texts = static_cast<int64_t>(lengths.size());
    for (int64_t layer = 0; layer < work.option("layers"); ++layer) {
        const CellSizes sizes{layer == 0 ? work.dimension : 2 * hidden, hidden, hidden};
        for (size_t i = 0; i < graph.parameters().size(); ++i) {
            const std::vector<int64_t> matrix = graph.shape(i, sizes);
            if (matrix.size() != 2)
                continue;
            const bool ofState = graph.parameters()[i].use == CellOperation::Product;
            const int64_t rows = ofState ? tokens - texts : tokens;
            count.add(2 * rows, matrix[1], matrix[0]);
        }
    }
    count.add(texts, 2 * hidden, kClasses);
}

void addTransformer(ProductCount& count, const ClassifierCase& work,
                    const std::vector<int64_t>& lengths)
{
    const int64_t tokens = totalOf(lengths);
    for (int64_t layer = 0; layer < work.option("layers"); ++layer) {
        addAttention(count, work.dimension, tokens, tokens, pairsOf(lengths, lengths));
        addFeedForward(count, work.dimension, work.option("feed_forward_size"), tokens);
    }
    count.add(static_cast<int64_t>(lengths.size()), work.dimension, kClasses);
}

// ---- The cases -------------------------------------------------------------------------------

BenchmarkEntry classifier(const std::string& name, const ClassifierCase& work)
{
    return {name, [work](const BenchmarkSize& size, torch::Device device) {
                ClassifierCase sized = work;
                sized.texts = work.texts.sized(size);
                return std::make_unique<ClassifierTraining>(std::move(sized), device);
            }};
}

BenchmarkEntry recurrent(const std::string& name, const std::string& kind, const char* pooling,
                         decltype(ClassifierCase::addProducts) addProducts = addRecurrentLayers)
{
    return classifier(name,
                      {{64, 20, 200, 10000},
                       100,
                       {{"kind", kind},
                        {"layers", 2},
                        {"hidden_size", 128},
                        {"bidirectional", true},
                        {"dropout", 0.5},
                        {"pooling", pooling}},
                       addProducts});
}

Json transformerNetwork(int64_t layers, int64_t heads, int64_t feedForwardSize)
{
    return {{"kind", "transformer"}, {"layers", layers},
            {"heads", heads},        {"feed_forward_size", feedForwardSize},
            {"dropout", 0.1},        {"pooling", "maximum"}};
}

} // namespace

std::vector<BenchmarkEntry> classifierBenchmarks()
{
    const Json mean{{"kind", "mean"}, {"hidden_size", 128}};
    const Json large{{"kind", "lstm"},        {"layers", 2},    {"hidden_size", 256},
                     {"bidirectional", true}, {"dropout", 0.5}, {"pooling", "last"}};
    std::vector<BenchmarkEntry> all{
        classifier("dnn", {{64, 20, 200, 10000}, 100, mean, addMean}),
        recurrent("rnn", "rnn", "last"),
        recurrent("gru", "gru", "last"),
        recurrent("bilstm", "lstm", "last"),
        recurrent("bilstm_attention", "lstm", "attention"),
        classifier("bilstm_large", {{64, 20, 256, 10000}, 300, large, addRecurrentLayers}),
        classifier("transformer_small",
                   {{128, 20, 200, 50000}, 32, transformerNetwork(1, 2, 128), addTransformer}),
        classifier("transformer",
                   {{64, 20, 200, 10000}, 128, transformerNetwork(2, 4, 512), addTransformer}),
    };
    for (const CellEntry& cell : cellEntries())
        all.push_back(recurrent(cell.description.id, cell.description.id, "last", addCellLayers));
    return all;
}

} // namespace core
