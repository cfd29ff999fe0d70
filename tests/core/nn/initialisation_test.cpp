#include "core/nn/layers/attention.h"
#include "core/nn/layers/embedding.h"
#include "core/nn/layers/initialisation.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/layers/transformer_encoder.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

/// The effect of each initialisation on a network with every kind of parameter.
class InitialisationTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsRolesAndBlocks();
    void standardLeavesWhatTorchDraws();
    void xavierStaysWithinItsBoundOfEachBlock();
    void orthogonalMatricesAreOrthogonal();
    void normalHasItsDeviation();
    void embeddingsAndNormsAreLeftAlone_data();
    void embeddingsAndNormsAreLeftAlone();
    void forgetBiasIsOfTheForgetGateOnly();
    void gptDrawsAllAndScalesTheEndsOfBranches();

private:
    class Network : public torch::nn::Module {
    public:
        Network()
        {
            core::RecurrentOptions options;
            options.cell = &core::torchCell(core::CellKind::Lstm, true);
            options.inputSize = 30;
            options.hiddenSize = 20;
            options.projectionSize = 10;
            register_module("embedding", core::Embedding(9, 30));
            register_module("rnn", core::Recurrent(options));
            options.cell = &core::torchCell(core::CellKind::Gru);
            options.projectionSize = 0;
            register_module("gru", core::Recurrent(options));
            register_module("attention", core::MultiHeadAttention(20, 2, 0.0));
            register_module("norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({20})));
            register_module("output", torch::nn::Linear(20, 3));
        }
    };
    void apply(const std::string& kind, core::Json options = {{"forget_bias", 0.0}});
    torch::Tensor value(const char* name) { return m_network->named_parameters()[name]; }

    std::shared_ptr<Network> m_network;
};

void InitialisationTest::init()
{
    torch::manual_seed(1);
    m_network = std::make_shared<Network>();
}

void InitialisationTest::apply(const std::string& kind, core::Json options)
{
    core::initialisationRegistry().make({kind, std::move(options)})(*m_network);
}

void InitialisationTest::tellsRolesAndBlocks()
{
    using core::ParameterRole;
    std::map<std::string, std::pair<ParameterRole, int64_t>> found;
    for (const auto& parameter : core::parametersByRole(*m_network))
        found[parameter.name] = {parameter.role, parameter.blocks};
    QCOMPARE(found.size(), m_network->parameters().size());
    QVERIFY(found["embedding.weight"].first == ParameterRole::Embedding);
    QVERIFY(found["norm.weight"].first == ParameterRole::Normalisation);
    QVERIFY(found["norm.bias"].first == ParameterRole::Normalisation);
    QVERIFY(found["output.bias"].first == ParameterRole::Bias);
    QVERIFY((found["rnn.weight_hh_l0"] == std::pair{ParameterRole::Recurrent, int64_t{4}}));
    QVERIFY((found["rnn.weight_hr_l0"] == std::pair{ParameterRole::Matrix, int64_t{1}}));
    QVERIFY((found["gru.weight_ih_l0"] == std::pair{ParameterRole::Matrix, int64_t{3}}));
    QVERIFY((found["attention.in_proj_weight"] == std::pair{ParameterRole::Matrix, int64_t{3}}));
    QVERIFY((found["output.weight"] == std::pair{ParameterRole::Matrix, int64_t{1}}));
}

void InitialisationTest::standardLeavesWhatTorchDraws()
{
    std::vector<torch::Tensor> before;
    for (const torch::Tensor& parameter : m_network->parameters())
        before.push_back(parameter.detach().clone());
    apply("standard");
    for (size_t i = 0; i < before.size(); ++i)
        QVERIFY(torch::equal(before[i], m_network->parameters()[i]));
}

void InitialisationTest::xavierStaysWithinItsBoundOfEachBlock()
{
    apply("xavier_uniform");
    // A gate is [20, 30]: a = sqrt(6 / 50); the whole [60, 30] would have sqrt(6 / 90).
    const double largest = value("gru.weight_ih_l0").abs().max().item<double>();
    QVERIFY(largest <= std::sqrt(6.0 / 50.0) && largest > 0.95 * std::sqrt(6.0 / 50.0));
    const double ofAttention = value("attention.in_proj_weight").abs().max().item<double>();
    QVERIFY(ofAttention <= std::sqrt(6.0 / 40.0) && ofAttention > 0.95 * std::sqrt(6.0 / 40.0));
    QCOMPARE(value("output.bias").abs().max().item<float>(), 0.0F);
    QCOMPARE(value("gru.bias_hh_l0").abs().max().item<float>(), 0.0F);
}

