#include "core/task/batches_ahead.h"

#include "tests/support/test_case.h"

#include <atomic>
#include <numeric>
#include <thread>

using core::BatchesAhead;
using core::BatchPlan;

namespace {

/// The items of each batch, and the thread that made it.
struct Made {
    std::vector<int32_t> items;
    std::thread::id thread;
};

Made made(std::span<const int32_t> items)
{
    return {{items.begin(), items.end()}, std::this_thread::get_id()};
}

std::shared_ptr<const BatchPlan> planOf(int64_t epoch)
{
    std::vector<int32_t> lengths(103);
    std::iota(lengths.begin(), lengths.end(), 1);
    return std::make_shared<const BatchPlan>(core::planEpoch(lengths, {4, 0}, 7, epoch));
}

std::vector<int32_t> copyOf(std::span<const int32_t> items)
{
    return {items.begin(), items.end()};
}

} // namespace

class BatchesAheadTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void thePlansBatchesAreMadeElsewhere()
    {
        BatchesAhead<Made> batches(made);
        for (const int64_t epoch : {1, 2}) {
            const auto plan = planOf(epoch);
            const int64_t first = epoch == 1 ? 5 : 0; // as after a resume
            batches.expect(plan, first);
            for (int64_t i = first; i < plan->batchCount(); ++i) {
                const Made batch = batches.take(plan->batch(i));
                QCOMPARE(batch.items, copyOf(plan->batch(i)));
                QVERIFY(batch.thread != std::this_thread::get_id());
            }
        }
    }

    void othersAreMadeHereAndDisturbNothing()
    {
        BatchesAhead<Made> batches(made);
        const auto plan = planOf(1), other = planOf(2);
        QCOMPARE(batches.take(plan->batch(3)).items,
                 copyOf(plan->batch(3))); // nothing expected yet
        batches.expect(plan, 0);
        QCOMPARE(batches.take(plan->batch(0)).items, copyOf(plan->batch(0)));
        for (const auto& items : {plan->batch(0), plan->batch(6), other->batch(1)}) {
            const Made batch = batches.take(items);
            QCOMPARE(batch.items, copyOf(items));
            QVERIFY(batch.thread == std::this_thread::get_id());
        }
        const Made batch = batches.take(plan->batch(1));
        QCOMPARE(batch.items, copyOf(plan->batch(1)));
        QVERIFY(batch.thread != std::this_thread::get_id());
    }

    void aPlanCanBeLeftInTheMiddleOrBeAtItsEnd()
    {
        BatchesAhead<Made> batches(made);
        const auto plan = planOf(1);
        batches.expect(plan, 0);
        batches.expect(planOf(2), 0); // the first is never taken from
        batches.expect(plan, plan->batchCount());
        const auto last = plan->batch(plan->batchCount() - 1);
        QCOMPARE(batches.take(last).items, copyOf(last));
    }
};

UNROLL_TEST(BatchesAheadTest, QCoreApplication)
#include "batches_ahead_test.moc"
