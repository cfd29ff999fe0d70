#include "core/optimise/optimise_kinds.h"
#include "core/optimise/schedule.h"
#include "core/optimise/schedule_curve.h"
#include "tests/support/test_case.h"

using core::Json;
using core::scheduleCurve;
using core::TrainingSpec;

namespace {

TrainingSpec specOf(const std::string& kind, const Json& options, double rate = 1.0)
{
    TrainingSpec spec;
    spec.optimiser
        = core::defaultSelection({{"optimiser", core::optimiserKinds()}}, "optimiser", "sgd");
    spec.optimiser.options["learning_rate"] = rate;
    spec.schedule = core::defaultSelection({{"schedule", core::scheduleKinds()}}, "schedule", kind);
    for (const auto& [name, value] : options.items())
        spec.schedule.options[name] = value;
    return spec;
}

std::vector<double> rates(const TrainingSpec& spec, int64_t total, int64_t perEpoch,
                          const std::vector<int64_t>& steps)
{
    const auto schedule = core::makeSchedule(spec, total, perEpoch);
    std::vector<double> values;
    for (const int64_t step : steps)
        values.push_back(schedule->learningRate(step));
    return values;
}

void compare(const std::vector<double>& actual, const std::vector<double>& expected)
{
    QCOMPARE(actual.size(), expected.size());
    for (size_t i = 0; i < actual.size(); ++i)
        QVERIFY2(std::abs(actual[i] - expected[i]) < 1e-12,
                 qPrintable(u"value %1: %2, not %3"_s.arg(i)
                                .arg(actual[i], 0, 'g', 17)
                                .arg(expected[i], 0, 'g', 17)));
}

} // namespace

class ScheduleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void handWorkedValues_data()
    {
        addColumns<QString, QString>("kind", "options");
        addColumn<std::vector<double>>("expected"); // steps 1, 2, 5, 10, 20 of 20, 4 an epoch
        using V = std::vector<double>;
        newRow("constant", "constant", "{}", V{1, 1, 1, 1, 1});
        // Warm-up over 4 updates from 0.2, then constant.
        newRow("linear", "linear_warmup", R"({"warm_up":20,"start_share":0.2,"final_share":1})",
               V{0.2, 0.4, 1, 1, 1});
        // ... then down to 0 at the end: 16 updates, 5 and 15 of them gone.
        newRow("linear down", "linear_warmup",
               R"({"warm_up":20,"start_share":0.2,"final_share":0})",
               V{0.2, 0.4, 1, 1 - 5.0 / 16, 1 - 15.0 / 16});
        newRow("cosine", "cosine",
               R"({"warm_up":1,"unit":"epochs","start_share":0,)"
               R"("final_share":0.1})",
               V{0, 0.25, 1, 0.1 + 0.45 * (1 + std::cos(M_PI * 5 / 16)),
                 0.1 + 0.45 * (1 + std::cos(M_PI * 15 / 16))});
        newRow("noam", "inverse_sqrt", R"({"warm_up":5,"unit":"updates"})",
               V{0.2, 0.4, 1, std::sqrt(0.5), 0.5});
        newRow("step", "step", R"({"every":25,"factor":0.5})", V{1, 1, 1, 0.5, 0.125});
        newRow("exponential", "exponential", R"({"every":1,"unit":"epochs","factor":0.5})",
               V{1, std::pow(0.5, 0.25), 0.5, std::pow(0.5, 2.25), std::pow(0.5, 4.75)});
        // Rises over updates 1 ... 5 (t = 0 ... 4), falls to the last, t = 19.
        newRow("one cycle", "one_cycle",
               R"({"rise":25,"start_divisor":10,"final_divisor":100,)"
               R"("shape":"linear"})",
               V{0.1, 0.1 + 0.9 / 4, 1, 1 + (0.001 - 1) * 5 / 15, 0.001});
    }

    void handWorkedValues()
    {
        QFETCH(QString, kind);
        QFETCH(QString, options);
        QFETCH(std::vector<double>, expected);
        const TrainingSpec spec = specOf(kind.toStdString(), Json::parse(options.toStdString()));
        compare(rates(spec, 20, 4, {1, 2, 5, 10, 20}), expected);
    }

    void percentKeepsTheShapeWhenTheLengthChanges()
    {
        const TrainingSpec spec = specOf("linear_warmup", {{"warm_up", 10}, {"start_share", 0}});
        compare(rates(spec, 100, 10, {6}), {0.5});
        compare(rates(spec, 1000, 10, {51}), {0.5});
    }

    void afterThePlannedEndTheLastRateIsKept()
    {
        for (const char* kind : {"cosine", "one_cycle", "linear_warmup"}) {
            const TrainingSpec spec = specOf(kind, Json::object());
            const auto values = rates(spec, 20, 4, {21, 22, 50});
            QVERIFY(std::abs(values[0] - values[2]) < 0.01);
            QVERIFY(values[2] >= 0.0);
        }
    }

    void plateauDropsAfterPatienceAndCoolsDown()
    {
        TrainingSpec spec
            = specOf("reduce_on_plateau", {{"factor", 0.5}, {"patience", 1}, {"cooldown", 2}});
        const auto schedule = core::makeSchedule(spec, 100, 10);
        std::vector<double> seen;
        for (const double loss : {1.0, 0.8, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9}) {
            schedule->epochEnded(loss);
            seen.push_back(schedule->learningRate(1));
        }
        // Second bad epoch in a row drops; two epochs of cool-down; then two bad ones again.
        compare(seen, {1, 1, 1, 0.5, 0.5, 0.5, 0.5, 0.25});
        QVERIFY(schedule->dependsOnResults());
    }

    void plateauGoesOnWhereItsStateWas()
    {
        const TrainingSpec spec = specOf("reduce_on_plateau", {{"patience", 1}});
        const auto whole = core::makeSchedule(spec, 100, 10);
        const auto first = core::makeSchedule(spec, 100, 10);
        const auto second = core::makeSchedule(spec, 100, 10);
        for (const double loss : {1.0, 1.0}) {
            whole->epochEnded(loss);
            first->epochEnded(loss);
        }
        second->restore(Json::parse(first->state().dump()));
        whole->epochEnded(1.0);
        second->epochEnded(1.0);
        QCOMPARE(second->learningRate(1), 0.5);
        QVERIFY(second->state() == whole->state());
    }

    void plateauByAccuracyWantsMore()
    {
        TrainingSpec spec = specOf("reduce_on_plateau", {{"patience", 0}});
        spec.monitor = "valid_accuracy";
        const auto schedule = core::makeSchedule(spec, 100, 10);
        schedule->epochEnded(0.5);
        schedule->epochEnded(0.6);
        QCOMPARE(schedule->learningRate(1), 1.0);
        schedule->epochEnded(0.6);
        QCOMPARE(schedule->learningRate(1), 0.5);
    }

    void curveBeginsAtOneAndEndsAtTheLast()
    {
        const TrainingSpec spec = specOf("cosine", Json::object(), 0.3);
        const auto curve = scheduleCurve(spec, 1000, 100, 50);
        QCOMPARE(curve.step.size(), size_t{50});
        QCOMPARE(curve.step.front(), 1.0);
        QCOMPARE(curve.step.back(), 1000.0);
        QVERIFY(!curve.dependsOnResults);
        const auto schedule = core::makeSchedule(spec, 1000, 100);
        for (size_t i = 0; i < curve.step.size(); ++i)
            QCOMPARE(curve.learningRate[i],
                     schedule->learningRate(static_cast<int64_t>(curve.step[i])));
        QCOMPARE(scheduleCurve(spec, 7, 7, 50).step.size(), size_t{7});
        QCOMPARE(scheduleCurve(spec, 1, 1, 50).step, std::vector<double>{1.0});
    }

    void curveNeedsNoCompleteOptions()
    {
        TrainingSpec spec;
        spec.schedule = {"linear_warmup", {{"warm_up", 50.0}}};
        const auto curve = scheduleCurve(spec, 100, 10, 100);
        QVERIFY(curve.learningRate.front() < curve.learningRate.back());
    }

    void plateauIsDrawnAsIfNothingImproved()
    {
        const TrainingSpec spec = specOf("reduce_on_plateau", {{"patience", 0}, {"factor", 0.5}});
        const auto curve = scheduleCurve(spec, 40, 10, 40);
        QVERIFY(curve.dependsOnResults);
        QCOMPARE(curve.learningRate[9], 1.0);
        QCOMPARE(curve.learningRate[19], 1.0); // The first epoch has set the best.
        QCOMPARE(curve.learningRate[20], 0.5);
        QCOMPARE(curve.learningRate[39], 0.25);
    }
};
UNROLL_TEST(ScheduleTest, QCoreApplication)
#include "schedule_test.moc"
