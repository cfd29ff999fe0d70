#include "core/train/run_control.h"

#include "tests/support/test_case.h"

#include <atomic>
#include <chrono>
#include <future>
#include <thread>

using core::RunControl;

namespace {

/// A model without questions.
class NoModel : public core::LiveModel {
public:
    NoModel() : core::LiveModel({}, [] { return std::pair(int64_t{7}, int64_t{1}); }) { }
    torch::nn::Module& module() const override { throw std::logic_error("there is none"); }
};

/// A thread that "trains": counts updates and serves between them until it is stopped.
class Training {
public:
    explicit Training(RunControl& control)
        : m_thread([this, &control] {
            NoModel model;
            while (true) {
                away = away + control.serve(model);
                if (control.stopRequested())
                    break;
                ++updates;
                std::this_thread::yield();
            }
            control.close();
        })
    {
    }
    ~Training() { m_thread.join(); }

    std::atomic<int64_t> updates{0};
    std::atomic<double> away{0.0};

private:
    std::thread m_thread;
};

/// Waits until the training has come to rest in a pause: a request is only served there or
/// between updates, so two in a row see the same count.
int64_t countAtRest(RunControl& control, Training& training)
{
    int64_t last = -1;
    while (true) {
        std::promise<int64_t> seen;
        control.ask([&](core::LiveModel&) { seen.set_value(training.updates); });
        const int64_t now = seen.get_future().get();
        if (now == last)
            return now;
        last = now;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

} // namespace

class RunControlTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pauseHoldsAndProceedGoesOn()
    {
        RunControl control;
        control.pause();
        Training training(control);
        QVERIFY(control.paused());
        QCOMPARE(countAtRest(control, training), 0);
        control.proceed();
        QTRY_VERIFY(training.updates > 10);
        control.stop();
    }

    void stepAllowsExactlyOneUpdate()
    {
        RunControl control;
        control.pause();
        Training training(control);
        for (int64_t expected = 1; expected <= 3; ++expected) {
            control.step();
            QTRY_COMPARE(training.updates.load(), expected);
            QCOMPARE(countAtRest(control, training), expected);
        }
        control.stop();
    }

    void stepWhileRunningPausesAfterOne()
    {
        RunControl control;
        Training training(control);
        QTRY_VERIFY(training.updates > 3);
        control.step();
        QVERIFY(control.paused());
        const int64_t rest = countAtRest(control, training);
        QCOMPARE(countAtRest(control, training), rest);
        control.stop();
    }

    void requestsAreServedInOrderOnTheTrainingsThreadAlsoWhilePaused()
    {
        RunControl control;
        control.pause();
        Training training(control);
        std::vector<int> order;
        std::promise<std::thread::id> thread;
        for (int i = 0; i < 3; ++i)
            QVERIFY(control.ask([&, i](core::LiveModel& model) {
                order.push_back(i);
                if (i == 2 && model.step() == 7)
                    thread.set_value(std::this_thread::get_id());
            }));
        QVERIFY(thread.get_future().get() != std::this_thread::get_id());
        QCOMPARE(order, (std::vector<int>{0, 1, 2}));
        control.stop();
    }

    void aRequestMayAskAgain()
    {
        RunControl control;
        Training training(control);
        std::promise<void> done;
        control.ask(
            [&](core::LiveModel&) { control.ask([&](core::LiveModel&) { done.set_value(); }); });
        done.get_future().get();
        control.stop();
    }

    void stopWakesAPausedTraining()
    {
        RunControl control;
        control.pause();
        {
            Training training(control);
            countAtRest(control, training);
            control.stop();
        } // joins
        QVERIFY(control.stopRequested());
        QVERIFY(control.stopToken().stop_requested());
    }

    void afterTheEndRequestsAreDropped()
    {
        RunControl control;
        auto promise = std::make_shared<std::promise<void>>();
        auto future = promise->get_future();
        control.ask([promise](core::LiveModel&) { promise->set_value(); });
        promise.reset();
        control.close();
        // The waiting request is destroyed, so whoever waits for it is told.
        QVERIFY_THROWS_EXCEPTION(std::future_error, future.get());
        QVERIFY(!control.ask([](core::LiveModel&) {}));
    }

    void answerNeitherWaitsInAPauseNorUsesUpAStep()
    {
        RunControl control;
        NoModel model;
        control.step();
        bool served = false;
        control.ask([&](core::LiveModel&) { served = true; });
        control.answer(model);
        QVERIFY(served);
        control.serve(model); // Would block for ever if the step were gone.
        control.answer(model);
        QVERIFY(control.paused());
    }

    void inSlowMotionUpdatesComeOneAfterTheOther()
    {
        RunControl control;
        control.setUpdatesPerSecond(50.0);
        QVERIFY(control.mayWait());
        const auto begin = std::chrono::steady_clock::now();
        Training training(control);
        QTRY_VERIFY(training.updates >= 6);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
        QVERIFY(took.count() >= 5 / 50.0);
        QVERIFY(training.away > 0.0);
        control.setUpdatesPerSecond(0.0);
        QVERIFY(!control.mayWait());
        QTRY_VERIFY(training.updates > 1000);
        control.stop();
    }

    void inSlowMotionStopQuestionsAndPauseComeAtOnce()
    {
        RunControl control;
        control.setUpdatesPerSecond(0.01); // The second update would come after 100 seconds.
        {
            Training training(control);
            QTRY_COMPARE(training.updates.load(), 1);
            QCOMPARE(countAtRest(control, training), 1);
            control.step(); // A step does not wait for its time.
            QTRY_COMPARE(training.updates.load(), 2);
            control.proceed();
            control.setUpdatesPerSecond(100.0); // Counts at once, not after the wait.
            QTRY_VERIFY(training.updates > 3);
            control.setUpdatesPerSecond(0.01);
            control.stop();
        } // joins
        QVERIFY(control.stopRequested());
    }

    void wishesWakeAPauseAndAreTakenOnce()
    {
        RunControl control;
        NoModel model;
        control.pause();
        control.change({{0, "training.clip_norm", {}, 0.5}});
        control.change({{0, "training.epochs", {}, 7}});
        control.serve(model); // Would block for ever in the pause.
        QCOMPARE(control.takeWishes().size(), size_t{2});
        QVERIFY(control.takeWishes().empty());
        QVERIFY(control.paused());
    }

    void timeInAPauseIsReturned()
    {
        RunControl control;
        NoModel model;
        control.pause();
        std::thread waker([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            control.proceed();
        });
        const double seconds = control.serve(model);
        waker.join();
        QVERIFY(seconds >= 0.025);
    }
};
UNROLL_TEST(RunControlTest, QCoreApplication)
#include "run_control_test.moc"
