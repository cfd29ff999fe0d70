// How long the curves view holds up the event loop: 5 runs of 100,000 points each are loaded, then
// one of them grows by 50 updates 20 times a second, while a probe measures the longest time that
// the event loop did not come round. Prints one JSON line.
//   QT_QPA_PLATFORM=offscreen curves_benchmark [runs] [points] [seconds]
#include "tests/ui/views_sample.h"
#include "ui/curves/curve_plot.h"
#include "ui/curves/curves_view.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QSlider>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <ctime>

namespace {

/// The thread's own processor time: other programs on the machine do not count.
double cpuMs()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * double(now.tv_sec) + 1e-6 * double(now.tv_nsec);
}

/// Milliseconds of work between two rounds of the event loop, each round a zero timer.
class LoopProbe : public QObject {
public:
    LoopProbe()
    {
        m_timer.setInterval(0);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_rounds.push_back(double(m_watch.nsecsElapsed()) / 1e6);
            m_cpu.push_back(cpuMs() - m_cpuBefore);
            m_watch.restart();
            m_cpuBefore = cpuMs();
        });
    }
    /// Runs the event loop for a while.
    LoopProbe& run(int milliseconds)
    {
        m_rounds.clear();
        m_cpu.clear();
        m_watch.start();
        m_cpuBefore = cpuMs();
        m_timer.start();
        QEventLoop loop;
        QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
        loop.exec();
        m_timer.stop();
        std::sort(m_rounds.begin(), m_rounds.end());
        std::sort(m_cpu.begin(), m_cpu.end());
        return *this;
    }

    const std::vector<double>& rounds() const { return m_rounds; } ///< Shortest first.
    const std::vector<double>& cpu() const { return m_cpu; } ///< Likewise, processor time.

private:
    QTimer m_timer;
    QElapsedTimer m_watch;
    double m_cpuBefore = 0.0;
    std::vector<double> m_rounds, m_cpu;
};

void report(const char* what, const LoopProbe& probe, double appendMs = 0.0)
{
    const auto over = [](const std::vector<double>& rounds) {
        return rounds.end() - std::lower_bound(rounds.begin(), rounds.end(), 16.0);
    };
    const std::vector<double>& rounds = probe.rounds();
    const size_t percentile = size_t(0.999 * double(rounds.size() - 1));
    std::printf("{\"case\":\"%s\",\"rounds\":%zu,\"p999_ms\":%.2f,\"max_ms\":%.2f,"
                "\"over_16_ms\":%td,\"max_cpu_ms\":%.2f,\"cpu_over_16_ms\":%td,"
                "\"append_ms\":%.3f}\n",
                what, rounds.size(), rounds[percentile], rounds.back(), over(rounds),
                probe.cpu().back(), over(probe.cpu()), appendMs);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    const ui::Theme theme;
    const int runs = argc > 1 ? std::atoi(argv[1]) : 5;
    const int points = argc > 2 ? std::atoi(argv[2]) : 100000;
    const int seconds = argc > 3 ? std::atoi(argv[3]) : 5;
    const sample::Course course{.epochs = 10, .updatesPerEpoch = points / 10};
    ui::CurvesView view;
    view.resize(1280, 800);
    view.show();
    std::vector<ui::RunRow> rows;
    for (int i = 0; i < runs; ++i)
        rows.push_back(sample::row("run " + std::to_string(i), i));
    rows.back().live = true;
    view.setRuns(rows);
    const core::RunHistory history = sample::history(course);
    QElapsedTimer watch;
    watch.start();
    for (const ui::RunRow& row : rows)
        view.store().setHistory(row.id, history);
    std::printf("{\"case\":\"load\",\"runs\":%d,\"points\":%d,\"ms_a_run\":%.1f}\n", runs, points,
                double(watch.elapsed()) / runs);

    LoopProbe probe;
    report("first_drawing", probe.run(1000));

    std::mt19937 random(7);
    int64_t step = points;
    double appended = 0.0;
    int batches = 0;
    QTimer live;
    live.setInterval(50);
    QObject::connect(&live, &QTimer::timeout, [&] {
        std::vector<core::UpdateReport> updates;
        for (int i = 0; i < 50; ++i)
            updates.push_back(sample::update(course, ++step, random));
        QElapsedTimer one;
        one.start();
        view.store().append(rows.back().id, updates);
        appended += double(one.nsecsElapsed()) / 1e6;
        ++batches;
    });
    live.start();
    probe.run(seconds * 1000);
    report("live", probe, batches > 0 ? appended / batches : 0.0);

    auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
    int panned = 0;
    QTimer mouse; // the user drags the view to and fro while training runs
    mouse.setInterval(16);
    QObject::connect(&mouse, &QTimer::timeout, [&] {
        const double shift = 100.0 * (++panned % 40);
        Q_EMIT plot->xRangePicked(QCPRange(shift, points / 2.0 + shift));
    });
    int frames = 0;
    QObject::connect(plot, &QCustomPlot::afterReplot, &mouse, [&] { ++frames; });
    mouse.start();
    report("live_and_panning", probe.run(seconds * 1000));
    mouse.stop();
    std::printf("{\"case\":\"panning\",\"asked_a_second\":%.1f,\"frames_a_second\":%.1f}\n",
                double(panned) / seconds, double(frames) / seconds);
    Q_EMIT plot->resetRequested();

    auto* slider = view.findChild<QSlider*>("smoothingSlider");
    QTimer smoothing; // and moves the slider
    smoothing.setInterval(50);
    QObject::connect(&smoothing, &QTimer::timeout,
                     [&] { slider->setValue((slider->value() + 7) % 100); });
    smoothing.start();
    report("live_and_smoothing", probe.run(seconds * 1000));
    smoothing.stop();

    QTimer cursor; // and points at places
    cursor.setInterval(16);
    QObject::connect(&cursor, &QTimer::timeout,
                     [&] { Q_EMIT plot->cursorMoved(double(random() % unsigned(points))); });
    cursor.start();
    report("live_and_pointing", probe.run(seconds * 1000));
    return 0;
}
