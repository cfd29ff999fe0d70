#include "core/data/length_histogram.h"
#include "core/data/split.h"
#include "tests/support/test_case.h"

#include <numeric>

using core::Split;

class SplitTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sharesAreRounded()
    {
        const auto counts = core::splitCounts(25, 0.1, 0.2);
        QCOMPARE(counts.test, int64_t{5});
        QCOMPARE(counts.valid, int64_t{3}); // 2.5 rounds up.
        QCOMPARE(counts.train, int64_t{17});
    }

    void oneTextStaysToTrainOn()
    {
        const auto one = core::splitCounts(1, 0.9, 0.9);
        QCOMPARE(one.train, int64_t{1});
        const auto three = core::splitCounts(3, 0.9, 0.9);
        QCOMPARE(three.train, int64_t{1});
        QCOMPARE(three.test, int64_t{2});
        QCOMPARE(core::splitCounts(0, 0.5, 0.5).train, int64_t{0});
    }

    void everyClassIsDividedAlike()
    {
        std::vector<int32_t> labels(300, 0);
        labels.resize(330, 1); // Ten times fewer.
        labels.resize(340, 2);
        const auto splits = core::stratifiedSplit(labels, 3, 0.1, 0.2, 7);
        int64_t valid[3] = {}, test[3] = {};
        for (size_t i = 0; i < labels.size(); ++i) {
            valid[labels[i]] += splits[i] == Split::Valid;
            test[labels[i]] += splits[i] == Split::Test;
        }
        QCOMPARE(valid[0], int64_t{30});
        QCOMPARE(test[0], int64_t{60});
        QCOMPARE(valid[1], int64_t{3});
        QCOMPARE(test[1], int64_t{6});
        QCOMPARE(valid[2], int64_t{1});
        QCOMPARE(test[2], int64_t{2});
    }

    void theSeedDecides()
    {
        const std::vector<int32_t> labels(200, 0);
        const auto first = core::stratifiedSplit(labels, 1, 0.3, 0.0, 1);
        QCOMPARE(core::stratifiedSplit(labels, 1, 0.3, 0.0, 1), first);
        QVERIFY(core::stratifiedSplit(labels, 1, 0.3, 0.0, 2) != first);
    }

    /// Worked out with an independent Python program: MT19937-64 with seed 1, rejection above whole
    /// rounds, remainder, Fisher-Yates from the end.
    void theDrawIsTheSameOnEveryMachine()
    {
        const std::vector<int32_t> labels(10, 0);
        const auto splits = core::stratifiedSplit(labels, 1, 0.3, 0.0, 1);
        std::vector<size_t> held;
        for (size_t i = 0; i < splits.size(); ++i)
            if (splits[i] == Split::Valid)
                held.push_back(i);
        QCOMPARE(held, (std::vector<size_t>{1, 3, 7}));
    }

    void tokensStandBetweenWhiteSpace()
    {
        QCOMPARE(core::countTokens(""), int64_t{0});
        QCOMPARE(core::countTokens("  one\ttwo\n\nthree "), int64_t{3});
    }

    void histogramCountsEveryText()
    {
        core::LengthCounter counter;
        for (int64_t length = 1; length <= 100; ++length)
            counter.add(length);
        counter.add(9000);
        const core::LengthHistogram histogram = counter.histogram();
        QCOMPARE(histogram.median, int64_t{51});
        QCOMPARE(histogram.percentile95, int64_t{96});
        QCOMPARE(histogram.longest, int64_t{9000});
        // 99th percentile 100 in 25 bins: width 4, rounded to 5; 20 bins and one for the rest.
        QCOMPARE(histogram.upperBounds.size(), size_t{21});
        QCOMPARE(histogram.upperBounds.front(), int64_t{5});
        QCOMPARE(histogram.counts.front(), int64_t{5});
        QCOMPARE(histogram.upperBounds.back(), int64_t{9000});
        QCOMPARE(histogram.counts.back(), int64_t{1});
        QCOMPARE(std::accumulate(histogram.counts.begin(), histogram.counts.end(), int64_t{0}),
                 int64_t{101});
        QVERIFY(core::LengthCounter().histogram().counts.empty());
    }
};

UNROLL_TEST(SplitTest, QCoreApplication)
#include "split_test.moc"
