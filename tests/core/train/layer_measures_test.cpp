#include "core/train/layer_measures.h"

#include "core/nn/tensors.h"
#include "core/probe/updates/layer_series.h"
#include "core/train/ask_run.h"
#include "core/train/open_run.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/test_case.h"

using core::LayerQuantity;

namespace {

core::ExperimentSpec smallTransformer(const std::filesystem::path& folder, const char* norm,
                                      const char* optimiser)
{
    core::ExperimentSpec spec = small::spec(folder);
    spec.model.network = {
        "transformer",
        {{"layers", 2}, {"heads", 2}, {"feed_forward_size", 8}, {"norm", norm}, {"dropout", 0.2}}};
    spec.training.optimiser = {optimiser, {{"learning_rate", 0.01}}};
    spec.training.schedule = {"constant", core::Json::object()};
    spec.training.clipNorm = 0.0;
    return core::completedSpec(spec);
}

/// Each update as a column, as `unroll-cli ask` has it.
core::LayerSeries singleUpdates(const core::RunHistory& history, size_t columns)
{
    core::LayerSeries series(history.layers, columns);
    for (const core::UpdateReport& update : history.updates)
        series.append(update.measures());
    return series;
}

bool isReported(double value, double expected, double relative = 1e-3) // Reports have four digits.
{
    return std::abs(value - expected) <= relative * std::abs(expected);
}

} // namespace

/// The quantities of layers over a training, through the run that it writes.
class LayerMeasuresTest : public QObject, small::RunFolders {
    Q_OBJECT
private Q_SLOTS:
    void init() { begin(); }

    void rezeroBeginsWithZeroAndTheStreamIsConstant()
    {
        small::train(smallTransformer(root(), "rezero", "sgd"), run());
        const core::RunHistory history = core::readRunHistory(run());
        QCOMPARE(history.layers[LayerQuantity::ResidualWeight],
                 (Strings{"encoder.transformer.layers.0.resweight",
                          "encoder.transformer.layers.1.resweight"}));
        const auto& first = history.updates.front().layers;
        QCOMPARE(first[LayerQuantity::ResidualWeight], (std::vector<float>{0.0F, 0.0F}));
        const std::vector<float>& stream = first[LayerQuantity::StreamScale];
        QCOMPARE(stream.size(), size_t{5}); // Every layer passes its input on.
        QVERIFY(stream.front() > 0.0F);
        for (const float each : stream)
            QCOMPARE(each, stream.front());
        // SGD's step is the gradient: alpha has moved by the sum of -lr * gradient.
        const auto& second = history.updates[1].layers;
        QVERIFY(second[LayerQuantity::ResidualWeight][0] != 0.0F);
        QVERIFY(history.layers[LayerQuantity::Rectification].empty());
    }

    /// SGD: step / rate is the gradient, whose norms are reported beside it.
    void stepsOfSgdAreItsGradients()
    {
        small::train(smallTransformer(root(), "post", "sgd"), run());
        const core::RunHistory history = core::readRunHistory(run());
        const Strings& names = history.layers[LayerQuantity::StepSize];
        QCOMPARE(names, history.layers[LayerQuantity::GradientNorm]);
        const auto query
            = std::find(names.begin(), names.end(), "encoder.transformer.layers.0.self_attn.Q")
            - names.begin();
        const auto head = std::find(names.begin(), names.end(), "head.output") - names.begin();
        for (const core::UpdateReport& update : history.updates) {
            const std::vector<float>& norms = update.layers[LayerQuantity::GradientNorm];
            const std::vector<float>& steps = update.layers[LayerQuantity::StepSize];
            QCOMPARE(steps.size(), names.size());
            for (size_t part = 0; part < 3; ++part) // Q, K and V: 6 x 6 weights each.
                QVERIFY(isReported(steps[size_t(query) + part] * 6.0, norms[size_t(query) + part],
                                   0.01));
            // 2 x 6 weights and 2 biases.
            QVERIFY(isReported(steps[size_t(head)] * std::sqrt(14.0), norms[size_t(head)]));
        }
    }

