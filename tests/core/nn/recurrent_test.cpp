#include "core/nn/layers/recurrent.h"

#include "core/base/error.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/core/nn/recurrent_cases.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

#include <torch/optim/adam.h>

using core::CellKind;
using core::CellStates;
using core::Recurrent;
using core::RecurrentOptions;
using torch::Tensor;
using namespace recurrent;

namespace {

/// Sets every parameter to zero, then the named one at some places.
void setOnly(Recurrent& net, const std::string& name, const std::vector<float>& values)
{
    const torch::NoGradGuard guard;
    for (Tensor& parameter : net->parameters())
        parameter.zero_();
    net->named_parameters()[name].copy_(
        torch::tensor(values).view_as(net->named_parameters()[name]));
}

Tensor column(const std::vector<float>& values)
{
    return torch::tensor(values).view({1, -1, 1});
}

bool near(const Tensor& tensor, const std::vector<float>& values)
{
    return rounding::agree(tensor.flatten(), torch::tensor(values), rounding::kSum);
}

} // namespace

/// Recurrent layers against values worked by hand; what must not matter to them; what they learn.
class RecurrentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        core::setComputeThreads(1);
        torch::manual_seed(11);
    }

    void lstmKeepsHalfOfItsCellAndAddsHalfOfItsCandidate()
    {
        Recurrent net(RecurrentOptions{&core::torchCell(CellKind::Lstm), 1, 1});
        setOnly(net, "bias_ih_l0", {0, 0, 20, 0}); // i = f = o = 1/2, g = 1
        const auto [output, state]
            = net->forward(column({1, 1}), torch::tensor({2}, torch::kInt64));
        // c = 1/2, then 3/4;  h = tanh(c) / 2
        QVERIFY(near(output, {0.231058579f, 0.317574484f}));
        QVERIFY(near(state[1], {0.75f}));
        QVERIFY(near(state[0], {0.317574484f}));
    }

    void lstmReadsItsGatesInTheOrderIfgo()
    {
        Recurrent net(RecurrentOptions{&core::torchCell(CellKind::Lstm), 1, 1});
        setOnly(net, "bias_ih_l0", {-1, 2, 0.5f, 1});
        CellStates first{torch::zeros({1, 1, 1}), torch::full({1, 1, 1}, 2.0)};
        const auto state
            = net->forward(column({0}), torch::tensor({1}, torch::kInt64), first).states;
        // c = 0.880797078 * 2 + 0.268941421 * 0.462117157;  h = 0.731058579 * tanh(c)
        QVERIFY(near(state[1], {1.885876601f}));
        QVERIFY(near(state[0], {0.698169631f}));
    }

    void gruMovesHalfwayToItsCandidate()
    {
        Recurrent net(RecurrentOptions{&core::torchCell(CellKind::Gru), 1, 1});
        setOnly(net, "bias_ih_l0", {0, 0, 20}); // r = z = 1/2, n = 1
        const auto output = net->forward(column({1, 1}), torch::tensor({2}, torch::kInt64)).output;
        QVERIFY(near(output, {0.5f, 0.75f}));
    }

    void gruResetsAfterTheProduct()
    {
        Recurrent net(RecurrentOptions{&core::torchCell(CellKind::Gru), 1, 1});
        setOnly(net, "bias_hh_l0", {0, 0, 2}); // n = tanh(r * 2) = tanh(1)
        const auto output = net->forward(column({1}), torch::tensor({1}, torch::kInt64)).output;
        QVERIFY(near(output, {0.380797078f}));
    }

    void reverseDirectionBeginsAtTheTrueEnd()
    {
        Recurrent net(RecurrentOptions{&core::torchCell(CellKind::RnnRelu), 1, 1, 1, true});
        const torch::NoGradGuard guard;
        for (const auto& parameter : net->named_parameters())
            parameter.value().fill_(parameter.key().find("weight") == 0 ? 1.0 : 0.0);
        const Tensor input = torch::tensor({1.0f, 2.0f, 50.0f, 3.0f, 4.0f, 5.0f}).view({2, 3, 1});
        const auto [output, state] = net->forward(input, torch::tensor({2, 3}, torch::kInt64));
        // Running sums from the left and from the right; the 50 is padding.
        QVERIFY(near(output, {1, 3, 3, 2, 0, 0, 3, 12, 7, 9, 12, 5}));
        QVERIFY(near(state[0], {3, 12, 3, 12}));
    }

    void aTextGivesTheSameAloneAndInABatch_data() { addCells(); }
    void aTextGivesTheSameAloneAndInABatch()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const torch::NoGradGuard guard;
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const auto together = net->forward(input, someLengths());
        for (int64_t i = 0; i < kBatch; ++i) {
            const int64_t length = someLengths()[i].item<int64_t>();
            const auto alone = net->forward(input.narrow(0, i, 1).narrow(1, 0, length),
                                            torch::tensor({length}, torch::kInt64));
            QVERIFY(torch::equal(alone.output[0], together.output[i].narrow(0, 0, length)));
            QVERIFY(torch::equal(alone.states[0].select(1, 0), together.states[0].select(1, i)));
            QCOMPARE(
                together.output[i].narrow(0, length, kLength - length).abs().sum().item<float>(),
                0.0f);
        }
    }

    void whatStandsAtPaddingIsIgnored_data() { addCells(); }
    void whatStandsAtPaddingIsIgnored()
    {
        QFETCH(RecurrentOptions, options);
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        Tensor spoilt = input.clone();
        spoilt[0].narrow(0, 4, 3).fill_(std::numeric_limits<float>::quiet_NaN());
        spoilt[2].narrow(0, 1, 6).fill_(1e30);
        spoilt.requires_grad_();
        const auto clean = net->forward(input, someLengths());
        const auto output = net->forward(spoilt, someLengths());
        QVERIFY(torch::equal(clean.output, output.output));
        mixture(output).backward();
        QVERIFY(torch::equal(spoilt.grad()[2].narrow(0, 1, 6), torch::zeros({6, kInput})));
        QVERIFY(spoilt.grad()[2][0].abs().sum().item<float>() > 0.0f);
    }

    void notANumberIsNotHidden()
    {
        for (const CellKind cell :
             {CellKind::RnnTanh, CellKind::RnnRelu, CellKind::Lstm, CellKind::Gru}) {
            Recurrent net(makeOptions(cell));
            Tensor input = torch::randn({kBatch, kLength, kInput});
            input[1][2][3] = std::numeric_limits<float>::quiet_NaN();
            const Tensor output = net->forward(input, someLengths()).output;
            QVERIFY(output[1].select(0, 3).isnan().all().item<bool>());
            QVERIFY(!output[0].isnan().any().item<bool>());
        }
    }

    void dropoutActsBetweenLayersWhileTrainingAndRepeatsWithTheSeed()
    {
        RecurrentOptions options = makeOptions(CellKind::Gru, 2, true);
        options.dropout = 0.5;
        Recurrent net(options);
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const auto run = [&](uint64_t seed) {
            torch::manual_seed(seed);
            return net->forward(input, someLengths()).output.detach();
        };
        QVERIFY(torch::equal(run(3), run(3)));
        QVERIFY(!torch::equal(run(3), run(4)));
        net->eval();
        QVERIFY(torch::equal(run(3), run(4)));
    }

    void everyCellLearnsWhetherTheFirstTokenWasSeenAgainAtTheEnd_data() { addCells(); }
    void everyCellLearnsWhetherTheFirstTokenWasSeenAgainAtTheEnd()
    {
        if (rounding::isRepetition())
            return; // Learning is proven once.
        QFETCH(RecurrentOptions, options);
        options.inputSize = 1;
        options.hiddenSize = 16;
        Recurrent net(options);
        torch::nn::Linear score(net->outputSize(), 1);
        std::vector<Tensor> parameters = net->parameters();
        for (const Tensor& parameter : score->parameters())
            parameters.push_back(parameter);
        torch::optim::Adam optimiser(parameters, torch::optim::AdamOptions(0.02));
        const Tensor lengths = torch::tensor({3, 5, 4, 3, 5, 4, 3, 5}, torch::kInt64);
        const Tensor first = torch::tensor({0, 0, 1, 1, 0, 0, 1, 1}, torch::kFloat32);
        const Tensor last = torch::tensor({0, 1, 0, 1, 0, 1, 0, 1}, torch::kFloat32);
        Tensor input = torch::zeros({8, 5, 1});
        for (int64_t i = 0; i < 8; ++i) {
            input[i][0][0] = 2 * first[i] - 1;
            input[i][lengths[i].item<int64_t>() - 1][0] = 2 * last[i] - 1;
        }
        const Tensor target = (first != last).to(torch::kFloat32); // exclusive or
        double loss = 1.0;
        for (int step = 0; step < 600 && loss > 0.1; ++step) {
            optimiser.zero_grad();
            const Tensor state
                = net->forward(input, lengths).states[0][options.bidirectional ? -2 : -1];
            const Tensor error
                = torch::binary_cross_entropy_with_logits(score(state).squeeze(1), target);
            error.backward();
            optimiser.step();
            loss = error.item<double>();
        }
        QVERIFY2(loss <= 0.1, qPrintable(QString::number(loss)));
    }

    void namesAndShapesOfParametersAreThoseOfPyTorch()
    {
        Recurrent net(makeOptions(CellKind::Lstm, 2, true, 3));
        const auto parameters = net->named_parameters();
        QCOMPARE(parameters.size(), size_t{20});
        QCOMPARE(parameters[0].key(), "weight_ih_l0"s);
        QCOMPARE(parameters[4].key(), "weight_hr_l0"s);
        QCOMPARE(parameters[9].key(), "weight_hr_l0_reverse"s);
        QCOMPARE(parameters["weight_ih_l1_reverse"].sizes(), at::IntArrayRef({16, 6}));
        QCOMPARE(parameters["weight_hh_l1"].sizes(), at::IntArrayRef({16, 3}));
        QCOMPARE(parameters["bias_hh_l0"].sizes(), at::IntArrayRef({16}));
    }

    void sizesThatCannotBeAreRefused()
    {
        const auto refused = [](const RecurrentOptions& options) {
            try {
                Recurrent net(options);
            } catch (const core::Error& error) {
                return error.failure().code == core::ErrorCode::BadSetting;
            }
            return false;
        };
        QVERIFY(refused({&core::torchCell(CellKind::Lstm), 0, 4}));
        QVERIFY(refused({&core::torchCell(CellKind::Lstm), 5, 0}));
        QVERIFY(refused({&core::torchCell(CellKind::Lstm), 5, 4, 0}));
        QVERIFY(refused(makeOptions(CellKind::Lstm, 1, false, 4)));
        QVERIFY(refused(makeOptions(CellKind::Gru, 1, false, 2)));
        QVERIFY(!refused(makeOptions(CellKind::Lstm, 1, false, 3)));
    }

    void argumentsThatDoNotFitAreRefused()
    {
        Recurrent net(makeOptions(CellKind::Lstm));
        const Tensor input = torch::randn({kBatch, kLength, kInput});
        const auto run = [&](const Tensor& x, const Tensor& lengths, const CellStates& state) {
            net->forward(x, lengths, state);
        };
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 run(input, torch::tensor({4, 8, 1}, torch::kInt64), {}));
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 run(input, torch::tensor({4, 0, 1}, torch::kInt64), {}));
        QVERIFY_THROWS_EXCEPTION(core::Error, run(input, torch::tensor({4, 7}, torch::kInt64), {}));
        QVERIFY_THROWS_EXCEPTION(core::Error, run(input.narrow(2, 0, 3), someLengths(), {}));
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 run(input, someLengths(), {torch::zeros({1, 2, kHidden}), {}}));
    }
};

UNROLL_TEST(RecurrentTest, QCoreApplication)
#include "recurrent_test.moc"
