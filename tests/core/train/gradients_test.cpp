#include "core/nn/tensors.h"
#include "core/train/gradient_scaler.h"
#include "core/train/gradients.h"
#include "core/train/training_session.h"
#include "core/train/update_step.h"
#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

namespace {

torch::Tensor withGradient(const torch::Tensor& gradient)
{
    torch::Tensor parameter
        = torch::zeros(gradient.sizes(), gradient.options()).set_requires_grad(true);
    parameter.mutable_grad() = gradient;
    return parameter;
}

} // namespace

class GradientsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void normIsThatOfAllTogether()
    {
        const std::vector<torch::Tensor> parameters{
            withGradient(torch::tensor({3.0F})), withGradient(torch::tensor({0.0F, 4.0F})),
            torch::zeros({2}).set_requires_grad(true), // without a gradient
            withGradient(torch::full({3, 4}, 1.0, torch::kFloat64))};
        QCOMPARE(core::gradientNorm(parameters), std::sqrt(9.0 + 16.0 + 12.0));
    }

    void normOfManyValuesIsExact()
    {
        const torch::Tensor gradient = torch::arange(1, 1004, torch::kFloat32);
        // 1² + ... + 1003² = n (n+1) (2n+1) / 6
        QCOMPARE(core::gradientNorm({withGradient(gradient)}),
                 std::sqrt(1003.0 * 1004.0 * 2007.0 / 6.0));
    }

    void everyLayerHasItsNorm()
    {
        torch::nn::Module network;
        const auto add = [](torch::nn::Module& module, const char* name, torch::Tensor gradient) {
            torch::Tensor parameter = module.register_parameter(
                name, torch::zeros(gradient.sizes(), gradient.options()));
            parameter.mutable_grad() = std::move(gradient);
        };
        const auto child = [](torch::nn::Module& parent, const char* name) {
            return parent.register_module(name, std::make_shared<torch::nn::Module>());
        };
        const auto in = child(network, "encoder");
        const auto recurrent = child(*in, "rnn");
        add(*recurrent, "weight_ih_l0", torch::tensor({3.0F}));
        add(*recurrent, "weight_hh_l0_reverse", torch::tensor({4.0F}));
        add(*recurrent, "weight_ih_l1", torch::tensor({2.0F, 0.0F}));
        const auto layers = child(*child(*in, "transformer"), "layers");
        add(*child(*child(*layers, "1"), "attention"), "weight", torch::tensor({6.0F}));
        const auto out = child(network, "head");
        add(*out, "bias", torch::full({2, 2}, 1.5, torch::kFloat64));
        const std::vector<torch::Tensor> parameters = core::trainableParameters(network);
        const core::ParameterLayers found = core::layersOf(network, parameters);
        QCOMPARE(
            found.names,
            (Strings{"encoder.rnn.l0", "encoder.rnn.l1", "encoder.transformer.layers.1", "head"}));
        const double whole = std::sqrt(25.0 + 4.0 + 36.0 + 9.0);
        QCOMPARE(core::gradientNorms(parameters, found),
                 (std::vector<double>{whole, 5.0, 2.0, 6.0, 3.0}));
        QCOMPARE(core::gradientNorm(parameters), whole);
    }

    /// The fused projection of two layers, each behind its layer; they add nothing to the whole.
    void queriesKeysAndValuesHaveTheirNorms()
    {
        torch::nn::Module network;
        const auto child = [](torch::nn::Module& parent, const char* name) {
            return parent.register_module(name, std::make_shared<torch::nn::Module>());
        };
        const auto layers = child(network, "layers");
        for (const char* number : {"0", "1"}) {
            const float factor = *number == '0' ? 1.0F : 2.0F;
            const auto attention = child(*child(*layers, number), "self_attn");
            const auto add = [&](const char* name, const torch::Tensor& gradient) {
                attention->register_parameter(name, torch::zeros(gradient.sizes())).mutable_grad()
                    = gradient * factor;
            };
            add("in_proj_weight",
                torch::tensor({{3.0F, 0.0F},
                               {0.0F, 4.0F},
                               {1.0F, 1.0F},
                               {1.0F, 1.0F},
                               {0.0F, 6.0F},
                               {8.0F, 0.0F}}));
            add("in_proj_bias", torch::tensor({0.5F, 0.5F, 0.5F, 0.5F, 0.0F, 0.0F}));
        }
        child(network, "head")->register_parameter("bias", torch::zeros({1})).mutable_grad()
            = torch::tensor({2.0F});
        const std::vector<torch::Tensor> parameters = core::trainableParameters(network);
        const core::ParameterLayers found = core::layersOf(network, parameters);
        QCOMPARE(found.names,
                 (Strings{"layers.0", "layers.0.self_attn.Q", "layers.0.self_attn.K",
                          "layers.0.self_attn.V", "layers.1", "layers.1.self_attn.Q",
                          "layers.1.self_attn.K", "layers.1.self_attn.V", "head"}));
        const double layer = 25.0 + 4.0 + 100.0 + 1.0;
        QCOMPARE(core::gradientNorms(parameters, found),
                 (std::vector<double>{std::sqrt(5.0 * layer + 4.0), std::sqrt(layer), 5.0, 2.0,
                                      10.0, std::sqrt(4.0 * layer), 10.0, 4.0, 20.0, 2.0}));
    }

    void scalingAndClampingChangeGradientsOnly()
    {
        const torch::Tensor parameter = withGradient(torch::tensor({-4.0F, 1.0F, 2.0F}));
        core::scaleGradients({parameter}, 0.5);
        QVERIFY(torch::equal(parameter.grad(), torch::tensor({-2.0F, 0.5F, 1.0F})));
        QVERIFY(core::clampGradients({parameter}, 0.75));
        QVERIFY(!core::clampGradients({parameter}, 0.75));
        QVERIFY(torch::equal(parameter.grad(), torch::tensor({-0.75F, 0.5F, 0.75F})));
        QVERIFY(torch::equal(parameter, torch::zeros({3})));
        core::clearGradients({parameter});
        QVERIFY(!parameter.grad().defined());
    }

    void rowsOfATableCountOnceHoweverOftenTheyAreNamed()
    {
        // Row 2 is 1 + 2 = 3, row 0 is 4: the norm is 5, not that of 1, 2 and 4.
        const torch::Tensor names = torch::tensor({{2, 0, 2}}, torch::kInt64);
        const torch::Tensor values = torch::tensor({{1.0F}, {4.0F}, {2.0F}});
        const torch::Tensor parameter
            = withGradient(torch::sparse_coo_tensor(names, values, {6, 1}));
        QCOMPARE(core::gradientNorm({parameter}), 5.0);
        core::scaleGradients({parameter}, -0.5);
        QVERIFY(core::clampGradients({parameter}, 1.75));
        QVERIFY(!core::clampGradients({parameter}, 1.75));
        QVERIFY(torch::equal(parameter.grad().to_dense().view(-1),
                             torch::tensor({-1.75F, 0.0F, -1.5F, 0.0F, 0.0F, 0.0F})));
    }

    void sharedAndFrozenParametersAreTrainedOnceAndNever()
    {
        torch::nn::Module network;
        const torch::Tensor shared = network.register_parameter("shared", torch::ones({2}));
        network.register_parameter("frozen", torch::ones({2}), /*requires_grad=*/false);
        network.register_parameter("again", shared);
        QCOMPARE(core::trainableParameters(network).size(), size_t{1});
    }

    void theScalerHalvesAtAnOverflowAndGrowsAfterManyUpdates()
    {
        using core::GradientScaler;
        GradientScaler scaler(GradientScaler::Use::On);
        QCOMPARE(scaler.scale(), 65536.0);
        scaler.updated(GradientScaler::Outcome::Overflow);
        QCOMPARE(scaler.scale(), 32768.0);
        for (int i = 0; i < 1999; ++i)
            scaler.updated(GradientScaler::Outcome::Finite);
        GradientScaler resumed(GradientScaler::Use::On);
        resumed.restore(core::Json::parse(scaler.state().dump()));
        QCOMPARE(resumed.scale(), 32768.0);
        resumed.updated(GradientScaler::Outcome::Finite);
        QCOMPARE(resumed.scale(), 65536.0);
        for (int i = 0; i < 40; ++i)
            resumed.updated(GradientScaler::Outcome::Overflow);
        QVERIFY(resumed.isExhausted());
        GradientScaler off(GradientScaler::Use::Off);
        off.updated(GradientScaler::Outcome::Overflow);
        QCOMPARE(off.scale(), 1.0);
    }

    /// Gradients of 3 + 5 + 2 texts against those of the 10 at once.
    void accumulatedBatchesGiveTheJointBatchsGradient()
    {
        QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        core::ExperimentSpec spec = small::spec(root);
        spec.model.network.options["dropout"] = 0.0;
        spec.training.labelSmoothing = 0.1;
        const std::vector<int32_t> items{4, 17, 3, 55, 8, 90, 21, 0, 119, 64};
        const std::span<const int32_t> all = items;

        std::vector<torch::Tensor> gradients;
        std::vector<core::UpdateResult> results;
        const auto batch = [](std::span<const int32_t> some) {
            return core::PlannedBatch{some, some};
        };
        const std::vector<std::vector<core::PlannedBatch>> ways{
            {batch(all)}, {batch(all.first(3)), batch(all.subspan(3, 5)), batch(all.last(2))}};
        for (size_t way = 0; way < ways.size(); ++way) {
            const auto run = root / ("run" + std::to_string(way));
            std::filesystem::create_directories(run);
            core::RunFiles files(run);
            core::TrainingSession session({spec, {}}, files, core::Monitor());
            core::UpdateRecorder recorder(std::make_shared<core::Recording>(), run);
            results.push_back(core::updateOnce(session, ways[way], 1, recorder));
            std::vector<torch::Tensor> flat;
            for (const torch::Tensor& parameter : session.optimiser().parameters())
                flat.push_back(parameter.grad().reshape({-1}));
            gradients.push_back(torch::cat(flat));
        }
        QVERIFY(torch::allclose(gradients[0], gradients[1], 1e-5, 1e-7));
        QCOMPARE(results[0].units, 10);
        QCOMPARE(results[1].units, 10);
        QCOMPARE(results[0].scoreSums, results[1].scoreSums);
        QCOMPARE(results[0].scoreSums.size(), size_t{1});
        QVERIFY(std::abs(results[0].lossSum - results[1].lossSum) < 1e-5);
        QVERIFY(std::abs(results[0].gradientNorm - results[1].gradientNorm) < 1e-6);
    }
};
UNROLL_TEST(GradientsTest, QCoreApplication)
#include "gradients_test.moc"