    /// However small gradients are: Q, K and V move alike at Adam's first update.
    void adamsFirstStepIsTheRate()
    {
        small::train(smallTransformer(root(), "post", "adam"), run());
        const core::RunHistory history = core::readRunHistory(run());
        const Strings& names = history.layers[LayerQuantity::StepSize];
        const auto& first = history.updates.front().layers;
        for (size_t i = 0; i < names.size(); ++i)
            if (names[i].find("self_attn") != std::string::npos || names[i] == "head.output")
                QVERIFY2(isReported(first[LayerQuantity::StepSize][i], 1.0, 0.01),
                         names[i].c_str());
        QVERIFY(history.updates.back().layers[LayerQuantity::StepSize][1] < 0.99F);
    }

    void rectificationBeginsWithTheSixthUpdate()
    {
        small::train(smallTransformer(root(), "pre", "radam"), run());
        const core::RunHistory history = core::readRunHistory(run());
        QCOMPARE(history.layers[LayerQuantity::Rectification], (Strings{"rho_t", "r_t"}));
        const core::LayerSeries series = singleUpdates(history, 1000);
        QCOMPARE(series.firstKnown(LayerQuantity::Rectification, 0), 1);
        QCOMPARE(series.firstKnown(LayerQuantity::Rectification, 1), 6);
        const auto at = [&](size_t update, size_t place) {
            return series.columns()[update - 1].value(LayerQuantity::Rectification, place);
        };
        QCOMPARE(at(1, 0), 1.0);
        QVERIFY(isReported(at(5, 0), 4.996));
        QVERIFY(std::isnan(at(5, 1)));
        QVERIFY(isReported(at(6, 1), 0.02582)); // Of torch.optim.RAdam: see optimiser_test.
        QVERIFY(isReported(at(10, 1), 0.04900));
    }

    /// Magnitudes are root mean squares, other quantities means, of those updates that have them.
    void columnsAreMeansOfTheirUpdates()
    {
        core::ByQuantity<Strings> places;
        places[LayerQuantity::StepSize] = {"a"};
        places[LayerQuantity::ResidualWeight] = {"b"};
        core::LayerSeries series(places, 2);
        for (int64_t step = 1; step <= 4; ++step) {
            core::MeasuredUpdate update{.step = step, .gradientNorm = 1.0};
            if (step != 2)
                update.layers[LayerQuantity::StepSize] = {float(step)};
            update.layers[LayerQuantity::ResidualWeight] = {float(step % 2 == 0 ? -step : step)};
            series.append(update);
        }
        QCOMPARE(series.columns().size(), size_t{2});
        const auto& [first, second] = std::tie(series.columns()[0], series.columns()[1]);
        QCOMPARE(first.value(LayerQuantity::StepSize, 0), 1.0);
        QCOMPARE(second.value(LayerQuantity::StepSize, 0), std::sqrt(12.5));
        QCOMPARE(first.value(LayerQuantity::ResidualWeight, 0), -0.5);
        QCOMPARE(second.value(LayerQuantity::ResidualWeight, 0), -0.5);
        QVERIFY(std::isnan(second.value(LayerQuantity::ResidualWeight, 1)));
        QVERIFY(!series.has(LayerQuantity::GradientNorm));
    }

    void theQuestionHasTheValuesOfTheRun()
    {
        small::train(smallTransformer(root(), "rezero", "adam"), run());
        const auto ask = [&](const std::vector<core::SettingValue>& settings) {
            const auto model = core::openRun(run(), "last");
            const core::NamedQuestion asked
                = core::namedQuestion(*model, run(), "layer_curves", settings, core::Monitor());
            return model->answers().readout(
                asked.question, core::answerOf(*model, run(), asked.question, core::Monitor()));
        };
        const core::Json answer
            = core::toJson(ask({{"quantity", "residual_weight"}, {"columns", "1000"}}));
        const core::RunHistory history = core::readRunHistory(run());
        QCOMPARE(answer.at("values").size(), size_t{2});
        QCOMPARE(answer.at("values")[1].size(), history.updates.size());
        for (size_t i = 0; i < history.updates.size(); ++i)
            QCOMPARE(answer.at("values")[1][i].get<double>(),
                     double(history.updates[i].layers[LayerQuantity::ResidualWeight][1]));
        QVERIFY_THROWS_EXCEPTION(core::Error, ask({{"quantity", "rectification"}}));
    }
};
UNROLL_TEST(LayerMeasuresTest, QCoreApplication)
#include "layer_measures_test.moc"
