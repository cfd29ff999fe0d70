#include "core/metric/regression.h"
#include "tests/support/test_case.h"

class RankCorrelationTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theOrderAlone()
    {
        const std::vector<double> rising{1, 2, 3, 50}, falling{4, 0, -1, -9};
        QCOMPARE(*core::kendallTauB(rising, rising), 1.0);
        QCOMPARE(*core::kendallTauB(rising, falling), -1.0);
        // One of six pairs the other way round: (5 - 1) / 6.
        QCOMPARE(*core::kendallTauB(rising, std::vector<double>{1, 3, 2, 9}), 4.0 / 6.0);
    }

    /// scipy.stats.kendalltau([1, 2, 2, 3, 5], [2, 1, 1, 1, 4]).statistic
    void tiesAreTakenOut()
    {
        const auto tau = core::kendallTauB(std::vector<double>{1, 2, 2, 3, 5},
                                           std::vector<double>{2, 1, 1, 1, 4});
        // Same order: (x,5) four pairs; opposite: (1, 2), (1, 2), (1, 3). n0 = 10, n1 = 1, n2 = 3.
        QVERIFY(std::abs(*tau - 1.0 / std::sqrt(9.0 * 7.0)) < 1e-12);
    }

    void withoutAnOrderThereIsNone()
    {
        QVERIFY(!core::kendallTauB(std::vector<double>{1, 2}, std::vector<double>{3, 3}));
        QVERIFY(!core::kendallTauB(std::vector<double>{1}, std::vector<double>{3}));
        QVERIFY(!core::kendallTauB({}, {}));
    }
};

UNROLL_TEST(RankCorrelationTest, QCoreApplication)
#include "rank_correlation_test.moc"
