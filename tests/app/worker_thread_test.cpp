#include "app/lab/worker_thread.h"

#include "tests/support/test_case.h"

#include <atomic>
#include <thread>

namespace {

/// Counts how often it, and so what holds it, ends on another thread than the one it was made on.
class Ended {
public:
    explicit Ended(std::atomic<int>& elsewhere) : m_elsewhere(elsewhere) { }
    ~Ended()
    {
        if (std::this_thread::get_id() != m_own)
            ++m_elsewhere;
    }

private:
    std::atomic<int>& m_elsewhere;
    std::thread::id m_own = std::this_thread::get_id();
};

} // namespace

class WorkerThreadTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// What hears an answer may hold parts of the window, which end on the GUI thread only.
    void whatHearsAnAnswerEndsOnTheGuiThread()
    {
        std::atomic<int> elsewhere = 0;
        int answers = 0;
        app::WorkerThread worker(u"worker"_s);
        for (int i = 0; i < 500; ++i) {
            auto held = std::make_shared<Ended>(elsewhere);
            const int before = answers;
            const auto done = [held, &answers](int) { ++answers; };
            const auto failed = [held, &answers](const core::Failure&) { ++answers; };
            if (i % 2 == 0)
                worker.run(
                    this, [] { return 1; }, done, failed);
            else
                worker.run(
                    this,
                    []() -> int {
                        throw core::Error(core::ErrorCode::Internal, {"Wrong.", {}});
                    },
                    done, failed);
            held.reset();
            while (answers == before) // At once: the worker may still hold the job.
                QCoreApplication::processEvents();
        }
        QCOMPARE(elsewhere.load(), 0);
    }

    void aLongJobIsToldWhenTheThreadEnds()
    {
        QElapsedTimer timer;
        timer.start();
        {
            app::WorkerThread worker(u"worker"_s);
            std::atomic<bool> begun = false;
            worker.post([&begun, monitor = worker.monitor()] {
                begun = true;
                for (int i = 0; i < 3000 && !monitor.stopRequested(); ++i)
                    std::this_thread::sleep_for(std::chrono::milliseconds(10));
            });
            QTRY_VERIFY(begun);
        }
        QVERIFY(timer.elapsed() < 10000);
    }
};
UNROLL_TEST(WorkerThreadTest, QCoreApplication)
#include "worker_thread_test.moc"
