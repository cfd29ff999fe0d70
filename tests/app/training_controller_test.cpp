#include "app/lab/training_controller.h"

#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"
#include "tests/support/test_case.h"

using support::kLongMs;

namespace {

core::ExperimentSpec tinySpec()
{
    core::ExperimentSpec spec = core::findPreset("reviews-mean").spec;
    for (const auto& [path, value] : {std::pair{"data.sample.texts", "400"},
                                      {"training.epochs", "2"},
                                      {"training.threads", "1"}})
        spec = core::withValue(spec, path, value);
    return spec;
}

core::ExperimentSpec endlessSpec()
{
    return core::withValue(tinySpec(), "training.epochs", "100000");
}

} // namespace

class TrainingControllerTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyUpdateArrivesOnceAndInOrder()
    {
        const QTemporaryDir folder;
        app::WorkerThread compute(u"compute"_s);
        app::TrainingController controller(compute);
        QSignalSpy ended(&controller, &app::TrainingController::ended);
        std::vector<int64_t> steps;
        core::StartReport start;
        connect(&controller, &app::TrainingController::started, this,
                [&](const core::StartReport& report) { start = report; });
        connect(&controller, &app::TrainingController::updated, this,
                [&](const std::vector<core::UpdateReport>& reports) {
                    QCOMPARE(QThread::currentThread(), QCoreApplication::instance()->thread());
                    for (const core::UpdateReport& report : reports)
                        steps.push_back(report.step);
                });
        controller.start(tinySpec(), folder.filePath(u"run"_s));
        QVERIFY(controller.active());
        QVERIFY(ended.wait(kLongMs));
        QVERIFY(!controller.active());
        QCOMPARE(ended.first().first().value<core::EndReport>().state, core::RunState::Completed);
        QCOMPARE(static_cast<int64_t>(steps.size()), start.totalUpdates);
        for (size_t i = 0; i < steps.size(); ++i)
            QCOMPARE(steps[i], static_cast<int64_t>(i + 1));
    }

    void stoppingEndsTheRunPromptly()
    {
        const QTemporaryDir folder;
        app::WorkerThread compute(u"compute"_s);
        app::TrainingController controller(compute);
        QSignalSpy updated(&controller, &app::TrainingController::updated);
        QSignalSpy ended(&controller, &app::TrainingController::ended);
        controller.start(endlessSpec(), folder.filePath(u"run"_s));
        QVERIFY(updated.wait(kLongMs));
        controller.stop();
        QVERIFY(ended.wait(5000));
        QCOMPARE(ended.first().first().value<core::EndReport>().state, core::RunState::Stopped);
    }

    void whilePausedOnlyStepsHappen()
    {
        const QTemporaryDir folder;
        app::WorkerThread compute(u"compute"_s);
        app::TrainingController controller(compute);
        int64_t latest = 0;
        connect(
            &controller, &app::TrainingController::updated, this,
            [&](const std::vector<core::UpdateReport>& reports) { latest = reports.back().step; });
        controller.start(endlessSpec(), folder.filePath(u"run"_s));
        QTRY_VERIFY_WITH_TIMEOUT(latest > 0, kLongMs);
        controller.pause();
        // The update under way still counts; then nothing moves.
        std::atomic<int64_t> asked{-1};
        QVERIFY(controller.ask([&](core::LiveModel& model) { asked = model.step(); }));
        QTRY_VERIFY(asked >= 0);
        QTRY_COMPARE(latest, asked.load());
        const int64_t before = latest;
        controller.step();
        QTRY_COMPARE(latest, before + 1);
        QTest::qWait(200);
        QCOMPARE(latest, before + 1);
        controller.proceed();
        QTRY_VERIFY(latest > before + 2);
    }

    void aBadSpecArrivesAsAFailure()
    {
        const QTemporaryDir folder;
        app::WorkerThread compute(u"compute"_s);
        app::TrainingController controller(compute);
        QSignalSpy ended(&controller, &app::TrainingController::ended);
        core::ExperimentSpec spec = tinySpec();
        spec.training.device = "cuda:99";
        controller.start(spec, folder.filePath(u"run"_s));
        QVERIFY(ended.wait(kLongMs));
        const auto report = ended.first().first().value<core::EndReport>();
        QCOMPARE(report.state, core::RunState::Failed);
        QVERIFY(report.failure.has_value());
        QVERIFY(report.failure->code == core::ErrorCode::DeviceMissing);
    }

    void destroyingMidRunReturns()
    {
        const QTemporaryDir folder;
        QElapsedTimer timer;
        {
            app::WorkerThread compute(u"compute"_s);
            app::TrainingController controller(compute);
            QSignalSpy updated(&controller, &app::TrainingController::updated);
            controller.start(endlessSpec(), folder.filePath(u"run"_s));
            QVERIFY(updated.wait(kLongMs));
            timer.start();
        }
        QVERIFY(timer.elapsed() < 10000);
        QVERIFY(core::isRunFolder(folder.filePath(u"run"_s).toStdString()));
    }
};
UNROLL_TEST(TrainingControllerTest, QCoreApplication)
#include "training_controller_test.moc"
