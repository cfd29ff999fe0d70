// Takes pictures of the whole window, with real runs behind it, so that a change can be looked at
// in one go. Not a test: prints a JSON line for each picture, with the share of the window that the
// view has, and within it the picture that the view is about, and the smallest text with the number
// of its letters that would stand above each other.
//
//   picture_tour FOLDER RUNS [SIZES] [VIEWS] [LOOKS]
//
// RUNS is a folder of runs, each shown in turn. SIZES such as 1280x800,1920x1080 and VIEWS such as
// curves,sentence by their ids; all that the run's task has without them or with "all". LOOKS are
// of light, dark, presentation and presentation-dark; the first three without them.
// tests/tour/run.sh trains the runs, and adds a screen of twice the pixels.
#include "app/lab/laboratory.h"

#include "core/base/json.h"
#include "tests/support/painted_texts.h"
#include "ui/runs/runs_panel.h"
#include "ui/views.h"
#include "ui/widgets/theme.h"

#include <QAbstractScrollArea>
#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QScrollArea>
#include <QTemporaryDir>

#include <algorithm>
#include <array>
#include <cstdio>

namespace {

struct Look {
    ui::ColourScheme scheme = ui::ColourScheme::Light;
    bool presentation = false;
    const char* name = "";
};

constexpr std::array kLooks{Look{ui::ColourScheme::Light, false, "light"},
                            Look{ui::ColourScheme::Dark, false, "dark"},
                            Look{ui::ColourScheme::Light, true, "presentation"},
                            Look{ui::ColourScheme::Dark, true, "presentation-dark"}};

void pass(int milliseconds)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
}

/// A picture of the window once it has not changed for a while, because answers take time.
QImage settled(QWidget& window)
{
    constexpr int kQuietMs = 500, kMostMs = 12000;
    QElapsedTimer clock;
    clock.start();
    pass(kQuietMs);
    QImage last = window.grab().toImage();
    while (clock.elapsed() < kMostMs) {
        pass(kQuietMs);
        QImage now = window.grab().toImage();
        if (now == last)
            return now;
        last = std::move(now);
    }
    return last;
}

/// The visible part of the window's area.
double share(const QWidget& part, const QWidget& whole)
{
    QRect seen(part.mapTo(&whole, QPoint(0, 0)), part.size());
    for (const QWidget* at = part.parentWidget(); at != nullptr; at = at->parentWidget()) {
        seen &= QRect(at->mapTo(&whole, QPoint(0, 0)), at->size());
        if (at == &whole)
            break;
    }
    return double(seen.width()) * seen.height() / (double(whole.width()) * whole.height());
}

/// The largest that is painted or listed in the view in front.
double largestPicture(const QWidget& window)
{
    constexpr std::array kKinds{"QCustomPlot",    "ui::HeatMap",        "ui::HypothesisTree",
                                "ui::TrellisMap", "QAbstractItemView",  "ui::AttentionGrid",
                                "ui::TokenLine",  "ui::AttentionLines", "ui::ProbabilityBars",
                                "ui::TextGlass",  "ui::WritingBox",     "ui::MapPicture"};
    double most = 0.0;
    for (const QWidget* each : window.findChildren<QWidget*>()) {
        const bool isPicture = std::any_of(kKinds.begin(), kKinds.end(), [each](const char* kind) {
            return each->inherits(kind);
        });
        if (isPicture && each->isVisible())
            most = std::max(most, share(*each, window));
    }
    return most;
}

const ui::View* viewInFront(const QWidget& window)
{
    for (const ui::View* view : window.findChildren<ui::View*>()) {
        if (view->isVisible())
            return view;
    }
    return nullptr;
}

QStringList listed(const char* text, const QStringList& otherwise)
{
    const QString wanted = QString::fromLocal8Bit(text);
    return wanted.isEmpty() || wanted == QLatin1String("all") ? otherwise : wanted.split(u',');
}

void take(ui::MainWindow& window, const QString& path)
{
    const QImage picture = settled(window);
    picture.save(path);
    const ui::View* view = viewInFront(window);
    const painted::Text least = painted::smallestOf(painted::textsOf(window));
    const core::Json line
        = {{"picture", QFileInfo(path).completeBaseName().toStdString()},
           {"width", picture.width()},
           {"height", picture.height()},
           {"view_share", view != nullptr ? share(*view->parentWidget(), window) : 0.0},
           {"picture_share", view != nullptr ? largestPicture(*view) : 0.0},
           {"smallest_text", least.text.toStdString()},
           {"letters_in_height", least.height > 0.0 ? window.height() / least.height : 0.0}};
    std::printf("%s\n", line.dump().c_str());
    std::fflush(stdout);
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc < 3) {
        std::fprintf(stderr, "Usage: picture_tour FOLDER RUNS [SIZES] [VIEWS] [LOOKS]\n");
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(QStringLiteral("."));
    const QDir runs(QString::fromLocal8Bit(argv[2]));
    const QStringList sizes = listed(
        argc > 3 ? argv[3] : nullptr,
        {QStringLiteral("1280x800"), QStringLiteral("1366x768"), QStringLiteral("1920x1080")});
    QStringList all;
    for (const ui::ViewEntry& entry : ui::views()) {
        if (const QString place = QString::fromLatin1(entry.placeId()); !all.contains(place))
            all << place;
    }
    const QStringList views = listed(argc > 4 ? argv[4] : nullptr, all);
    const QStringList looks
        = listed(argc > 5 ? argv[5] : nullptr,
                 {QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("presentation")});

    const QTemporaryDir places;
    ui::Theme theme;
    ui::MainWindow window(app::knowledge());
    app::Laboratory laboratory(window,
                               {runs.absolutePath(),
                                places.filePath(QStringLiteral("session.unroll")),
                                places.filePath(QStringLiteral("settings.json"))});
    window.show();
    laboratory.begin();
    pass(1000);
    for (const QString& run : runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        Q_EMIT window.runs().currentChanged(runs.absoluteFilePath(run));
        for (const QString& size : sizes) {
            const QStringList parts = size.split(u'x');
            for (const Look& look : kLooks) {
                if (!looks.contains(QLatin1String(look.name)))
                    continue;
                theme.setScheme(look.scheme);
                window.setPresentation(look.presentation);
                window.setWindowState(
                    Qt::WindowNoState); // Of the size asked for, not the screen's.
                window.resize(parts.value(0).toInt(), parts.value(1).toInt());
                for (const QString& view : views) {
                    window.showView(view);
                    if (window.view() == view)
                        take(window,
                             folder.filePath(
                                 QStringList{run, view, size, QLatin1String(look.name)}.join(u'-')
                                 + QStringLiteral(".png")));
                }
                window.setPresentation(false);
            }
        }
    }
    return 0;
}