void InitialisationTest::orthogonalMatricesAreOrthogonal()
{
    apply("orthogonal", {{"forget_bias", 1.0}});
    for (const torch::Tensor& gate : value("gru.weight_hh_l0").chunk(3)) // [20, 20]
        QVERIFY((gate.mm(gate.t()) - torch::eye(20)).abs().max().item<double>() < 1e-5);
    for (const torch::Tensor& gate : value("rnn.weight_hh_l0").chunk(4)) // [20, 10]
        QVERIFY((gate.t().mm(gate) - torch::eye(10)).abs().max().item<double>() < 1e-5);
}

void InitialisationTest::normalHasItsDeviation()
{
    apply("normal_001", {{"deviation", 0.01}, {"forget_bias", 0.0}});
    for (const char* name : {"rnn.weight_ih_l0", "gru.weight_hh_l0", "attention.in_proj_weight"}) {
        QVERIFY(std::abs(value(name).std().item<double>() - 0.01) < 0.001);
        QVERIFY(std::abs(value(name).mean().item<double>()) < 0.001);
    }
    QCOMPARE(value("rnn.bias_ih_l0").abs().max().item<float>(), 0.0F);
}

void InitialisationTest::embeddingsAndNormsAreLeftAlone_data()
{
    addColumn<QString>("kind");
    for (const auto& kind : core::initialisationRegistry().descriptions())
        if (kind.id != "gpt" && kind.id != "uniform") // They draw embeddings, too.
            newRow(kind.id.c_str(), QString::fromStdString(kind.id));
}

void InitialisationTest::embeddingsAndNormsAreLeftAlone()
{
    QFETCH(QString, kind);
    const torch::Tensor before = value("embedding.weight").detach().clone();
    apply(kind.toStdString(), {{"deviation", 0.01}, {"forget_bias", 1.0}});
    QVERIFY(torch::equal(value("embedding.weight"), before));
    QVERIFY(torch::equal(value("norm.weight"), torch::ones({20})));
}

void InitialisationTest::forgetBiasIsOfTheForgetGateOnly()
{
    const torch::Tensor before = value("rnn.bias_ih_l0").detach().clone();
    const torch::Tensor ofGru = value("gru.bias_ih_l0").detach().clone();
    apply("standard", {{"forget_bias", 1.5}});
    const auto gates = value("rnn.bias_ih_l0").chunk(4); // i, f, g, o
    QVERIFY(torch::equal(gates[1], torch::full({20}, 1.5F)));
    QVERIFY(torch::equal(value("rnn.bias_hh_l0").chunk(4)[1], torch::zeros({20})));
    for (const int gate : {0, 2, 3})
        QVERIFY(torch::equal(gates[gate], before.chunk(4)[gate]));
    QVERIFY(torch::equal(value("gru.bias_ih_l0"), ofGru));
}

void InitialisationTest::gptDrawsAllAndScalesTheEndsOfBranches()
{
    constexpr int64_t kLayers = 3;
    core::TransformerOptions options;
    options.features = 40;
    options.heads = 2;
    options.feedForwardSize = 50;
    options.layers = kLayers;
    m_network->register_module("transformer", core::TransformerEncoder(options));
    const auto deviation = [&](const char* name) { return value(name).std().item<double>(); };
    for (const bool scaled : {true, false}) {
        apply("gpt", {{"deviation", 0.02}, {"scale_residuals", scaled}});
        QCOMPARE(value("embedding.weight")[0].abs().max().item<float>(), 0.0F);
        QVERIFY(std::abs(value("embedding.weight").narrow(0, 1, 8).std().item<double>() - 0.02)
                < 0.004);
        QVERIFY(torch::equal(value("norm.weight"), torch::ones({20})));
        QCOMPARE(value("transformer.layers.0.linear1.bias").abs().max().item<float>(), 0.0F);
        QVERIFY(std::abs(deviation("transformer.layers.0.linear1.weight") - 0.02) < 0.002);
        const double end = scaled ? 0.02 / std::sqrt(2.0 * kLayers) : 0.02;
        for (const char* name : {"transformer.layers.2.linear2.weight",
                                 "transformer.layers.0.self_attn.out_proj.weight"})
            QVERIFY(std::abs(deviation(name) - end) < 0.1 * end);
    }
}

UNROLL_TEST(InitialisationTest, QCoreApplication)
#include "initialisation_test.moc"
