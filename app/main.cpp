#include "app/lab/window_program.h"

#include <QApplication>
#include <QDir>
#include <QLocale>
#include <QStandardPaths>
#include <QTranslator>

#include <clocale>
#include <csignal>

namespace {

app::Places places()
{
    const QString data = QStandardPaths::writableLocation(QStandardPaths::AppDataLocation);
    const QString settings = QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation);
    return {data + QStringLiteral("/runs"), data + QStringLiteral("/session.unroll"),
            settings + QStringLiteral("/settings.json")};
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
    std::signal(SIGXFSZ, SIG_IGN); // A write past the limit (ulimit -f) fails with a sentence.
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

    return app::runWindow(places(), absolutePaths(QApplication::arguments().mid(1)));
}
