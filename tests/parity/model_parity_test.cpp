#include "core/base/schema.h"
#include "core/model/text_network.h"
#include "tests/parity/network_folder.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <torch/optim/adam.h>
#include <torch/optim/sgd.h>

/// Each network's generated Python against the network itself: logits, gradients of all
/// parameters, and 20 updates agree as far as float32
/// can (parity_cases.py).
class ModelParityTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pythonOfEachNetworkAgrees();
};

namespace {

using core::Json;

constexpr int64_t kVocabulary = 23;
constexpr int64_t kClasses = 3;
constexpr int64_t kLength = 9;
constexpr int64_t kNetworkDimension = 8;
/// No row of weights and no gradient over the 24 tokens of the batch is longer.
constexpr int64_t kLongestNetworkSum = 64;

struct NetworkCase {
    std::string name;
    Json network;
    bool frozen = false;
};

/// Every network, and every option that changes what is computed, at least once.
std::vector<NetworkCase> networkCases()
{
    const Json networks = Json::parse(R"({
        "mean": {"kind": "mean", "hidden_size": 5},
        "mean_frozen": {"kind": "mean", "hidden_size": 5},
        "fasttext": {"kind": "fasttext", "buckets": 37},
        "cnn": {"kind": "cnn", "widths": [2, 3, 5], "filters": 4},
        "cnn_wide": {"kind": "cnn", "widths": [12], "filters": 6},
        "rnn_last": {"kind": "rnn", "hidden_size": 5, "bidirectional": false, "pooling": "last"},
        "rnn_relu_mean": {"kind": "rnn", "layers": 2, "hidden_size": 5, "nonlinearity": "relu",
            "pooling": "mean"},
        "lstm_last": {"kind": "lstm", "layers": 2, "hidden_size": 5},
        "lstm_attention": {"kind": "lstm", "hidden_size": 5, "pooling": "attention", "layers": 2},
        "lstm_projection": {"kind": "lstm", "hidden_size": 7, "projection_size": 3, "layers": 2,
            "pooling": "last"},
        "lstm_one_way_maximum": {"kind": "lstm", "hidden_size": 5, "bidirectional": false,
            "pooling": "maximum"},
        "gru_last": {"kind": "gru", "hidden_size": 5},
        "gru_hidden_attention": {"kind": "gru", "layers": 2, "hidden_size": 5,
            "pooling": {"kind": "attention", "hidden_size": 6}},
        "transformer_post": {"kind": "transformer", "layers": 1, "heads": 2,
            "feed_forward_size": 11},
        "transformer_pre_learned": {"kind": "transformer", "layers": 2, "heads": 4,
            "feed_forward_size": 11, "norm": "pre", "positions": "learned", "activation": "gelu",
            "pooling": "mean"},
        "transformer_rezero": {"kind": "transformer", "layers": 2, "heads": 1,
            "feed_forward_size": 11, "norm": "rezero", "scale_embedding": true,
            "norm_embedding": true, "pooling": "attention"},
        "transformer_rezero_last": {"kind": "transformer", "layers": 1, "heads": 2,
            "feed_forward_size": 11, "norm": "rezero", "positions": "learned",
            "activation": "gelu", "pooling": "last"},
        "transformer_rotary": {"kind": "transformer", "layers": 2, "heads": 2,
            "feed_forward_size": 11, "positions": "rotary"},
        "transformer_decoder": {"kind": "transformer_decoder", "layers": 3, "heads": 4,
            "feed_forward_size": 11},
        "transformer_decoder_post": {"kind": "transformer_decoder", "layers": 2, "heads": 1,
            "feed_forward_size": 11, "norm": "post", "positions": "sinusoidal",
            "activation": "relu", "pooling": "mean"},
        "transformer_decoder_rotary": {"kind": "transformer_decoder", "layers": 2, "heads": 2,
            "feed_forward_size": 11, "positions": "rotary", "scale_embedding": true,
            "norm_embedding": true},
        "transformer_decoder_rezero": {"kind": "transformer_decoder", "layers": 2, "heads": 2,
            "feed_forward_size": 11, "norm": "rezero", "positions": "rotary"}
    })");
    std::vector<NetworkCase> cases;
    for (const auto& [name, network] : networks.items())
        cases.push_back({name, network, name == "mean_frozen"});
    return cases;
}

