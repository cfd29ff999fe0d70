#include "app/lab/report_printer.h"
#include "app/lab/window_program.h"
#include "core/base/message.h"

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLocale>
#include <QStandardPaths>
#include <QTranslator>

#include <algorithm>
#include <array>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <optional>
#include <string>
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

constexpr int kWrongUsage = 2; // As unroll-cli.

/// How many arguments an option of QApplication is, with its value; 0: it has no such option.
size_t qtArguments(std::string_view argument)
{
    using namespace std::string_view_literals;
    const std::string_view name = argument.substr(argument.starts_with("--") ? 2 : 1);
    constexpr std::array kFlags{"reverse"sv, "widgetcount"sv};
    constexpr std::array kWithValue{
        "platform"sv,     "platformpluginpath"sv, "platformtheme"sv, "plugin"sv,
        "qwindowtitle"sv, "qwindowicon"sv,        "session"sv,       "qwindowgeometry"sv,
        "display"sv,      "geometry"sv,           "style"sv,         "stylesheet"sv};
    const auto isOf = [](const auto& names, std::string_view one) {
        return std::find(names.begin(), names.end(), one) != names.end();
    };
    const size_t equals = name.find('=');
    if (equals != name.npos)
        return isOf(kWithValue, name.substr(0, equals)) ? 1 : 0;
    return isOf(kFlags, name) ? 1 : isOf(kWithValue, name) ? 2 : 0;
}

/// The first that looks like an option and is no file; empty: there is none.
std::string_view unknownOption(const std::vector<std::string_view>& arguments)
{
    for (size_t i = 0; i < arguments.size();) {
        const bool isOption = arguments[i].starts_with('-')
            && !QFileInfo::exists(QFile::decodeName(
                QByteArray(arguments[i].data(), qsizetype(arguments[i].size()))));
        const size_t ofQt = isOption ? qtArguments(arguments[i]) : 1;
        if (ofQt == 0)
            return arguments[i];
        i += ofQt;
    }
    return {};
}

/// Answers options before there is an application, which needs a display.
/// @return the exit code, if this was all.
std::optional<int> answeredInTerminal(const std::vector<std::string_view>& arguments)
{
    const auto asks = [&](std::string_view option) {
        return std::find(arguments.begin(), arguments.end(), option) != arguments.end();
    };
    if (asks("--version")) {
        std::puts("unroll " UNROLL_VERSION);
        return 0;
    }
    if (asks("--help") || asks("-h")) {
        std::puts("Usage: unroll [FILE...]\n\n"
                  "Opens the window with data sets, run folders, exported networks or settings\n"
                  "(.unroll). unroll-cli --help lists what can be done without a window.");
        return 0;
    }
    const std::string_view option = unknownOption(arguments);
    if (option.empty())
        return std::nullopt;
    std::fprintf(stderr, "unroll: There is no option \"%s\". unroll --help shows what there is.\n",
                 core::shown(std::string(option)).c_str());
    return kWrongUsage;
}

} // namespace

int main(int argc, char** argv)
{
    if (argc == 2 && argv[1] == std::string_view("--print"))
        return app::printReport(argc, argv);
    if (const auto code = answeredInTerminal({argv + 1, argv + std::max(argc, 1)}))
        return *code;
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
    return app::runWindow(places(), absolutePaths(given));
}
