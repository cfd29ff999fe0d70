#include "core/base/atomic_file.h"
#include "core/base/schema.h"
#include "core/model/classifier.h"

#include <torch/torch.h>

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>

#include <filesystem>

/// Each network's generated Python against the network itself: logits, gradients of all
/// parameters, and 20 updates agree to 1e-5 relative.
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
constexpr int64_t kDimension = 8;

struct ParityCase {
    const char* name;
    Json network;
    bool frozen = false;
};

/// Every network, and every option that changes what is computed, at least once.
std::vector<ParityCase> parityCases()
{
    return {
        {"mean", {{"kind", "mean"}, {"hidden_size", 5}}},
        {"mean_frozen", {{"kind", "mean"}, {"hidden_size", 5}}, true},
        {"fasttext", {{"kind", "fasttext"}, {"buckets", 37}}},
        {"cnn", {{"kind", "cnn"}, {"widths", {2, 3, 5}}, {"filters", 4}}},
        {"cnn_wide", {{"kind", "cnn"}, {"widths", {12}}, {"filters", 6}}},
        {"rnn_last",
         {{"kind", "rnn"}, {"hidden_size", 5}, {"bidirectional", false}, {"pooling", "last"}}},
        {"rnn_relu_mean",
         {{"kind", "rnn"},
          {"layers", 2},
          {"hidden_size", 5},
          {"nonlinearity", "relu"},
          {"pooling", "mean"}}},
        {"lstm_last", {{"kind", "lstm"}, {"layers", 2}, {"hidden_size", 5}}},
        {"lstm_attention",
         {{"kind", "lstm"}, {"hidden_size", 5}, {"pooling", "attention"}, {"layers", 2}}},
        {"lstm_projection",
         {{"kind", "lstm"},
          {"hidden_size", 7},
          {"projection_size", 3},
          {"layers", 2},
          {"pooling", "last"}}},
        {"lstm_one_way_maximum",
         {{"kind", "lstm"}, {"hidden_size", 5}, {"bidirectional", false}, {"pooling", "maximum"}}},
        {"gru_last", {{"kind", "gru"}, {"hidden_size", 5}}},
        {"gru_hidden_attention",
         {{"kind", "gru"},
          {"layers", 2},
          {"hidden_size", 5},
          {"pooling", {{"kind", "attention"}, {"hidden_size", 6}}}}},
        {"transformer_post",
         {{"kind", "transformer"}, {"layers", 1}, {"heads", 2}, {"feed_forward_size", 11}}},
        {"transformer_pre_learned",
         {{"kind", "transformer"},
          {"layers", 2},
          {"heads", 4},
          {"feed_forward_size", 11},
          {"norm", "pre"},
          {"positions", "learned"},
          {"activation", "gelu"},
          {"pooling", "mean"}}},
        {"transformer_rezero",
         {{"kind", "transformer"},
          {"layers", 2},
          {"heads", 1},
          {"feed_forward_size", 11},
          {"norm", "rezero"},
          {"scale_embedding", true},
          {"norm_embedding", true},
          {"pooling", "attention"}}},
        {"transformer_rezero_last",
         {{"kind", "transformer"},
          {"layers", 1},
          {"heads", 2},
          {"feed_forward_size", 11},
          {"norm", "rezero"},
          {"positions", "learned"},
          {"activation", "gelu"},
          {"pooling", "last"}}},
    };
}

core::ModelSpec specOf(const ParityCase& parityCase)
{
    core::ModelSpec spec;
    spec.network = core::selectionFromJson(parityCase.network);
    if (parityCase.network.at("kind") != "fasttext")
        spec.network.options["dropout"] = 0.0;
    return spec;
}

/// Fresh weights with something added, so that nothing is zero that need not be.
std::shared_ptr<core::Classifier> makeNetwork(const ParityCase& parityCase)
{
    core::NetworkContext context{kVocabulary, kClasses, kLength, {}};
    context.embedding.dimension = kDimension;
    context.embedding.frozen = parityCase.frozen;
    auto network = core::makeClassifier(specOf(parityCase), context);
    const torch::NoGradGuard noGradient;
    for (const auto& item : network->named_parameters()) {
        torch::Tensor value = item.value();
        value.add_(torch::randn_like(value) * 0.1);
        if (item.key() == "embedding.weight" || item.key() == "bigrams.weight")
            value[0].zero_();
    }
    return network;
}

