#include "core/nn/layers/pooling.h"
#include "core/nn/tensors.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

using torch::Tensor;

constexpr int64_t kFeatures = 2, kPlaces = 4, kTrue = 3; // The last place is padding.

std::shared_ptr<core::Pooling> choosing(const std::string& kind, int64_t hidden = 3)
{
    torch::manual_seed(5);
    return core::poolingRegistry().make({kind, {{"hidden_size", hidden}}},
                                        core::PoolingContext{kFeatures});
}

/// One text `copies` times.
core::TokenStates sameTexts(int64_t copies)
{
    core::TokenStates encoded;
    encoded.states = torch::tensor({0.9F, -0.4F, -0.3F, 1.2F, 0.6F, 0.5F, 77.0F, 77.0F})
                         .view({1, kPlaces, kFeatures})
                         .repeat({copies, 1, 1});
    encoded.lengths = torch::full({copies}, kTrue, torch::kInt64);
    encoded.mask = torch::tensor({true, true, true, false}).repeat({copies, 1});
    return encoded;
}

/// A loss of each text's vector [texts] that places differ in.
Tensor lossesOf(const Tensor& vectors)
{
    return (vectors - torch::tensor({0.2F, 0.7F})).square().sum(1) + 2.0;
}

/// All derivatives of `value` by the pooling's weights, one after another.
Tensor gradientOf(core::Pooling& pooling, const Tensor& value)
{
    std::vector<Tensor> flat;
    for (const Tensor& gradient :
         torch::autograd::grad({value}, pooling.parameters(), {}, {}, false, /*allow_unused=*/true))
        flat.push_back(gradient.flatten());
    return torch::cat(flat);
}

void setBaseline(core::Pooling& pooling, float value)
{
    const torch::NoGradGuard noGradient;
    pooling.named_buffers()["baseline"].fill_(value);
}

/// The probabilities of the places [kTrue], differentiable, by the formula.
Tensor probabilities(core::Pooling& pooling)
{
    const auto p = pooling.named_parameters();
    const Tensor states = sameTexts(1).states[0].narrow(0, 0, kTrue);
    return torch::tanh(states.mm(p["hidden.weight"].t()) + p["hidden.bias"])
        .mm(p["score.weight"].t())
        .squeeze(1)
        .softmax(0);
}

/// Which state of the text it is.
int64_t placeOf(const Tensor& vector)
{
    const Tensor states = sameTexts(1).states[0];
    for (int64_t place = 0; place < kPlaces; ++place)
        if (torch::equal(states[place], vector))
            return place;
    return -1;
}

/// The gradient that a draw of each place estimates; all places are found by drawing.
std::map<int64_t, Tensor> estimates(core::Pooling& pooling, float baseline)
{
    std::map<int64_t, Tensor> found;
    torch::manual_seed(8);
    for (int draw = 0; draw < 300; ++draw) {
        const core::PooledTexts pooled = pooling.forward(sameTexts(1));
        const int64_t place = placeOf(pooled.vectors[0].detach());
        if (found.contains(place))
            continue;
        setBaseline(pooling, baseline);
        const Tensor losses = lossesOf(pooled.vectors);
        found[place] = gradientOf(
            pooling, losses.sum() + pooling.choiceTerm(pooled.logChoices, losses.detach()));
    }
    return found;
}

/// d/dweights of Σ_i p_i L(h_i), all places counted out.
Tensor enumerated(core::Pooling& pooling)
{
    return gradientOf(
        pooling,
        (probabilities(pooling) * lossesOf(sameTexts(1).states[0].narrow(0, 0, kTrue))).sum());
}

} // namespace

