#include "core/probe/by_hand/state_plane.h"

#include "core/base/error.h"
#include "core/probe/by_hand/hand_questions.h"
#include "tests/support/near.h"
#include "tests/support/test_case.h"

#include <numbers>

namespace {

using core::AskStatePlane;
using core::StatePlane;

AskStatePlane planeExample(size_t index)
{
    return core::planeExamples().at(index).question;
}

/// h -> tanh(U h + input), once.
std::pair<double, double> bent(const AskStatePlane& question, const core::PlaneStep& step,
                               double h1, double h2)
{
    return {std::tanh(question.u11 * h1 + question.u12 * h2 + step.input1),
            std::tanh(question.u21 * h1 + question.u22 * h2 + step.input2)};
}

} // namespace

/// The plane of a network with two units (V13).
class StatePlaneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void statesFollowTheEquation()
    {
        AskStatePlane question;
        question.h1 = 0.4;
        question.h2 = -0.7;
        const StatePlane plane = core::answerByHand(question);
        QCOMPARE(plane.steps.size(), size_t{8}); // Seven words.
        QCOMPARE(plane.steps[3].word, std::string("was"));
        double h1 = 0.4, h2 = -0.7;
        for (size_t t = 1; t < plane.steps.size(); ++t) {
            std::tie(h1, h2) = bent(question, plane.steps[t], h1, h2);
            support::compareNear(plane.steps[t].h1, h1, 1e-14);
            support::compareNear(plane.steps[t].h2, h2, 1e-14);
        }
    }

    void theGridIsMappedWordAfterWord()
    {
        AskStatePlane question;
        question.lines = 3;
        question.extent = 2.0;
        const StatePlane plane = core::answerByHand(question);
        QCOMPARE(plane.grids.size(), plane.steps.size());
        QCOMPARE(plane.grids[0].values,
                 (std::vector<double>{-2, -2, 0, -2, 2, -2, -2, 0, 0, 0, 2, 0, -2, 2, 0, 2, 2, 2}));
        for (size_t t = 1; t < plane.steps.size(); ++t)
            for (int64_t point = 0; point < 9; ++point) {
                const auto& before = plane.grids[t - 1];
                const auto [h1, h2]
                    = bent(question, plane.steps[t], before.at(point, 0), before.at(point, 1));
                support::compareNear(plane.grids[t].at(point, 0), h1, 1e-14);
                support::compareNear(plane.grids[t].at(point, 1), h2, 1e-14);
            }
    }

    /// Central differences of the last state by the first.
    void jacobiansAreThoseOfFiniteDifferences()
    {
        constexpr double kBy = 1e-5;
        const auto last = [](double h1, double h2) {
            AskStatePlane question;
            question.h1 = h1;
            question.h2 = h2;
            return core::answerByHand(question).steps.back();
        };
        const core::PlaneStep first = core::answerByHand(AskStatePlane()).steps.front();
        const auto right = last(kBy, 0.0), left = last(-kBy, 0.0);
        const auto up = last(0.0, kBy), down = last(0.0, -kBy);
        support::compareNear(first.j11, (right.h1 - left.h1) / (2.0 * kBy), 1e-9);
        support::compareNear(first.j21, (right.h2 - left.h2) / (2.0 * kBy), 1e-9);
        support::compareNear(first.j12, (up.h1 - down.h1) / (2.0 * kBy), 1e-9);
        support::compareNear(first.j22, (up.h2 - down.h2) / (2.0 * kBy), 1e-9);
        QVERIFY(std::abs(first.j12 - first.j21) > 1e-3); // Rows and columns differ here.
        // The area of the ellipse is the determinant.
        support::compareNear(first.largest * first.smallest,
                             std::abs(first.j11 * first.j22 - first.j12 * first.j21), 1e-14);
    }

    void theEllipseIsAPowerOfTheSingularValue()
    {
        for (const auto& [index, s] :
             {std::pair{size_t{1}, 1.0}, std::pair{size_t{2}, 0.8}, std::pair{size_t{3}, 1.2}}) {
            const StatePlane plane = core::answerByHand(planeExample(index));
            for (const core::PlaneStep& step : plane.steps) {
                const double expected = std::pow(s, 7.0 - double(step.step));
                support::compareNear(step.largest, expected, 1e-12);
                support::compareNear(step.smallest, expected, 1e-12);
            }
            support::compareNear(plane.largest, s, 1e-14);
            support::compareNear(plane.modulus1, s, 1e-14);
            support::compareNear(plane.angle, std::numbers::pi / 3.0, 1e-14);
        }
        const StatePlane forgets = core::answerByHand(planeExample(4));
        support::compareNear(forgets.steps[0].largest, 1.0, 1e-12);
        support::compareNear(forgets.steps[0].smallest, std::pow(0.3, 7), 1e-12);
    }

    /// A shear stretches although its eigenvalues are 1.
    void eigenvaluesAreNotSingularValues()
    {
        const StatePlane plane = core::answerByHand(planeExample(5));
        QVERIFY(plane.largest > 1.3 && plane.smallest < 0.8);
        QCOMPARE(plane.modulus1, 1.0);
        QCOMPARE(plane.modulus2, 1.0);
        QCOMPARE(plane.angle, 0.0);
        QVERIFY(plane.steps[0].largest > 4.0); // (1 0.6 * 7; 0 1)
        AskStatePlane mirrored = planeExample(4);
        mirrored.u11 = -1.0;
        support::compareNear(core::answerByHand(mirrored).angle, std::numbers::pi, 0.0);
    }

    void wordsHaveInputsOfTheirOwn()
    {
        AskStatePlane question;
        question.text = "  no film,\n no  good ";
        const StatePlane plane = core::answerByHand(question);
        QCOMPARE(plane.steps.size(), size_t{5});
        QCOMPARE(plane.steps[1].input1, plane.steps[3].input1);
        QVERIFY(plane.steps[1].input1 != plane.steps[4].input1);
        question.seed = 2;
        QVERIFY(core::answerByHand(question).steps[1].input1 != plane.steps[1].input1);
        question.inputScale = 0.0;
        QCOMPARE(core::answerByHand(question).steps[2].input2, 0.0);
        question.text = " \n";
        QVERIFY_EXCEPTION_THROWN(core::answerByHand(question), core::Error);
        for (size_t i = 0; i <= AskStatePlane::kMostWords; ++i)
            question.text += "word ";
        QVERIFY_EXCEPTION_THROWN(core::answerByHand(question), core::Error);
    }

    void theAnswerIsWritten()
    {
        const core::HandQuestion* question = core::findHandQuestion("state_plane");
        QVERIFY(question != nullptr);
        const core::Json json
            = core::toJson(question->answer(AskStatePlane::kind().options.toJson(AskStatePlane())));
        QCOMPARE(json["steps"].size(), size_t{8});
        QCOMPARE(json["steps"][1]["word"].get<std::string>(), std::string("the"));
        QCOMPARE(json["grid"].size(), size_t{121});
    }
};

UNROLL_TEST(StatePlaneTest, QCoreApplication)
#include "state_plane_test.moc"
