// How quick the window is with many runs. Not a test: prints one JSON line.
//
//   runs_benchmark [RUNS] [UPDATES]
//
// Makes run folders up, opens the window on them, and gives
//   list_ms        from reading the folder to the list, laid out
//   curves_ms      from bringing Curves in front to the curves of the runs ticked at first
//   tick_all_ms    from ticking all runs to the curves of all, drawn; longest_tick_event_ms: the
//                  longest time that one event took meanwhile
//   hover_ms       moving the cursor over the curves of all
//   filter_ms      from typing a filter to the shorter list, laid out; unfilter_ms: back again
//   choose_ms      from choosing another run to the event loop at rest
//   untick_all_ms  the way back
//   compare_ms     one edit of the set-up: it is compared with every run
#include "app/lab/laboratory.h"

#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/train/run_record.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/theme.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QListView>
#include <QMouseEvent>
#include <QTemporaryDir>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <functional>

namespace {

/// Notes how long each outermost event takes.
class TimedApplication : public QApplication {
public:
    using QApplication::QApplication;

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_inside)
            return QApplication::notify(receiver, event);
        m_inside = true;
        QElapsedTimer timer;
        timer.start();
        const bool handled = QApplication::notify(receiver, event);
        longestMs = std::max(longestMs, static_cast<double>(timer.nsecsElapsed()) / 1e6);
        m_inside = false;
        return handled;
    }
    double longestMs = 0.0;

private:
    bool m_inside = false;
};

void makeRun(const std::filesystem::path& folder, int number, int updates)
{
    const auto run = folder / ("reviews-" + std::to_string(number));
    std::filesystem::create_directories(run / "checkpoints");
    core::ExperimentSpec spec = core::findPreset("reviews").spec;
    spec.training.seed = number;
    spec.training.optimiser.options["learning_rate"] = number % 2 == 0 ? 0.002 : 0.02;
    core::writeSpec(spec, run / "spec.json");
    core::RunRecord record;
    record.state = core::RunState::Completed;
    record.steps = updates;
    record.createdUtc = "2026-01-01T00:00:" + std::to_string(1000 + number);
    core::writeRunRecord(run, record);
    std::ofstream events(run / "events.jsonl");
    core::UpdateReport update;
    for (update.step = 1; update.step <= updates; ++update.step) {
        const double x = static_cast<double>(update.step) / updates;
        update.epoch = 1 + update.step * 10 / (updates + 1);
        update.epochPosition = 10.0 * x;
        update.loss = std::exp(-3.0 * x) + 0.1 * std::sin(37.0 * x * number);
        update.scores = {{"accuracy", 1.0 - 0.5 * std::exp(-3.0 * x)}};
        update.learningRate = 0.002;
        update.gradientNorm = 1.0 + std::sin(91.0 * x * number);
        update.clipped = update.gradientNorm > 1.9;
        update.tokens = update.step * 1000;
        update.seconds = 0.1 * static_cast<double>(update.step);
        update.tokensPerSecond = 10000.0;
        events << core::toJson(update).dump() << '\n';
        if (update.step % (updates / 10) != 0)
            continue;
        core::EpochReport epoch;
        epoch.epoch = update.step / (updates / 10);
        epoch.step = update.step;
        epoch.validLoss = update.loss;
        epoch.validScores = update.scores;
        epoch.best = true;
        events << core::toJson(epoch).dump() << '\n';
    }
}

/// Nothing has happened for a while; the milliseconds until then.
double untilRest(QElapsedTimer& clock, const std::function<bool()>& done)
{
    constexpr int kRestMs = 60; // longer than the curves' pauses while something is to be drawn
    double last = 0.0;
    QElapsedTimer rest;
    rest.start();
    while (!done() || rest.elapsed() < kRestMs) {
        QElapsedTimer busy;
        busy.start();
        QCoreApplication::processEvents();
        if (busy.nsecsElapsed() > 500000 || !done()) {
            last = static_cast<double>(clock.nsecsElapsed()) / 1e6;
            rest.restart();
        }
    }
    return last;
}

double measured(
    const std::function<void()>& work, const std::function<bool()>& done = [] { return true; })
{
    QElapsedTimer clock;
    clock.start();
    work();
    const double before = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    return std::max(before, untilRest(clock, done));
}

} // namespace

int main(int argc, char** argv)
{
    TimedApplication application(argc, argv);
    const int count = argc > 1 ? std::atoi(argv[1]) : 200;
    const int updates = std::max(argc > 2 ? std::atoi(argv[2]) : 1000, 10);
    const QTemporaryDir folder;
    const QString runs = folder.filePath(QStringLiteral("runs"));
    for (int i = 0; i < count; ++i)
        makeRun(runs.toStdString(), i, updates);

    const ui::Theme theme;
    ui::MainWindow window(app::knowledge());
    app::Laboratory laboratory(window,
                               {runs, folder.filePath(QStringLiteral("session.unroll")),
                                folder.filePath(QStringLiteral("settings.json"))});
    window.resize(1280, 800);
    window.show();
    auto& list = *window.findChild<QListView*>(QStringLiteral("runList"));
    const auto listed = [&list](int wanted) {
        return [&list, wanted] { return list.model()->rowCount() == wanted; };
    };
    core::Json line = {{"runs", count}, {"updates", updates}};
    line["list_ms"] = measured([&] { laboratory.begin(); }, listed(count));
    line["curves_ms"] = measured([&] { window.showView(QStringLiteral("curves")); });
    const auto& curves = *window.findChild<ui::CurvesView*>();
    const auto known = [&] {
        const auto& rows = laboratory.runs().rows();
        return std::all_of(rows.begin(), rows.end(),
                           [&](const ui::RunRow& row) { return curves.knows(row.id); });
    };
    const auto trigger = [&window](const char* name) {
        window.findChild<QAction*>(QLatin1String(name))->trigger();
    };
    application.longestMs = 0.0;
    line["tick_all_ms"] = measured([&] { trigger("tickAllAction"); }, known);
    line["longest_tick_event_ms"] = application.longestMs;
    auto& plot = *window.findChild<ui::CurvePlot*>(QStringLiteral("lossPlot"));
    line["hover_ms"] = measured([&] { Q_EMIT plot.cursorMoved(updates / 2.0); });
    auto& filter = *window.findChild<QLineEdit*>(QStringLiteral("filterEdit"));
    line["filter_ms"] = measured([&] { filter.setText(QStringLiteral("lr<0.01 lstm")); },
                                 listed((count + 1) / 2));
    line["unfilter_ms"] = measured([&] { filter.clear(); }, listed(count));
    line["choose_ms"] = measured([&] { list.setCurrentIndex(list.model()->index(3, 0)); });
    line["untick_all_ms"] = measured([&] { trigger("tickNoneAction"); });
    core::ExperimentSpec spec = core::findPreset("reviews").spec;
    spec.training.seed = count + 1; // Equal to none: each is compared to the end.
    QElapsedTimer clock;
    clock.start();
    int equal = 0;
    for (const ui::RunRow& row : laboratory.runs().rows())
        equal += row.summary.spec == spec;
    line["compare_ms"] = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    line["equal"] = equal;
    std::printf("%s\n", line.dump().c_str());
    return 0;
}
