#include "core/base/parallel_blocks.h"

#include "core/base/error.h"
#include "core/base/monitor.h"
#include "tests/support/test_case.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace {

using core::ItemBlock;

const std::function<void(size_t)> kNothing = [](size_t) {};

} // namespace

class ParallelBlocksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyItemIsWorkedOnOnce_data()
    {
        addColumns<size_t, size_t, size_t>("items", "size", "threads");
        newRow("nothing", size_t{0}, size_t{3}, size_t{2});
        newRow("fewer than a block", size_t{2}, size_t{3}, size_t{4});
        newRow("whole blocks", size_t{12}, size_t{3}, size_t{1});
        newRow("a rest", size_t{1001}, size_t{10}, size_t{3});
        newRow("more threads than blocks", size_t{5}, size_t{2}, size_t{8});
    }

    void everyItemIsWorkedOnOnce()
    {
        QFETCH(size_t, items);
        QFETCH(size_t, size);
        QFETCH(size_t, threads);
        std::vector<std::atomic<int>> times(items);
        std::atomic<bool> fits = true;
        const auto work = [&](const ItemBlock& block) {
            fits = fits && block.count <= size && block.first % size == 0 && block.thread < threads;
            for (size_t i = 0; i < block.count; ++i)
                ++times[block.first + i];
        };
        core::inBlocks(items, size, threads, work, kNothing);
        QVERIFY(fits);
        QVERIFY(std::all_of(times.begin(), times.end(), [](const auto& n) { return n == 1; }));
    }

    void allThreadsWork()
    {
        // Each waits in its first block for the others: with fewer this would never end.
        constexpr size_t kThreads = 3;
        std::atomic<size_t> here = 0;
        std::mutex mutex;
        std::set<std::thread::id> threads;
        bool numbered = true;
        const auto work = [&](const ItemBlock& block) {
            const std::lock_guard lock(mutex);
            if (threads.insert(std::this_thread::get_id()).second)
                ++here;
            if ((block.thread == 0) != (std::this_thread::get_id() == m_own))
                numbered = false;
        };
        const auto waiting = [&](const ItemBlock& block) {
            work(block);
            while (here < kThreads)
                std::this_thread::yield();
        };
        core::inBlocks(10, 1, kThreads, waiting, kNothing);
        QCOMPARE(threads.size(), kThreads);
        QVERIFY(numbered);
    }

    void theCallerSaysHowFarItIs()
    {
        std::vector<size_t> begun;
        core::inBlocks(
            10, 4, 1, [](const ItemBlock&) {},
            [&](size_t items) {
                begun.push_back(items);
                QVERIFY(std::this_thread::get_id() == m_own);
            });
        QCOMPARE(begun, (std::vector<size_t>{4, 8, 10}));
    }

    void whatIsThrownEndsAllAndReachesTheCaller_data()
    {
        addColumns<size_t, bool>("thread", "inReport");
        newRow("the caller's work", size_t{0}, false);
        newRow("another's work", size_t{1}, false);
        newRow("the caller's report", size_t{0}, true);
    }

    void whatIsThrownEndsAllAndReachesTheCaller()
    {
        QFETCH(size_t, thread);
        QFETCH(bool, inReport);
        constexpr size_t kBlocks = 100000;
        std::atomic<size_t> done = 0;
        std::atomic<bool> wrong = false;
        const auto fail = [&] {
            wrong = true;
            throw core::Error(core::ErrorCode::Cancelled, {"Stopped.", {}});
        };
        const auto work = [&](const ItemBlock& block) {
            ++done;
            if (block.thread == thread && !inReport)
                fail();
            while (block.thread != thread && !wrong)
                std::this_thread::yield();
            std::this_thread::yield();
        };
        const auto report = [&](size_t) {
            if (inReport)
                fail();
        };
        QVERIFY_EXCEPTION_THROWN(core::inBlocks(kBlocks, 1, 2, work, report), core::Error);
        QVERIFY(done < kBlocks);
    }

    void fewBlocksWakeNoThreads()
    {
        QCOMPARE(core::threadsFor(0), size_t{1});
        QCOMPARE(core::threadsFor(1), size_t{1});
        QVERIFY(core::threadsFor(1000) >= 1);
        QVERIFY(core::threadsFor(1000) <= 8);
    }

private:
    const std::thread::id m_own = std::this_thread::get_id();
};

UNROLL_TEST(ParallelBlocksTest, QCoreApplication)
#include "parallel_blocks_test.moc"
