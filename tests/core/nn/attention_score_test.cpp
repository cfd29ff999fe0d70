#include "core/base/schema.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

/// Scores against values worked by hand, and what is taken with them.
class AttentionScoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scoresAreThoseOfTheirFormulas_data();
    void scoresAreThoseOfTheirFormulas();
    void noneIsNothing();
    void weightsAndContextAreThoseOfTheSoftmax();
    void paddingIsNeverLookedAt();
    void gradientsAreThoseOfFiniteDifferences_data() { addKinds(); }
    void gradientsAreThoseOfFiniteDifferences();
    void fusedTanhScoresAreThoseOfTheEquation();

private:
    static void addKinds();
};

namespace {

using core::Json;
using torch::Tensor;

std::shared_ptr<core::AttentionScore> score(const std::string& json, int64_t query, int64_t memory)
{
    const core::Selection selection = core::selectionFromJson(Json::parse(json));
    return core::attentionEntry(selection.kind).entry.make(selection.options, {query, memory});
}

void set(core::AttentionScore& module, const std::string& name, const Tensor& value)
{
    const torch::NoGradGuard noGradient;
    Tensor parameter = module.named_parameters()[name];
    QCOMPARE(parameter.sizes().vec(), value.sizes().vec());
    parameter.copy_(value);
}

/// s = (1, 2); h_1 = (3, -1), h_2 = (0.5, 1).
Tensor oneState()
{
    return torch::tensor({1.0f, 2.0f}).view({1, 1, 2});
}

Tensor twoStates()
{
    return torch::tensor({3.0f, -1.0f, 0.5f, 1.0f}).view({1, 2, 2});
}

} // namespace

void AttentionScoreTest::addKinds()
{
    addColumn<QByteArray>("json");
    for (const char* json :
         {R"({"kind": "dot"})", R"({"kind": "scaled_dot"})", R"({"kind": "general"})",
          R"({"kind": "concat", "size": 5})", R"({"kind": "additive", "size": 5})",
          R"({"kind": "reduced_rank", "rank": 2})"})
        newRow(json, QByteArray(json));
}

void AttentionScoreTest::scoresAreThoseOfTheirFormulas_data()
{
    addColumns<QByteArray, double, double>("json", "first", "second");
    // 1*3 + 2*(-1);  1*0.5 + 2*1.
    newRow("dot", R"({"kind": "dot"})"_ba, 1.0, 2.5);
    newRow("scaled dot", R"({"kind": "scaled_dot"})"_ba, 1.0 / std::sqrt(2.0),
           2.5 / std::sqrt(2.0));
    // W h: (3*1 + -1*0, 3*-2 + -1*1) = (3, -7), (0.5, 0);  1*3 + 2*-7;  0.5.
    newRow("general", R"({"kind": "general"})"_ba, -11.0, 0.5);
    // U s = 1*0.5 + 2*0.25 = 1;  V h = 3*2 + -1*1 = 5, 0.5*2 + 1*1 = 2.
    newRow("reduced rank", R"({"kind": "reduced_rank", "rank": 1})"_ba, 5.0, 2.0);
    // W1 s = (0.1*1 + 0.2*2, -0.3*1) = (0.5, -0.3);  W2 h_1 = (0.3, 0.1), W2 h_2 = (0.05, -0.1).
    newRow("additive", R"({"kind": "additive", "size": 2})"_ba,
           2.0 * std::tanh(0.8) - std::tanh(-0.2), 2.0 * std::tanh(0.55) - std::tanh(-0.4));
    // The same with a bias of (0.2, 0.1).
    newRow("concat", R"({"kind": "concat", "size": 2})"_ba, 2.0 * std::tanh(1.0) - std::tanh(-0.1),
           2.0 * std::tanh(0.75) - std::tanh(-0.3));
}

void AttentionScoreTest::scoresAreThoseOfTheirFormulas()
{
    QFETCH(QByteArray, json);
    QFETCH(double, first);
    QFETCH(double, second);
    const auto made = score(json.toStdString(), 2, 2);
    const QByteArray row = QTest::currentDataTag();
    if (row == "general")
        set(*made, "key.weight", torch::tensor({1.0f, 0.0f, -2.0f, 1.0f}).view({2, 2}));
    if (row == "reduced rank") {
        set(*made, "query.weight", torch::tensor({0.5f, 0.25f}).view({1, 2}));
        set(*made, "key.weight", torch::tensor({2.0f, 1.0f}).view({1, 2}));
    }
    if (row == "additive") {
        set(*made, "query.weight", torch::tensor({0.1f, 0.2f, -0.3f, 0.0f}).view({2, 2}));
        set(*made, "key.weight", torch::tensor({0.1f, 0.0f, 0.0f, -0.1f}).view({2, 2}));
        set(*made, "score.weight", torch::tensor({2.0f, -1.0f}).view({1, 2}));
    }
    if (row == "concat") {
        set(*made, "hidden.weight",
            torch::tensor({0.1f, 0.2f, 0.1f, 0.0f, -0.3f, 0.0f, 0.0f, -0.1f}).view({2, 4}));
        set(*made, "hidden.bias", torch::tensor({0.2f, 0.1f}));
        set(*made, "score.weight", torch::tensor({2.0f, -1.0f}).view({1, 2}));
    }
    const Tensor found = made->scores(made->queries(oneState()), made->keys(twoStates()));
    QCOMPARE(found.sizes().vec(), (std::vector<int64_t>{1, 1, 2}));
    QVERIFY(std::abs(found[0][0][0].item<double>() - first) < 1e-6);
    QVERIFY(std::abs(found[0][0][1].item<double>() - second) < 1e-6);
}

