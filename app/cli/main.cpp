#include "app/cli/commands.h"

#include "core/base/error.h"

#include <clocale>
#include <csignal>
#include <cstdio>

namespace {

int run(int argc, char** argv)
{
    CLI::App cli("Unroll: train sequence models and look inside, from the command line.");
    cli.name("unroll-cli");
    cli.require_subcommand(1);
    cli.set_version_flag("--version", std::string("unroll ") + UNROLL_VERSION);
    cli.footer("Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted.");

    auto exitCode = app::ExitCode::Done;
    app::addSpecCommands(cli, exitCode);
    app::addTrainingCommands(cli, exitCode);
    app::addModelCommands(cli, exitCode);
    app::addTranslationCommands(cli, exitCode);
    app::addBenchCommand(cli, exitCode);
    try {
        cli.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        const bool asked = error.get_exit_code() == 0; // --help, --version
        cli.exit(error);
        return static_cast<int>(asked ? app::ExitCode::Done : app::ExitCode::Usage);
    } catch (const app::UsageError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return static_cast<int>(app::ExitCode::Usage);
    } catch (...) { // The one boundary: a failure leaves as a sentence.
        const core::Failure failure = core::currentFailure();
        std::fprintf(stderr, "%s\n", failure.sentence().c_str());
        return static_cast<int>(failure.code == core::ErrorCode::Cancelled
                                    ? app::ExitCode::Interrupted
                                    : app::ExitCode::Failed);
    }
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        std::fprintf(stderr,
                     "Standard output could not be written to; what was printed is not "
                     "complete. Is the disk full, or was the reader closed?\n");
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
    return run(argc, argv);
}