core::SequenceBatch makeBatch()
{
    core::SequenceBatch batch;
    batch.lengths = torch::tensor({7, 3, 1, 9, 4}, torch::kInt64);
    batch.ids = torch::randint(1, kVocabulary, {5, kLength}, torch::kInt64);
    batch.ids.masked_fill_(batch.mask().logical_not(), 0);
    return batch;
}

void writeTensor(const std::filesystem::path& path, const torch::Tensor& tensor)
{
    const torch::Tensor whole = tensor.detach().contiguous();
    core::writeFileAtomically(
        path, std::string_view(static_cast<const char*>(whole.data_ptr()), whole.nbytes()));
}

torch::Tensor joined(const core::Classifier& network, bool gradients)
{
    std::vector<torch::Tensor> parts;
    for (const torch::Tensor& parameter : network.parameters()) {
        const torch::Tensor part = !gradients ? parameter
            : parameter.grad().defined()      ? parameter.grad()
                                              : torch::zeros_like(parameter);
        parts.push_back(part.detach().flatten());
    }
    return torch::cat(parts).clone();
}

/// One case as a folder: what Python needs, and what it is to find.
class CaseWriter {
public:
    CaseWriter(const ParityCase& parityCase, const std::filesystem::path& folder) : m_folder(folder)
    {
        torch::manual_seed(5);
        m_network = makeNetwork(parityCase);
        m_batch = makeBatch();
        m_labels = torch::tensor({2, 0, 1, 1, 2}, torch::kInt64);
        std::filesystem::create_directories(folder);
    }

    void write()
    {
        writeInputs();
        m_network->eval();
        store("logits.bin", m_network->forward(m_batch));
        m_network->train();
        backward();
        store("gradients.bin", joined(*m_network, true));
        const torch::Tensor start = joined(*m_network, false);
        {
            torch::optim::SGD optimiser(trainable(), torch::optim::SGDOptions(0.05).momentum(0.9));
            train(optimiser);
        }
        store("sgd_logits.bin", m_network->forward(m_batch));
        store("sgd_weights.bin", joined(*m_network, false));
        restore(start);
        torch::optim::Adam optimiser(trainable(), torch::optim::AdamOptions(1e-3));
        train(optimiser);
        store("adam_logits.bin", m_network->forward(m_batch));
    }

private:
    void store(const char* name, const torch::Tensor& tensor)
    {
        writeTensor(m_folder / name, tensor);
    }

    void writeInputs()
    {
        Json manifest = {{"batch", m_batch.ids.size(0)},
                         {"length", m_batch.ids.size(1)},
                         {"classes", kClasses},
                         {"parameters", Json::array()}};
        for (const auto& item : m_network->named_parameters())
            manifest["parameters"].push_back(
                {{"name", item.key()}, {"shape", item.value().sizes().vec()}});
        core::writeFileAtomically(m_folder / "manifest.json", manifest.dump());
        core::writeFileAtomically(m_folder / "source.py", m_network->pythonSource());
        store("ids.bin", m_batch.ids);
        store("lengths.bin", m_batch.lengths);
        store("labels.bin", m_labels);
        store("weights.bin", joined(*m_network, false));
    }

    void backward()
    {
        m_network->zero_grad();
        torch::nn::functional::cross_entropy(m_network->forward(m_batch), m_labels).backward();
    }

    template <class Optimiser> void train(Optimiser& optimiser)
    {
        m_network->train();
        for (int update = 0; update < 20; ++update) {
            backward();
            optimiser.step();
        }
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

    std::filesystem::path m_folder;
    std::shared_ptr<core::Classifier> m_network;
    core::SequenceBatch m_batch;
    torch::Tensor m_labels;
};

/// Exit code and everything printed.
std::pair<int, QByteArray> python(const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("/usr/bin/python3"), arguments);
    if (!process.waitForFinished(240000))
        return {-1, process.readAll()};
    return {process.exitCode(), process.readAll()};
}

} // namespace

void ModelParityTest::pythonOfEachNetworkAgrees()
{
    const QString script = QStringLiteral(MODEL_PARITY_SCRIPT);
    if (python({script}).first != 0)
        QSKIP("python3-torch is not installed");
    const QTemporaryDir folder;
    for (const ParityCase& parityCase : parityCases())
        CaseWriter(parityCase, std::filesystem::path(folder.path().toStdString()) / parityCase.name)
            .write();
    const auto [code, text] = python({script, folder.path()});
    qInfo("%s", text.constData());
    QCOMPARE(code, 0);
    QCOMPARE(text.count('\n'), static_cast<qsizetype>(parityCases().size()));
}

QTEST_GUILESS_MAIN(ModelParityTest)
#include "model_parity_test.moc"