void AttentionScoreTest::noneIsNothing()
{
    QVERIFY(score(R"({"kind": "none"})", 3, 4) == nullptr);
}

void AttentionScoreTest::weightsAndContextAreThoseOfTheSoftmax()
{
    const auto dot = score(R"({"kind": "dot"})", 2, 2);
    const core::Attended found = core::attend(*dot, oneState(), twoStates(), twoStates(), {});
    const double first = 1.0 / (1.0 + std::exp(1.5)); // scores 1 and 2.5
    QVERIFY(std::abs(found.weights[0][0][0].item<double>() - first) < 1e-6);
    QVERIFY(std::abs(found.context[0][0][0].item<double>() - (3.0 * first + 0.5 * (1 - first)))
            < 1e-6);
    QVERIFY(std::abs(found.context[0][0][1].item<double>() - (-first + (1 - first))) < 1e-6);
}

void AttentionScoreTest::paddingIsNeverLookedAt()
{
    const auto dot = score(R"({"kind": "dot"})", 2, 2);
    const Tensor padding = torch::tensor({false, true}).view({1, 2});
    const core::Attended found = core::attend(*dot, oneState(), twoStates(), twoStates(), padding);
    QCOMPARE(found.weights[0][0][0].item<double>(), 1.0);
    QCOMPARE(found.weights[0][0][1].item<double>(), 0.0);
    QVERIFY(std::isinf(found.scores[0][0][1].item<double>()));
}

/// Gradients of a weighted sum of contexts, by states, memory and the score's own weights, in
/// double.
void AttentionScoreTest::gradientsAreThoseOfFiniteDifferences()
{
    QFETCH(QByteArray, json);
    torch::manual_seed(2);
    const bool equal = json.contains("dot");
    const auto made = score(json.toStdString(), 3, equal ? 3 : 4);
    made->to(torch::kFloat64);
    const auto doubles = torch::TensorOptions(torch::kFloat64);
    Tensor states = torch::randn({2, 5, 3}, doubles).requires_grad_();
    Tensor memory = torch::randn({2, 6, equal ? 3 : 4}, doubles).requires_grad_();
    const Tensor padding = torch::zeros({2, 6}, torch::kBool);
    padding[1].narrow(0, 4, 2).fill_(true);
    const Tensor factors = torch::randn({2, 5, memory.size(2)}, doubles);
    const auto value = [&] {
        return (core::attend(*made, states, made->keys(memory), memory, padding).context * factors)
            .sum();
    };
    value().backward();
    std::vector<Tensor> inputs = made->parameters();
    inputs.insert(inputs.end(), {states, memory});
    for (Tensor& input : inputs) {
        const torch::NoGradGuard noGradient;
        const Tensor flat = input.view(-1);
        for (int64_t i = 0; i < flat.numel(); i += 3) {
            constexpr double kStep = 1e-6;
            const double before = flat[i].item<double>();
            flat[i] = before + kStep;
            const double above = value().item<double>();
            flat[i] = before - kStep;
            const double below = value().item<double>();
            flat[i] = before;
            const double expected = (above - below) / (2 * kStep);
            QVERIFY(std::abs(input.grad().view(-1)[i].item<double>() - expected) < 1e-6);
        }
    }
}

/// float32 on the CPU, where they have a way of their own, against the equation in double.
void AttentionScoreTest::fusedTanhScoresAreThoseOfTheEquation()
{
    torch::manual_seed(4);
    std::vector<Tensor> inputs{torch::randn({3, 4, 37}), torch::randn({3, 5, 37}),
                               torch::randn({37})};
    std::vector<Tensor> doubles;
    for (Tensor& input : inputs) {
        doubles.push_back(input.to(torch::kFloat64).requires_grad_());
        input.requires_grad_();
    }
    const Tensor factors = torch::randn({3, 4, 5});
    const Tensor found = core::tanhScores(inputs[0], inputs[1], inputs[2]);
    const Tensor expected
        = torch::matmul((doubles[0].unsqueeze(2) + doubles[1].unsqueeze(1)).tanh(), doubles[2]);
    QVERIFY((found - expected).abs().max().item<double>() < 1e-5);
    (found * factors).sum().backward();
    (expected * factors).sum().backward();
    for (size_t i = 0; i < inputs.size(); ++i)
        QVERIFY((inputs[i].grad() - doubles[i].grad()).abs().max().item<double>() < 1e-5);
}

UNROLL_TEST(AttentionScoreTest, QCoreApplication)
#include "attention_score_test.moc"