core::ModelSpec networkSpec(const NetworkCase& parityCase)
{
    core::ModelSpec spec;
    spec.network = core::selectionFromJson(parityCase.network);
    if (parityCase.network.at("kind") != "fasttext")
        spec.network.options["dropout"] = 0.0;
    return spec;
}

std::shared_ptr<core::TextNetwork> makeScattered(const NetworkCase& parityCase)
{
    core::NetworkContext context{kVocabulary, kClasses, kLength, {}};
    context.embedding.dimension = kNetworkDimension;
    context.embedding.frozen = parityCase.frozen;
    auto network = core::makeTextNetwork(networkSpec(parityCase), core::findHead("class"), context);
    parity::scatter(*network);
    return network;
}

core::SequenceBatch makeTextBatch()
{
    core::SequenceBatch batch;
    batch.lengths = torch::tensor({7, 3, 1, 9, 4}, torch::kInt64);
    batch.ids = torch::randint(1, kVocabulary, {5, kLength}, torch::kInt64);
    batch.ids.masked_fill_(batch.mask().logical_not(), 0);
    return batch;
}

/// Writes the results of one case into its folder.
class NetworkCaseWriter {
public:
    NetworkCaseWriter(const NetworkCase& parityCase, const std::filesystem::path& folder)
        : m_folder(folder)
    {
        torch::manual_seed(5);
        m_network = makeScattered(parityCase);
        m_batch = makeTextBatch();
        m_labels = torch::tensor({2, 0, 1, 1, 2}, torch::kInt64);
    }

    void write()
    {
        writeInputs();
        m_network->eval();
        m_folder.store("logits.bin", m_network->forward(m_batch));
        m_network->train();
        backward();
        m_folder.store("gradients.bin", parity::joinedGradients(*m_network));
        const torch::Tensor start = parity::joinedParameters(*m_network);
        {
            torch::optim::SGD optimiser(trainable(), torch::optim::SGDOptions(0.05).momentum(0.9));
            train(optimiser);
        }
        m_folder.store("sgd_logits.bin", m_network->forward(m_batch));
        m_folder.store("sgd_weights.bin", parity::joinedParameters(*m_network));
        restore(start);
        torch::optim::Adam optimiser(trainable(), torch::optim::AdamOptions(1e-3));
        train(optimiser);
        m_folder.store("adam_logits.bin", m_network->forward(m_batch));
    }

private:
    void writeInputs()
    {
        m_folder.storeNetwork(*m_network,
                              {{"batch", m_batch.ids.size(0)},
                               {"length", m_batch.ids.size(1)},
                               {"classes", kClasses},
                               {"longest_sum", kLongestNetworkSum}});
        m_folder.store("ids.bin", m_batch.ids);
        m_folder.store("lengths.bin", m_batch.lengths);
        m_folder.store("labels.bin", m_labels);
    }

    void backward()
    {
        m_network->zero_grad();
        torch::nn::functional::cross_entropy(m_network->forward(m_batch), m_labels).backward();
    }

    template <class Optimiser> void train(Optimiser& optimiser)
    {
        m_network->train();
        parity::updateTwentyTimes(optimiser, [&] { backward(); });
        m_network->eval();
    }

    std::vector<torch::Tensor> trainable() const
    {
        std::vector<torch::Tensor> parameters;
        for (const torch::Tensor& parameter : m_network->parameters())
            if (parameter.requires_grad())
                parameters.push_back(parameter);
        return parameters;
    }

    void restore(const torch::Tensor& weights)
    {
        const torch::NoGradGuard noGradient;
        int64_t place = 0;
        for (torch::Tensor& parameter : m_network->parameters()) {
            parameter.copy_(weights.narrow(0, place, parameter.numel()).view(parameter.sizes()));
            place += parameter.numel();
        }
    }

    parity::NetworkFolder m_folder;
    std::shared_ptr<core::TextNetwork> m_network;
    core::SequenceBatch m_batch;
    torch::Tensor m_labels;
};

} // namespace

void ModelParityTest::pythonOfEachNetworkAgrees()
{
    parity::compareInPython(UNROLL_PARITY_SCRIPTS "/model_parity.py", networkCases(),
                            [](const NetworkCase& each, const std::filesystem::path& folder) {
                                NetworkCaseWriter(each, folder).write();
                            });
}

UNROLL_TEST(ModelParityTest, QCoreApplication)
#include "model_parity_test.moc"
