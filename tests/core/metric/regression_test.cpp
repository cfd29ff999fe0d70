#include "core/metric/regression.h"

#include "tests/support/near.h"
#include "tests/support/test_case.h"

using core::regressionScores;
using core::RegressionScores;

namespace {

} // namespace

class RegressionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// On paper: errors 1 0 -1 2; Σ(y-4)² = 20, Σ(p-4.5)² = 29, Σ(y-4)(p-4.5) = 22; ranks agree.
    void scoresAreTheHandWorkedOnes()
    {
        const RegressionScores scores
            = regressionScores({1.0, 3.0, 5.0, 7.0}, {2.0, 3.0, 4.0, 9.0}, 6.0);
        QCOMPARE(scores.count, 4);
        QCOMPARE(scores.loss, 1.5);
        QCOMPARE(scores.meanAbsoluteError, 1.0);
        QCOMPARE(scores.rootMeanSquaredError, std::sqrt(1.5));
        QVERIFY(support::near(scores.pearson, 22.0 / std::sqrt(20.0 * 29.0), 1e-12));
        QVERIFY(support::near(scores.spearman, 1.0, 1e-12));
        QVERIFY(support::near(scores.rSquared, 1.0 - 6.0 / 20.0, 1e-12));
    }

    void theOrderAloneDecidesTheRankCorrelation()
    {
        const RegressionScores scores
            = regressionScores({1.0, 2.0, 3.0, 4.0}, {10.0, 1000.0, 20.0, 5000.0}, 0.0);
        QVERIFY(support::near(scores.spearman, 1.0 - 6.0 * (0 + 1 + 1 + 0) / (4.0 * 15.0),
                              1e-12)); // 1 - 6Σd²/n(n²-1)
        QVERIFY(support::near(regressionScores({1.0, 2.0, 3.0}, {9.0, 4.0, 1.0}, 0.0).spearman,
                              -1.0, 1e-12));
    }

    void equalValuesShareTheMeanOfTheirRanks()
    {
        QCOMPARE(core::ranksOf({5.0, 1.0, 5.0, 7.0, 5.0}),
                 (std::vector<double>{3.0, 1.0, 3.0, 5.0, 3.0}));
    }

    /// One text, or all alike: there is no correlation, but an error.
    void withoutVarianceThereIsNoCorrelation()
    {
        for (const auto& [numbers, predicted] :
             {std::pair<std::vector<double>, std::vector<double>>{{2.0}, {3.0}},
              {{0.1, 0.1, 0.1}, {1.0, 2.0, 3.0}},
              {{1.0, 2.0, 3.0}, {0.1, 0.1, 0.1}}}) {
            const RegressionScores scores = regressionScores(numbers, predicted, 0.0);
            QVERIFY(std::isnan(scores.pearson));
            QVERIFY(std::isnan(scores.spearman));
            QVERIFY(scores.meanAbsoluteError > 0.0);
        }
        QVERIFY(std::isnan(regressionScores({2.0, 2.0}, {1.0, 3.0}, 0.0).rSquared));
        QVERIFY(regressionScores({1.0, 2.0}, {0.0, 9.0}, 0.0).rSquared < 0.0);
    }
};
UNROLL_TEST(RegressionTest, QCoreApplication)
#include "regression_test.moc"
