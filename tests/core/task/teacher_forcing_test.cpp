#include "core/task/task_kinds.h"
#include "core/task/teacher_forcing/teacher_forcing.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

using core::Json;

namespace {

double probability(const char* kind, const Json& options, double progress)
{
    const core::Selection selection = core::defaultSelection(
        {{"teacher_forcing", core::teacherForcingKinds()}}, "teacher_forcing", kind);
    core::Selection whole = selection;
    whole.options.update(options);
    return core::teacherForcingRegistry().make(whole)->probability(progress);
}

} // namespace

/// Each decay against the paper's own formula (Bengio et al., 2015, section 2.4).
class TeacherForcingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aConstantStays()
    {
        for (const double progress : {0.0, 0.3, 1.0, 2.5})
            QCOMPARE(probability("constant", {{"ratio", 0.7}}, progress), 0.7);
        QCOMPARE(probability("constant", Json::object(), 0.5), 1.0);
    }

    void linearFallsAndThenStays()
    {
        const Json options = {{"from", 1.0}, {"to", 0.2}, {"until", 50.0}};
        QVERIFY(support::near(probability("linear", options, 0.0), 1.0, 1e-12));
        QVERIFY(support::near(probability("linear", options, 0.125), 0.8, 1e-12));
        QVERIFY(support::near(probability("linear", options, 0.25), 0.6, 1e-12));
        for (const double progress : {0.5, 0.75, 1.0, 3.0})
            QVERIFY(support::near(probability("linear", options, progress), 0.2, 1e-12));
    }

    void exponentialIsAPowerOfTheUpdates()
    {
        // k^i with k such that one half is reached after 25 of 100 updates.
        const double k = std::pow(0.5, 1.0 / 25.0);
        for (const int update : {0, 1, 25, 60, 99, 130})
            QVERIFY(support::near(probability("exponential", {{"half", 25.0}}, update / 100.0),
                                  std::pow(k, update), 1e-12));
    }

    void inverseSigmoidIsThatOfThePaper()
    {
        // k / (k + exp(i / k)) with k = 20 over 200 updates: one half at i = k ln k, and i / k is
        // (200 / k) i / 200.
        constexpr double kPaper = 20.0, kUpdates = 200.0;
        const Json options = {{"half", 100.0 * kPaper * std::log(kPaper) / kUpdates},
                              {"steepness", kUpdates / kPaper}};
        for (const int update : {0, 1, 40, 60, 100, 199, 300})
            QVERIFY(support::near(probability("inverse_sigmoid", options, update / kUpdates),
                                  kPaper / (kPaper + std::exp(update / kPaper)), 1e-12));
    }

    void everyKindFallsWithinZeroAndOne()
    {
        for (const core::KindDescription& kind : core::teacherForcingKinds()) {
            double before = 1.0;
            for (int step = 0; step <= 300; ++step) {
                const double now = probability(kind.id.c_str(), Json::object(), step / 100.0);
                QVERIFY2(now >= 0.0 && now <= before, kind.id.c_str());
                before = now;
            }
        }
    }

    void theCurveIsWhatATrainingUses()
    {
        const core::Selection linear{"linear", {{"to", 0.0}}}; // The others take their defaults.
        const core::TeacherForcingCurve curve = core::teacherForcingCurve(linear, 10, 100);
        QCOMPARE(curve.step.front(), 1.0);
        QCOMPARE(curve.step.back(), 10.0);
        QCOMPARE(curve.step.size(), curve.probability.size());
        for (size_t i = 0; i < curve.step.size(); ++i)
            QVERIFY(support::near(curve.probability[i], 1.0 - (curve.step[i] - 1.0) / 10.0, 1e-12));
        QVERIFY(core::teacherForcingCurve(linear, 1000000, 50).step.size() <= 50);
        QCOMPARE(core::teacherForcingCurve(linear, 1, 2).probability.front(), 1.0);
    }
};
UNROLL_TEST(TeacherForcingTest, QCoreApplication)
#include "teacher_forcing_test.moc"
