#include "core/metric/classification.h"

#include "tests/support/test_case.h"

using core::classificationScores;
using core::ClassificationScores;

class ClassificationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Ten texts of three classes, counted on paper:
    ///            predicted a  b  c
    ///   true a             3  1  0
    ///   true b             2  1  1
    ///   true c             0  0  2
    void scoresAreTheHandWorkedOnes()
    {
        const std::vector<int32_t> labels{0, 0, 0, 0, 1, 1, 1, 1, 2, 2};
        const std::vector<int32_t> predicted{0, 0, 1, 0, 0, 1, 2, 0, 2, 2};
        const ClassificationScores scores
            = classificationScores(labels, predicted, 7.5, {"a", "b", "c"});
        QCOMPARE(scores.count, 10);
        QCOMPARE(scores.loss, 0.75);
        QCOMPARE(scores.accuracy, 0.6);
        QCOMPARE(scores.confusion, (std::vector<int64_t>{3, 1, 0, 2, 1, 1, 0, 0, 2}));
        QCOMPARE(scores.classes[0].name, "a"s);
        QCOMPARE(scores.classes[0].support, 4);
        QCOMPARE(scores.classes[0].precision, 3.0 / 5.0);
        QCOMPARE(scores.classes[0].recall, 3.0 / 4.0);
        QCOMPARE(scores.classes[0].f1, 2.0 / 3.0); // 2 * 3 / (5 + 4)
        QCOMPARE(scores.classes[1].precision, 0.5);
        QCOMPARE(scores.classes[1].recall, 0.25);
        QCOMPARE(scores.classes[1].f1, 1.0 / 3.0);
        QCOMPARE(scores.classes[2].precision, 2.0 / 3.0);
        QCOMPARE(scores.classes[2].recall, 1.0);
        QCOMPARE(scores.classes[2].f1, 0.8);
        QCOMPARE(scores.macroPrecision, (0.6 + 0.5 + 2.0 / 3.0) / 3.0);
        QCOMPARE(scores.macroRecall, (0.75 + 0.25 + 1.0) / 3.0);
        QCOMPARE(scores.macroF1, (2.0 / 3.0 + 1.0 / 3.0 + 0.8) / 3.0);
    }

    void aClassThatIsNeverPredictedScoresZeroNotNaN()
    {
        const auto scores = classificationScores({0, 1}, {0, 0}, 1.0, {"a", "b", "absent"});
        QCOMPARE(scores.classes[1].precision, 0.0);
        QCOMPARE(scores.classes[1].recall, 0.0);
        QCOMPARE(scores.classes[1].f1, 0.0);
        QCOMPARE(scores.classes[2].recall, 0.0);
        QCOMPARE(scores.classes[2].support, 0);
        QCOMPARE(scores.macroF1, (2.0 / 3.0) / 3.0);
    }

    void noTextsGiveZeros()
    {
        const auto scores = classificationScores({}, {}, 0.0, {"a", "b"});
        QCOMPARE(scores.count, 0);
        QCOMPARE(scores.loss, 0.0);
        QCOMPARE(scores.accuracy, 0.0);
        QCOMPARE(scores.macroF1, 0.0);
    }
};
UNROLL_TEST(ClassificationTest, QCoreApplication)
#include "classification_test.moc"
