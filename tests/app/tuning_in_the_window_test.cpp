#include "core/train/run_folder.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/curves/curve_plot.h"
#include "ui/setup/setup_bars.h"
#include "ui/widgets/number_box.h"

using support::kLongMs;
using support::Program;

/// The whole program: settings of a training are changed while it runs.
class TuningInTheWindowTest : public QObject {
    Q_OBJECT
private:
    /// Trains without an end, slowly, with the set-up open at its last step.
    static void begin(Program& program)
    {
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.written("reviews-mean",
                                                 {{"data.sample.texts", "400"},
                                                  {"training.epochs", "100000"},
                                                  {"training.threads", "1"},
                                                  {"training.keep_epochs", "none"}})});
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(updated.count() > 0 || updated.wait(kLongMs));
        program.window.setup().setFolded(false);
        program.window.setup().setStep(ui::SetupStep::Training);
    }

    template <class Widget> static Widget* find(Program& program, const char* name)
    {
        auto* found = program.window.findChild<Widget*>(QString::fromLatin1(name));
        if (found == nullptr)
            qFatal("no %s", name);
        return found;
    }

private Q_SLOTS:
    void anEditedFieldIsAppliedToTheRunningTraining()
    {
        Program program;
        begin(program);
        auto* clipping = find<ui::NumberBox>(program, "training.clip_norm");
        QVERIFY(clipping->isEnabled());
        QVERIFY(!find<QWidget>(program, "training.seed")->isEnabled());
        auto* bar = find<ui::TuningBar>(program, "tuningBar");
        const auto* apply = find<QPushButton>(program, "applyTuningButton");
        QVERIFY(bar->isVisible() && !apply->isEnabled());
        core::Json spec = program.window.setup().spec();
        spec["training"]["clip_norm"] = 0.125;
        program.window.setup().setSpec(spec);
        Q_EMIT program.window.setup().specChanged(spec);
        QTRY_VERIFY(apply->isEnabled());
        QVERIFY(program.says(u"\u2192 0.125"_s));

        QSignalSpy changed(&program.laboratory.training(), &app::TrainingController::changed);
        keyClick(&program.window, Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(changed.count() > 0 || changed.wait(kLongMs));
        const auto report = changed.first().first().value<core::ChangeReport>();
        QCOMPARE(report.changes.size(), size_t{1});
        QCOMPARE(report.changes[0].setting, "training.clip_norm"s);
        QTRY_VERIFY(!apply->isEnabled());
        program.stopAfter(1);
        const auto run = program.laboratory.training().run().toStdString();
        QCOMPARE(core::readRunHistory(run).changes, report.changes);
        QCOMPARE(core::readRunSummary(run).spec.training.clipNorm, 0.125);
    }

    void setBackMeansNothingIsApplied()
    {
        Program program;
        begin(program);
        core::Json spec = program.window.setup().spec();
        const core::Json before = spec;
        spec["training"]["batch_size"] = 7;
        program.window.setup().takeSpec(spec);
        Q_EMIT program.window.setup().specChanged(spec);
        auto* discard = find<QPushButton>(program, "discardTuningButton");
        QTRY_VERIFY(discard->isEnabled());
        discard->click();
        QTRY_VERIFY(!discard->isEnabled());
        QCOMPARE(program.window.setup().spec(), before);
        program.stopAfter(1);
        QVERIFY(core::readRunHistory(program.laboratory.training().run().toStdString())
                    .changes.empty());
        // Both are steps: each undo takes one of them back.
        QUndoStack& history = program.window.setup().history();
        history.undo();
        QCOMPARE(program.window.setup().spec()["training"]["batch_size"].get<int>(), 7);
        history.undo();
        QCOMPARE(program.window.setup().spec(), before);
    }

    void aPausedRunIsListedAsPaused()
    {
        Program program;
        begin(program);
        const auto state = [&] {
            return program.laboratory.runs()
                .find(program.laboratory.training().run())
                ->summary.state;
        };
        QCOMPARE(state(), core::RunState::Running);
        Q_EMIT program.window.pauseRequested();
        QCOMPARE(state(), core::RunState::Paused);
        program.laboratory.runs().reread(program.laboratory.training().run()); // From its folder.
        QSignalSpy changed(&program.laboratory.runs(), &app::RunLibrary::changed);
        QVERIFY(changed.wait(kLongMs));
        QCOMPARE(state(), core::RunState::Paused);
        Q_EMIT program.window.proceedRequested();
        QCOMPARE(state(), core::RunState::Running);
        program.stopAfter(1);
        QCOMPARE(state(), core::RunState::Stopped);
    }

    void inSlowMotionQuestionsAndStopComeAtOnce()
    {
        Program program;
        begin(program);
        auto* speed = find<QSlider>(program, "updatesPerSecondSlider");
        QVERIFY(speed->isVisible());
        keyClick(speed, Qt::Key_Home); // One update a second.
        QTest::qWait(1200);
        std::atomic<int> answers{0};
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 20; ++i)
            QVERIFY(program.laboratory.training().ask([&](core::LiveModel&) { ++answers; }));
        QTRY_COMPARE_WITH_TIMEOUT(answers.load(), 20, 700);
        QVERIFY(timer.elapsed() < 900);
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        Q_EMIT program.window.stopRequested();
        QVERIFY(ended.wait(5000));
        // The next training is as quick as it can be.
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        Q_EMIT program.window.startRequested();
        QVERIFY(updated.wait(kLongMs));
        QCOMPARE(speed->value(), speed->maximum());
        program.stopAfter(1);
    }
};
UNROLL_TEST(TuningInTheWindowTest, QApplication)
#include "tuning_in_the_window_test.moc"
