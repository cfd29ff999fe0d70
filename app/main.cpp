#include "app/lab/window_program.h"
#include "core/base/message.h"

#include <QApplication>
#include <QDir>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QTranslator>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <string_view>
#include <vector>

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

/// Answers options that need no display. @return whether one was given.
bool answersTerminal(const std::vector<std::string_view>& arguments)
{
    const auto asks = [&](std::string_view option) {
        return std::find(arguments.begin(), arguments.end(), option) != arguments.end();
    };
    if (asks("--version"))
        std::puts("unroll " UNROLL_VERSION);
    else if (asks("--help") || asks("-h"))
        std::puts("Usage: unroll [FILE...]\n\n"
                  "Opens the window with data sets, run folders, exported networks or settings\n"
                  "(.unroll). unroll-cli --help lists what can be done without a window.");
    else
        return false;
    return true;
}

constexpr int kWrongUsage = 2; // As unroll-cli.

/// The first that looks like an option and is no file; empty: there is none.
QString unknownOption(const QStringList& arguments)
{
    const auto found
        = std::find_if(arguments.begin(), arguments.end(), [](const QString& argument) {
              return argument.startsWith(u'-') && !QFileInfo::exists(argument);
          });
    return found == arguments.end() ? QString() : *found;
}

} // namespace

int main(int argc, char** argv)
{
    if (answersTerminal({argv + 1, argv + std::max(argc, 1)}))
        return 0;
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

    const QStringList given = QApplication::arguments().mid(1); // Without those of Qt.
    if (const QString option = unknownOption(given); !option.isEmpty()) {
        std::fprintf(stderr,
                     "unroll: There is no option \"%s\". unroll --help shows what there is.\n",
                     core::shown(option.toStdString()).c_str());
        return kWrongUsage;
    }
    return app::runWindow(places(), absolutePaths(given));
}
