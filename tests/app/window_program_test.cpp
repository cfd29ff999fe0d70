// The window as a program of its own, ended by signals: this executable starts itself as
// `--window`.
#include "app/lab/window_program.h"

#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/train/run_folder.h"
#include "core/train/training.h"
#include "tests/support/test_case.h"

#include <csignal>

using support::kLongMs;

namespace {

ui::MainWindow* window()
{
    for (QWidget* widget : QApplication::topLevelWidgets()) {
        if (auto* found = qobject_cast<ui::MainWindow*>(widget))
            return found;
    }
    return nullptr;
}

/// Presses Start as soon as that is possible.
/// @param wish  "--stuck": the window will not close; "--asked": it was closed by hand and asks.
int trainInWindow(const QString& folder, const QString& wish)
{
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, [&] {
        auto* start = window() ? window()->findChild<QAction*>("startAction") : nullptr;
        if (start == nullptr || !start->isEnabled())
            return;
        timer.stop();
        if (wish == "--stuck"_L1)
            QObject::connect(window(), &ui::MainWindow::closing, [] { QThread::sleep(600); });
        start->trigger();
        if (wish == "--asked"_L1)
            window()->close();
    });
    timer.start(20);
    return app::runWindow(
        {folder + u"/runs"_s, folder + u"/session.unroll"_s, folder + u"/settings.json"_s},
        {folder + u"/endless.unroll"_s});
}

/// A window that trains, in a folder of its own.
class TrainingWindow {
public:
    explicit TrainingWindow(const QStringList& options = {})
    {
        core::ExperimentSpec spec = core::findPreset("reviews-mean").spec;
        for (const auto& [path, value] : {std::pair{"data.sample.texts", "400"},
                                          {"training.epochs", "100000"},
                                          {"training.threads", "1"}})
            spec = core::withValue(spec, path, value);
        core::writeSpec(spec, m_folder.filePath(u"endless.unroll"_s).toStdString());
        process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        process.start(QCoreApplication::applicationFilePath(),
                      QStringList{u"window_program_test"_s, u"--window"_s, m_folder.path()}
                          + options);
    }
    /// The run folder, once it has a few updates; empty: it never had.
    std::filesystem::path trainedRun() const
    {
        for (int waited = 0; waited < kLongMs; waited += 50, QTest::qWait(50)) {
            for (const auto& run : core::listRuns(m_folder.filePath(u"runs"_s).toStdString())) {
                if (core::readRunHistory(run.path).updates.size() > 20)
                    return run.path;
            }
        }
        return {};
    }
    void send(int signal) const { ::kill(static_cast<pid_t>(process.processId()), signal); }

    QProcess process;

private:
    QTemporaryDir m_folder;
};

/// At which update the run goes on.
int64_t resumedAt(const std::filesystem::path& run)
{
    core::RunControl control;
    core::TrainingListener listener;
    int64_t step = -1;
    listener.started = [&](const core::StartReport& report) {
        step = report.resumedAtStep;
        control.stop();
    };
    core::resume(run, control, listener);
    return step;
}

} // namespace

class WindowProgramTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSignalEndsTheTrainingAtItsLastUpdate_data()
    {
        addColumns<int, QStringList>("signal", "options");
        newRow("SIGTERM", SIGTERM, QStringList());
        newRow("SIGINT", SIGINT, QStringList());
        newRow("SIGHUP", SIGHUP, QStringList());
        newRow("SIGTERM before an answer", SIGTERM, QStringList(u"--asked"_s));
    }

    void aSignalEndsTheTrainingAtItsLastUpdate()
    {
        QFETCH(int, signal);
        QFETCH(QStringList, options);
        TrainingWindow window(options);
        const std::filesystem::path run = window.trainedRun();
        QVERIFY(!run.empty());
        window.send(signal);
        QVERIFY(window.process.waitForFinished(kLongMs));
        QCOMPARE(window.process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(window.process.exitCode(), 0);
        const core::RunHistory history = core::readRunHistory(run);
        QVERIFY(history.ended);
        QCOMPARE(history.end.state, core::RunState::Stopped);
        QCOMPARE(resumedAt(run), history.updates.back().step);
    }

    void aSecondSignalEndsItAtOnce()
    {
        TrainingWindow window({u"--stuck"_s});
        QVERIFY(!window.trainedRun().empty());
        window.send(SIGTERM);
        QVERIFY(!window.process.waitForFinished(2000)); // It is stuck, as was wished.
        window.send(SIGINT); // Another one counts as well.
        QVERIFY(window.process.waitForFinished(10000));
        QCOMPARE(window.process.exitStatus(), QProcess::CrashExit);
        QCOMPARE(window.process.exitCode(), SIGINT);
    }
};

namespace {

int runWindowOrTests(int count, char** words)
{
    if (count > 2 && QByteArrayView(words[1]) == "--window") {
        const QApplication application(count, words);
        return trainInWindow(QString::fromLocal8Bit(words[2]),
                             count > 3 ? QString::fromLocal8Bit(words[3]) : QString());
    }
    return test_case::run<WindowProgramTest, QCoreApplication>(count, words);
}

const test_case::Registered registered(__FILE__, runWindowOrTests);

} // namespace
#include "window_program_test.moc"
