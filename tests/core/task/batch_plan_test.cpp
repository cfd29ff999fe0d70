#include "core/task/batch_plan.h"

#include "tests/support/test_case.h"

#include <numeric>

using core::BatchPlan;
using core::planEpoch;
using core::planSorted;

namespace {

std::vector<int32_t> lengthsOf(int count)
{
    std::vector<int32_t> lengths;
    for (int i = 0; i < count; ++i)
        lengths.push_back(1 + (i * 37) % 50);
    return lengths;
}

std::vector<std::vector<int32_t>> batchesOf(const BatchPlan& plan)
{
    std::vector<std::vector<int32_t>> all;
    for (int64_t i = 0; i < plan.batchCount(); ++i)
        all.emplace_back(plan.batch(i).begin(), plan.batch(i).end());
    return all;
}

} // namespace

class BatchPlanTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyItemComesExactlyOnce()
    {
        const auto lengths = lengthsOf(1003);
        for (const BatchPlan& plan :
             {planEpoch(lengths, {7, 0}, 1, 1), planEpoch(lengths, {7, 90}, 1, 1),
              planSorted(lengths, {7, 90})}) {
            std::vector<int32_t> seen;
            for (const auto& batch : batchesOf(plan))
                seen.insert(seen.end(), batch.begin(), batch.end());
            std::sort(seen.begin(), seen.end());
            std::vector<int32_t> expected(1003);
            std::iota(expected.begin(), expected.end(), 0);
            QCOMPARE(seen, expected);
        }
    }

    void sameArgumentsSameBatchesOtherEpochOthers()
    {
        const auto lengths = lengthsOf(200);
        const auto first = batchesOf(planEpoch(lengths, {8, 0}, 5, 3));
        QCOMPARE(batchesOf(planEpoch(lengths, {8, 0}, 5, 3)), first);
        QVERIFY(batchesOf(planEpoch(lengths, {8, 0}, 5, 4)) != first);
        QVERIFY(batchesOf(planEpoch(lengths, {8, 0}, 6, 3)) != first);
    }

    void itemsLeftOutLeaveAllOtherBatchesAsTheyAre()
    {
        const auto lengths = lengthsOf(40);
        const BatchPlan plan = planEpoch(lengths, {4, 0}, 1, 1);
        const auto gone = batchesOf(plan)[3]; // A whole batch, and one item of another.
        const int32_t other = batchesOf(plan)[5][2];
        const auto isGone = [&](int32_t item) {
            return item == other || std::find(gone.begin(), gone.end(), item) != gone.end();
        };
        auto expected = batchesOf(plan);
        expected.erase(expected.begin() + 3);
        expected[4].erase(expected[4].begin() + 2);
        QCOMPARE(batchesOf(plan.without(isGone, lengths)), expected);
        QCOMPARE(batchesOf(plan.without([](int32_t) { return false; }, lengths)), batchesOf(plan));
    }

    void neighboursHaveLikeLengths()
    {
        const auto lengths = lengthsOf(340); // one pool of 50 batches
        const BatchPlan plan = planEpoch(lengths, {7, 0}, 1, 1);
        for (const auto& batch : batchesOf(plan)) {
            std::set<int32_t> different;
            for (const int32_t item : batch)
                different.insert(lengths[static_cast<size_t>(item)]);
            QVERIFY(*different.rbegin() - *different.begin() <= 2);
        }
        QVERIFY(plan.paddingShare() < 0.05);
        // In random order a batch would be as long as the longest of seven.
        QVERIFY(plan.paddingShare() > 0.0);
    }

    void tokenLimitHoldsButForSingleTexts()
    {
        std::vector<int32_t> lengths = lengthsOf(300);
        lengths.push_back(500);
        int alone = 0;
        for (const auto& batch : batchesOf(planEpoch(lengths, {64, 120}, 1, 1))) {
            int32_t longest = 0;
            for (const int32_t item : batch)
                longest = std::max(longest, lengths[static_cast<size_t>(item)]);
            if (longest * static_cast<int32_t>(batch.size()) > 120) {
                QCOMPARE(batch.size(), size_t{1});
                ++alone;
            }
        }
        QCOMPARE(alone, 1);
    }

    void paddingIsCountedByHand()
    {
        // Sorted: 5 4 | 3 1 | 1. Positions 10 + 6 + 1, real 9 + 4 + 1.
        const BatchPlan plan = planSorted(std::vector<int32_t>{3, 5, 1, 1, 4}, {2, 0});
        QCOMPARE(batchesOf(plan), (std::vector<std::vector<int32_t>>{{1, 4}, {0, 2}, {3}}));
        QCOMPARE(plan.paddingShare(), 3.0 / 17.0);
    }

    void pairsAreBucketedByBothLengths()
    {
        // Both sides of 1 to 10 tokens, independently: bucketed by the first alone, a batch of
        // seven would hold the longest of seven seconds.
        std::vector<int32_t> first, second;
        for (int i = 0; i < 350; ++i) {
            first.push_back(1 + (i * 37) % 10);
            second.push_back(1 + (i * 53 / 10) % 10);
        }
        const BatchPlan plan = planEpoch({first, second}, {7, 0}, 1, 1);
        int64_t spreadOfFirst = 0, spreadOfSecond = 0;
        for (const auto& batch : batchesOf(plan)) {
            const auto spread = [&](const std::vector<int32_t>& lengths) {
                std::set<int32_t> different;
                for (const int32_t item : batch)
                    different.insert(lengths[static_cast<size_t>(item)]);
                return *different.rbegin() - *different.begin();
            };
            spreadOfFirst += spread(first);
            spreadOfSecond += spread(second);
        }
        // 50 batches: few cross from one length to the next, and seconds go up by two or three.
        QVERIFY(spreadOfFirst <= 10);
        QVERIFY(spreadOfSecond <= 50 * 3);
        const BatchPlan byFirst = planEpoch(first, {7, 0}, 1, 1);
        QVERIFY(batchesOf(byFirst) != batchesOf(plan));
    }

    void theTokenBudgetOfPairsCountsTheLongerSide()
    {
        const std::vector<int32_t> first{2, 2, 2, 9, 9, 1}, second{3, 8, 3, 1, 1, 30};
        for (const BatchPlan& plan :
             {planEpoch({first, second}, {64, 18}, 3, 1), planSorted({first, second}, {64, 18})}) {
            size_t items = 0;
            for (const auto& batch : batchesOf(plan)) {
                int32_t longest = 0;
                for (const int32_t item : batch) {
                    const auto i = static_cast<size_t>(item);
                    longest = std::max({longest, first[i], second[i]});
                }
                QVERIFY(batch.size() == 1 || longest * static_cast<int32_t>(batch.size()) <= 18);
                items += batch.size();
            }
            QCOMPARE(items, first.size());
        }
        // Longest first, then the longer second: 9 9 | 2/8 2/3 | 2/3 | 1/30.
        QCOMPARE(batchesOf(planSorted({first, second}, {64, 18})),
                 (std::vector<std::vector<int32_t>>{{3, 4}, {1, 0}, {2}, {5}}));
    }

    void paddingOfPairsIsThatOfBothSides()
    {
        // Sorted: 4/2 3/5 | 1/1. First side 8 + 1 positions, 8 real; second 10 + 1, 8 real.
        const std::vector<int32_t> first{3, 1, 4}, second{5, 1, 2};
        QCOMPARE(planSorted({first, second}, {2, 0}).paddingShare(), 4.0 / 20.0);
    }

    void nothingGivesNoBatches()
    {
        QCOMPARE(planEpoch(std::vector<int32_t>{}, {8, 0}, 1, 1).batchCount(), 0);
        QCOMPARE(planSorted(std::vector<int32_t>{}, {8, 0}).paddingShare(), 0.0);
    }

    void allOrdersAreAboutEquallyLikely()
    {
        // 6,000 epochs of three single texts: each of the 6 orders about 1,000 times (sd 29).
        std::map<std::vector<int32_t>, int> counts;
        for (int epoch = 1; epoch <= 6000; ++epoch) {
            const BatchPlan plan = planEpoch(std::vector<int32_t>{1, 1, 1}, {1, 0}, 1, epoch);
            ++counts[{plan.batch(0)[0], plan.batch(1)[0], plan.batch(2)[0]}];
        }
        QCOMPARE(counts.size(), size_t{6});
        for (const auto& [order, count] : counts)
            QVERIFY(count > 850 && count < 1150);
    }

    void theRestOfAnEpochIsDealtAnewAndEachItemStaysOnce()
    {
        std::vector<int32_t> lengths;
        for (int32_t i = 0; i < 103; ++i)
            lengths.push_back(1 + i * 7 % 13);
        const BatchPlan whole = planEpoch(lengths, {8, 0}, 5, 3);
        for (const int64_t kept : {int64_t{0}, int64_t{1}, int64_t{5}, whole.batchCount()}) {
            const BatchPlan plan = core::planRest(whole, kept, lengths, {20, 0}, 5, 3);
            std::vector<int32_t> seen;
            for (int64_t i = 0; i < plan.batchCount(); ++i) {
                seen.insert(seen.end(), plan.batch(i).begin(), plan.batch(i).end());
                QVERIFY(i < kept ? std::ranges::equal(plan.batch(i), whole.batch(i))
                                 : plan.batch(i).size() <= 20);
            }
            std::sort(seen.begin(), seen.end());
            for (int32_t i = 0; i < 103; ++i)
                QCOMPARE(seen[static_cast<size_t>(i)], i);
            QCOMPARE(seen.size(), size_t{103});
            double done = 0.0;
            for (int64_t i = 1; i <= plan.batchCount(); ++i) {
                if (i < kept)
                    continue; // Of before the change nobody asks this plan.
                QVERIFY(plan.shareDone(i) > done);
                done = plan.shareDone(i);
            }
            QCOMPARE(done, 1.0);
            QCOMPARE(plan.shareDone(kept), whole.shareDone(kept));
        }
    }
};
UNROLL_TEST(BatchPlanTest, QCoreApplication)
#include "batch_plan_test.moc"
