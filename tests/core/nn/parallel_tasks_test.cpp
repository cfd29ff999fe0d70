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

    void aStepBeginsWhenTheOneBeforeItIsDone_data() { whatATaskThrowsArrives_data(); }
    void aStepBeginsWhenTheOneBeforeItIsDone()
    {
        QFETCH(int, threads);
        core::setComputeThreads(threads);
        const auto tasksOf = [](int64_t step) { return (5 * step) % 7; }; // none in some
        for (const int64_t steps : {0, 1, 7, 2000}) {
            int64_t all = 0; // ended before the step
            std::vector<int64_t> before;
            for (int64_t step = 0; step < steps; ++step) {
                before.push_back(all);
                all += tasksOf(step);
            }
            std::atomic<int64_t> begun = 0, ended = 0, wrong = 0;
            core::runTaskSteps(steps, tasksOf, [&](int64_t step, int64_t index) {
                const int64_t first = before[static_cast<size_t>(step)];
                if (ended < first || begun++ >= first + tasksOf(step) || index >= tasksOf(step))
                    ++wrong;
                ++ended;
            });
            QCOMPARE(wrong.load(), 0);
            QCOMPARE(ended.load(), all);
        }
    }

    void afterAnErrorNoStepBegins_data() { whatATaskThrowsArrives_data(); }
    void afterAnErrorNoStepBegins()
    {
        QFETCH(int, threads);
        core::setComputeThreads(threads);
        for (int repeat = 0; repeat < 200; ++repeat) {
            std::atomic<int> later = 0;
            const auto run = [&] {
                core::runTaskSteps(
                    9, [](int64_t) { return 4; },
                    [&](int64_t step, int64_t index) {
                        if (step == 5 && index == 2)
                            throw std::bad_alloc();
                        if (step > 5)
                            ++later;
                    });
            };
            QVERIFY_EXCEPTION_THROWN(run(), std::bad_alloc);
            QCOMPARE(later.load(), 0);
        }
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