/// Poolings that read one state: gradients against the enumeration of all places.
class HardAttentionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theExpectedGradientIsThatOfTheExpectedLoss_data()
    {
        addColumn<float>("baseline");
        newRow("none", 0.0F);
        newRow("some", 2.5F);
        newRow("far off", -30.0F);
    }
    void theExpectedGradientIsThatOfTheExpectedLoss()
    {
        QFETCH(float, baseline);
        const auto pooling = choosing("hard_attention");
        const auto found = estimates(*pooling, baseline);
        QCOMPARE(found.size(), size_t(kTrue)); // and never the padding
        const Tensor p = probabilities(*pooling).detach();
        Tensor mean = torch::zeros_like(found.begin()->second);
        for (const auto& [place, estimate] : found) {
            QVERIFY(place >= 0 && place < kTrue);
            mean += p[place] * estimate;
        }
        const Tensor expected = enumerated(*pooling);
        QVERIFY(expected.abs().max().item<double>() > 1e-2);
        QVERIFY(rounding::agree(mean, expected, rounding::kNetwork));
    }

    void theMeanOfManyDrawsIsWithinItsStandardError()
    {
        constexpr int64_t kDraws = 20000;
        constexpr float kBaseline = 2.5F;
        const auto pooling = choosing("hard_attention");
        const auto found = estimates(*pooling, kBaseline);
        const Tensor expected = enumerated(*pooling);
        const Tensor p = probabilities(*pooling).detach();
        Tensor variance = torch::zeros_like(expected);
        for (const auto& [place, estimate] : found)
            variance += p[place] * (estimate - expected).square();
        torch::manual_seed(21);
        const core::PooledTexts pooled = pooling->forward(sameTexts(kDraws));
        setBaseline(*pooling, kBaseline);
        const Tensor losses = lossesOf(pooled.vectors);
        const Tensor mean
            = gradientOf(*pooling,
                         losses.sum() + pooling->choiceTerm(pooled.logChoices, losses.detach()))
            / kDraws;
        const Tensor error = (variance / kDraws).sqrt();
        const double worst = ((mean - expected).abs() / error.clamp_min(1e-9)).max().item<double>();
        QVERIFY2(worst < 4.0, qPrintable(QString::number(worst)));
        QVERIFY(worst > 1e-3); // It was drawn, not computed.
        const Tensor share = pooled.weights.mean(0); // [length]
        for (int64_t place = 0; place < kTrue; ++place) {
            const double expectedShare = p[place].item<double>();
            const double deviation = std::sqrt(expectedShare * (1.0 - expectedShare) / kDraws);
            QVERIFY(std::abs(share[place].item<double>() - expectedShare) < 4.0 * deviation);
        }
        QCOMPARE(share[kTrue].item<float>(), 0.0F);
    }

    void aBaselineNearTheLossMakesTheEstimatesLessScattered()
    {
        const auto pooling = choosing("hard_attention");
        const Tensor p = probabilities(*pooling).detach();
        const auto scatter = [&](float baseline) {
            const auto found = estimates(*pooling, baseline);
            const Tensor expected = enumerated(*pooling);
            double sum = 0.0;
            for (const auto& [place, estimate] : found)
                sum += (p[place] * (estimate - expected).square().sum()).item<double>();
            return sum;
        };
        const double mean
            = (p * lossesOf(sameTexts(1).states[0].narrow(0, 0, kTrue))).sum().item<double>();
        QVERIFY2(scatter(float(mean)) < 0.5 * scatter(0.0F),
                 qPrintable(QString::number(scatter(float(mean)) / scatter(0.0F))));
    }

    void theBaselineFollowsTheLosses()
    {
        const auto pooling = choosing("hard_attention");
        const Tensor logs = torch::zeros({2});
        pooling->choiceTerm(logs, torch::tensor({4.0F, 6.0F}));
        QCOMPARE(pooling->named_buffers()["baseline"].item<float>(), 0.5F);
        // (L - b) log p with the baseline of before.
        const Tensor term
            = pooling->choiceTerm(torch::tensor({-1.0F, -2.0F}), torch::tensor({1.5F, 2.5F}));
        QCOMPARE(term.item<float>(), -1.0F * 1.0F + -2.0F * 2.0F);
        QVERIFY(std::abs(pooling->named_buffers()["baseline"].item<float>() - 0.65F) < 1e-6F);
    }

    void theSameSeedDrawsTheSamePlaces()
    {
        const auto pooling = choosing("hard_attention");
        const auto draw = [&](uint64_t seed) {
            torch::manual_seed(seed);
            return pooling->forward(sameTexts(64)).weights;
        };
        QVERIFY(torch::equal(draw(3), draw(3)));
        QVERIFY(!torch::equal(draw(3), draw(4)));
    }

    void evaluationReadsTheLikeliestState_data()
    {
        addColumn<QString>("kind");
        newRow("sampled", "hard_attention");
        newRow("straight-through", "straight_through");
    }
    void evaluationReadsTheLikeliestState()
    {
        QFETCH(QString, kind);
        const auto pooling = choosing(kind.toStdString());
        pooling->eval();
        const core::PooledTexts pooled = pooling->forward(sameTexts(2));
        const int64_t best = probabilities(*pooling).argmax().item<int64_t>();
        QVERIFY(torch::equal(pooled.vectors[1], sameTexts(1).states[0][best]));
        QVERIFY(!pooled.logChoices.defined());
        QCOMPARE(pooled.weights.sum().item<float>(), 2.0F);
        QCOMPARE(pooled.weights[0][best].item<float>(), 1.0F);
    }

    void straightThroughHasTheSlopeOfTheSoftmax()
    {
        const auto pooling = choosing("straight_through");
        const core::TokenStates encoded = sameTexts(1);
        const Tensor by = torch::tensor({0.3F, -1.1F}); // dL/ds
        const core::PooledTexts pooled = pooling->forward(encoded);
        const Tensor found = gradientOf(*pooling, (pooled.vectors * by).sum());
        // As if s were Σ_t a_t h_t, the states held.
        const Tensor states = encoded.states[0].narrow(0, 0, kTrue);
        const Tensor expected
            = gradientOf(*pooling, (probabilities(*pooling).unsqueeze(1) * states * by).sum());
        QVERIFY(expected.abs().max().item<double>() > 1e-2);
        QVERIFY(rounding::agree(found, expected, rounding::kLayer));
    }

    void straightThroughStatesGetTheGradientOfTheOneThatIsRead()
    {
        const auto pooling = choosing("straight_through", 0);
        core::TokenStates encoded = sameTexts(1);
        {
            const torch::NoGradGuard noGradient; // Scores that do not hang on the states.
            pooling->named_parameters()["score.weight"].fill_(1e-12F);
        }
        encoded.states.requires_grad_();
        pooling->forward(encoded).vectors.sum().backward();
        const Tensor gradient = encoded.states.grad()[0]; // [length, features]
        QCOMPARE(gradient.sum(1).gt(1.9).sum().item<int64_t>(), int64_t{1});
        QVERIFY(std::abs(gradient.sum().item<float>() - 2.0F) < 1e-5F);
    }
};

UNROLL_TEST(HardAttentionTest, QCoreApplication)
#include "hard_attention_test.moc"
