// Exports the timeline of Unrolled as films, through the menu that the window has for it, light and
// dark, in both sizes that the menu offers. Not a test: the frames are there to be looked at.
//
//   film_tour FOLDER RUNS [TEXT]
//
// RUNS is a folder of runs, each filmed in turn; tests/tour/run.sh trains some. TEXT replaces the
// text that the window proposes for each.
#include "app/lab/laboratory.h"

#include "ui/figure/figure_file.h"
#include "ui/runs/runs_panel.h"
#include "ui/unrolled/unrolled_view.h"
#include "ui/widgets/theme.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QTemporaryDir>

#include <cstdio>

namespace {

void pass(int milliseconds)
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < milliseconds)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
}

/// The films of the view in front, as folders that begin with `path`.
void film(ui::FigureMenu& menu, const QString& path)
{
    Q_EMIT menu.aboutToShow();
    pass(1500); // The gradient is computed meanwhile.
    for (const QMenu* films : menu.findChildren<QMenu*>())
        for (QAction* action : films->actions()) {
            if (!action->text().contains(QChar(0xd7)))
                continue;
            QString size = action->text().remove(u' ').remove(u'.');
            const QString folder = path + u'-' + size.replace(QChar(0xd7), u'x');
            menu.setChooser([&folder](QWidget*, const QString&, const QString&, const QString&) {
                return folder;
            });
            QElapsedTimer clock;
            clock.start();
            action->trigger();
            std::printf("%s: %lld frames in %lld ms\n", qPrintable(folder),
                        qlonglong(QDir(folder).count() - 2), qlonglong(clock.elapsed()));
            std::fflush(stdout);
        }
}

} // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    if (argc < 3) {
        std::fprintf(stderr, "Usage: film_tour FOLDER RUNS [TEXT]\n");
        return 2;
    }
    const QDir folder(QString::fromLocal8Bit(argv[1]));
    folder.mkpath(QStringLiteral("."));
    const QDir runs(QString::fromLocal8Bit(argv[2]));
    const QTemporaryDir places;
    ui::Theme theme;
    ui::MainWindow window(app::knowledge());
    app::Laboratory laboratory(window,
                               {runs.absolutePath(),
                                places.filePath(QStringLiteral("session.unroll")),
                                places.filePath(QStringLiteral("settings.json"))});
    window.resize(1280, 800);
    window.show();
    laboratory.begin();
    pass(1000);
    auto* menu = window.findChild<ui::FigureMenu*>(QStringLiteral("figureMenu"));
    for (const QString& run : runs.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
        Q_EMIT window.runs().currentChanged(runs.absoluteFilePath(run));
        window.showView(QStringLiteral("unrolled"));
        if (auto* view = window.findChild<ui::UnrolledView*>(); view != nullptr && argc > 3)
            view->setText(QString::fromLocal8Bit(argv[3]));
        pass(2500);
        for (const bool dark : {false, true}) {
            theme.setScheme(dark ? ui::ColourScheme::Dark : ui::ColourScheme::Light);
            pass(300);
            film(*menu, folder.filePath(run + QLatin1String(dark ? "-dark" : "-light")));
        }
    }
    return 0;
}
