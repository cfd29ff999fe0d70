#include "app/lab/laboratory.h"

#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"

#include <QApplication>
#include <QDir>
#include <QIcon>
#include <QLocale>
#include <QSettings>
#include <QStandardPaths>
#include <QTimer>
#include <QTranslator>

#include <clocale>
#include <csignal>

namespace {

app::Places places()
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const QString settings = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    return {data + QStringLiteral("/runs"), data + QStringLiteral("/session.unroll"),
            settings + QStringLiteral("/unroll.ini")};
}

QStringList absolutePaths(const QStringList& arguments)
{
    QStringList paths;
    for (const QString& argument : arguments)
        paths.append(QDir::current().absoluteFilePath(argument));
    return paths;
}

} // namespace

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN); // A helper process that dies must not take the window along.
    QApplication application(argc, argv);
    // QApplication takes the system's locale; core reads and prints numbers with a point.
    std::setlocale(LC_NUMERIC, "C");
    QApplication::setApplicationName(QStringLiteral("unroll"));
    QApplication::setApplicationDisplayName(QStringLiteral("Unroll"));
    QApplication::setApplicationVersion(QStringLiteral(UNROLL_VERSION));
    QTranslator translator;
    if (translator.load(QLocale(), QStringLiteral("unroll"), QStringLiteral("_"),
                        QStringLiteral(":/translations")))
        QApplication::installTranslator(&translator);

    const ui::Theme theme;
    const app::Places where = places();
    ui::MainWindow window(app::knowledge());
    window.rememberStateIn(where.settings);
    app::Laboratory laboratory(window, where);
    window.show();
    // After the first paint: the window is there at once, reading comes behind it.
    const QStringList given = absolutePaths(QApplication::arguments().mid(1));
    QTimer::singleShot(0, &laboratory, [&] {
        laboratory.begin();
        if (!given.isEmpty())
            laboratory.open(given);
    });
    return QApplication::exec();
}
