// How much the window and the training hold each other up. Not a test: prints one JSON line.
//
//   window_benchmark [SPEC|PRESET] [SECONDS] [curves|sentence]
//
// Trains the same spec without and with the window in turns, on the same thread, and gives
//   first_update_ms         from Start to the first update that the window hears of
//   window_cost             1 - tokens/s with the window / tokens/s without
//   lateness_p999_ms        99.9th percentile of how late a 2 ms timer comes on the GUI thread
//   longest_event_ms        the longest time that one event took there
// With "sentence" the window shows the pinned sentence and asks the network about it again and
// again.
#include "app/lab/laboratory.h"

#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

namespace {

/// Notes how long each outermost event takes.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (!m_measuring || m_inside)
            return QApplication::notify(receiver, event);
        m_inside = true;
        QElapsedTimer timer;
        timer.start();
        const bool handled = QApplication::notify(receiver, event);
        m_longestMs = std::max(m_longestMs, static_cast<double>(timer.nsecsElapsed()) / 1e6);
        m_inside = false;
        return handled;
    }
    void measure(bool on) { m_measuring = on; }
    double longestMs() const { return m_longestMs; }

private:
    bool m_measuring = false;
    bool m_inside = false;
    double m_longestMs = 0.0;
};

struct Speed {
    double tokens = 0.0;
    double seconds = 0.0;
    double perSecond() const { return seconds > 0 ? tokens / seconds : 0.0; }
};

void waitUntil(const std::function<bool()>& condition)
{
    while (!condition())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 20);
}

/// Training by itself: the spec for `seconds`, no window, no listener.
Speed alone(const core::ExperimentSpec& spec, const QString& run, double seconds)
{
    core::RunControl control;
    core::TrainingListener listener;
    Speed speed;
    double first = -1.0;
    int64_t firstTokens = 0;
    listener.updated = [&](const core::UpdateReport& report) {
        if (first < 0) {
            first = report.seconds;
            firstTokens = report.tokens;
        }
        speed = {static_cast<double>(report.tokens - firstTokens), report.seconds - first};
        if (speed.seconds >= seconds)
            control.stop();
    };
    std::thread thread([&] { core::train(spec, run.toStdString(), control, listener); });
    thread.join();
    return speed;
}

} // namespace

int main(int argc, char** argv)
{
    TimedApplication application(argc, argv);
    const std::string name = argc > 1 ? argv[1] : "reviews";
    const double seconds = argc > 2 ? std::atof(argv[2]) : 20.0;
    core::ExperimentSpec spec
        = std::filesystem::exists(name) ? core::readSpec(name) : core::findPreset(name).spec;
    spec.training.epochs = 100000;

    const QTemporaryDir folder;
    const ui::Theme theme;
    ui::MainWindow window(app::knowledge());
    app::Laboratory laboratory(window,
                               {folder.filePath(QStringLiteral("runs")),
                                folder.filePath(QStringLiteral("session.unroll")),
                                folder.filePath(QStringLiteral("settings.json"))});
    window.resize(1280, 800);
    window.show();
    laboratory.begin();
    const QString path = folder.filePath(QStringLiteral("bench.unroll"));
    core::writeSpec(spec, path.toStdString());
    laboratory.open({path});
    const QString view = QString::fromLocal8Bit(argc > 3 ? argv[3] : "curves");

    const Speed before = alone(spec, folder.filePath(QStringLiteral("alone-1")), seconds / 2);

    core::UpdateReport firstReport, lastReport;
    bool any = false;
    QObject::connect(&laboratory.training(), &app::TrainingController::updated, &application,
                     [&](const std::vector<core::UpdateReport>& reports) {
                         if (!std::exchange(any, true))
                             firstReport = reports.front();
                         lastReport = reports.back();
                     });
    QElapsedTimer startClock;
    waitUntil([&] {
        startClock.start();
        Q_EMIT window.startRequested();
        return laboratory.training().active();
    });
    waitUntil([&] { return any; });
    const double firstUpdateMs = static_cast<double>(startClock.nsecsElapsed()) / 1e6;
    window.showView(view);

    std::vector<double> lateness;
    QElapsedTimer clock;
    QTimer timer;
    timer.setTimerType(Qt::PreciseTimer);
    timer.setInterval(2);
    qint64 expected = 0;
    QObject::connect(&timer, &QTimer::timeout, &application, [&] {
        lateness.push_back(
            std::max(0.0, static_cast<double>(clock.nsecsElapsed() - expected) / 1e6));
        expected = clock.nsecsElapsed() + 2000000;
    });
    clock.start();
    expected = 2000000;
    timer.start();
    application.measure(true);
    waitUntil([&] { return lastReport.seconds - firstReport.seconds >= seconds; });
    application.measure(false);
    timer.stop();
    const Speed shown{static_cast<double>(lastReport.tokens - firstReport.tokens),
                      lastReport.seconds - firstReport.seconds};
    laboratory.training().stop();
    waitUntil([&] { return !laboratory.training().active(); });

    const Speed after = alone(spec, folder.filePath(QStringLiteral("alone-2")), seconds / 2);
    const double without = (before.tokens + after.tokens) / (before.seconds + after.seconds);
    std::sort(lateness.begin(), lateness.end());
    const core::Json line = {{"tokens_per_second_alone", without},
                             {"tokens_per_second_with_window", shown.perSecond()},
                             {"window_cost", 1.0 - shown.perSecond() / without},
                             {"first_update_ms", firstUpdateMs},
                             {"lateness_p50_ms", lateness[lateness.size() / 2]},
                             {"lateness_p999_ms", lateness[lateness.size() * 999 / 1000]},
                             {"lateness_max_ms", lateness.back()},
                             {"longest_event_ms", application.longestMs()}};
    std::printf("%s\n", line.dump().c_str());
    return 0;
}
