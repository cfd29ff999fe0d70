#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/usage.h"
#include "core/base/error.h"
#include "core/catalogue/spec_settings.h"

#include <poll.h>
#include <unistd.h>

#include <clocale>
#include <csignal>
#include <cstdio>

namespace {

/// Settings help where the command takes those of an experiment: `ask` takes those of a question.
app::Hints hintsOf(const CLI::App& cli)
{
    const auto chosen = cli.get_subcommands();
    const bool settable = !chosen.empty() && chosen.front()->get_option_no_throw("--set") != nullptr
        && chosen.front()->get_name() != "ask";
    return settable ? app::Hints::Settings : app::Hints::None;
}

/// A reader such as `head` has what it wants when it closes the pipe.
bool isReaderGone()
{
    pollfd output{STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) > 0 && (output.revents & POLLERR) != 0;
}

int run(int argc, char** argv)
{
    CLI::App cli("Train and examine sequence models from the command line");
    cli.name("unroll-cli");
    cli.require_subcommand(1);
    cli.set_version_flag("--version", std::string("unroll ") + UNROLL_VERSION);

    auto exitCode = app::ExitCode::Done;
    app::addSpecCommands(cli, exitCode);
    app::addKindsCommand(cli);
    app::addTrainingCommands(cli, exitCode);
    app::addModelCommands(cli);
    app::addAskCommand(cli);
    app::addImportCommand(cli);
    app::addReportCommand(cli);
    app::addLessonCommand(cli, exitCode);
    app::addTagCommand(cli);
    app::addTranslationCommands(cli, exitCode);
    app::addLanguageCommands(cli);
    app::addBenchCommand(cli);
    app::addHelpCommand(cli);
    try {
        app::refuseUnknownCommand(cli, argc, argv);
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) // --help, --version
            return cli.exit(error);
        app::printError(app::usageSentence(cli, error));
        return static_cast<int>(app::ExitCode::Usage);
    } catch (const app::UsageError& error) {
        app::printError(error.what());
        return static_cast<int>(app::ExitCode::Usage);
    } catch (const core::WrongSetting& error) {
        app::printError(error.failure().sentence());
        return static_cast<int>(app::ExitCode::Usage);
    } catch (...) { // The one boundary: a failure leaves as a sentence.
        const core::Failure failure = core::currentFailure();
        app::printError(app::sentenceOf(failure, hintsOf(cli)));
        return static_cast<int>(failure.code == core::ErrorCode::Cancelled
                                    ? app::ExitCode::Interrupted
                                    : app::ExitCode::Failed);
    }
    const bool isWritten = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!isWritten && !isReaderGone()) {
        app::printError("Standard output could not be written to; what was printed is not "
                        "complete. Is the disk full?");
        return static_cast<int>(app::ExitCode::Failed);
    }
    return static_cast<int>(exitCode);
}

} // namespace

int main(int argc, char** argv)
{
    // Numbers are printed and read with a point, whatever the user's locale is.
    std::setlocale(LC_NUMERIC, "C");
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN); // A write past the limit (ulimit -f) fails with a sentence.
    return run(argc, argv);
}
