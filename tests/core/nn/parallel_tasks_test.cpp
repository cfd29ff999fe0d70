#include "core/base/error.h"
#include "core/nn/memory/recycled_memory.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/threads/parallel_tasks.h"
#include "core/nn/threads/scratch_tasks.h"
#include "tests/support/test_case.h"

#include <atomic>
#include <mutex>
#include <new>
#include <stdexcept>

class ParallelTasksTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { core::setComputeThreads(3); }
    void cleanupTestCase() { core::setComputeThreads(1); }

    void everyTaskRunsOnce()
    {
        for (const int64_t count : {0, 1, 2, 3, 7, 1000}) {
            std::vector<std::atomic<int>> runs(static_cast<size_t>(count));
            core::runTasks(count, [&](int64_t task) { ++runs[static_cast<size_t>(task)]; });
            for (const auto& times : runs)
                QCOMPARE(times.load(), 1);
        }
    }

    void threadsAreNumbered()
    {
        std::mutex mutex;
        std::set<int64_t> threads;
        core::runTasks(300, [&](int64_t, int64_t thread) {
            const std::lock_guard lock(mutex);
            threads.insert(thread);
        });
        QVERIFY(*threads.begin() >= 0);
        QVERIFY(*threads.rbegin() < 3);
    }

    void whatATaskThrowsArrives_data()
    {
        addColumn<int>("threads");
        newRow("one thread", 1);
        newRow("three threads", 3);
    }
    void whatATaskThrowsArrives()
    {
        QFETCH(int, threads);
        core::setComputeThreads(threads);
        for (const int64_t wrong : {0, 1, 50, 99}) {
            std::atomic<int> runs = 0;
            const auto task = [&](int64_t index) {
                if (index == wrong)
                    throw std::bad_alloc();
                ++runs;
            };
            QVERIFY_EXCEPTION_THROWN(core::runTasks(100, task), std::bad_alloc);
            QVERIFY(runs < 100);
        }
        // All of them.
        const auto always
            = [](int64_t index) -> void { throw std::runtime_error(std::to_string(index)); };
        QVERIFY_EXCEPTION_THROWN(core::runTasks(100, always), std::runtime_error);
        everyTaskRunsOnce();
    }

    void scratchIsTheThreadsOwnAndAligned()
    {
        std::atomic<int> wrong = 0;
        core::runTasksWithScratch(200, 37, [&](int64_t task, float* scratch) {
            if (reinterpret_cast<uintptr_t>(scratch) % 64 != 0)
                ++wrong;
            std::fill_n(scratch, 37, static_cast<float>(task));
            for (int repeat = 0; repeat < 100; ++repeat)
                for (int i = 0; i < 37; ++i)
                    if (scratch[i] != static_cast<float>(task))
                        ++wrong;
        });
        QCOMPARE(wrong.load(), 0);
    }

    void scratchThatThereIsNoMemoryForIsRefusedBeforeAnyTask()
    {
        core::limitTensorMemory(0);
        bool begun = false;
        const auto run = [&] {
            core::runTasksWithScratch(2, 1 << 20, [&](int64_t, float*) { begun = true; });
        };
        QVERIFY_EXCEPTION_THROWN(run(), core::Error);
        QVERIFY(!begun);
        core::limitTensorMemory({});
        run();
        QVERIFY(begun);
    }
};

UNROLL_TEST(ParallelTasksTest, QCoreApplication)
#include "parallel_tasks_test.moc"
