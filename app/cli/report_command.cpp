#include "app/cli/commands.h"
#include "app/cli/progress_line.h"
#include "core/base/atomic_file.h"
#include "core/report/html.h"
#include "core/text/subword/helper_process.h"
#include "core/text/subword/subword_protocol.h"

#include <chrono>
#include <filesystem>
#include <memory>

namespace app {

namespace {

struct ReportArguments {
    std::vector<std::string> runs;
    std::string out;
    core::ReportSettings settings;
    bool force = false;
};

/// As a PDF, by the program with the window, which has fonts.
std::string printed(const std::string& html)
{
    constexpr std::chrono::minutes kLongest(2);
    core::HelperProcess printer(core::programBeside("unroll"), {"--print"});
    printer.expectWithin(kLongest);
    std::string frame;
    core::subword::appendText(frame, html);
    printer.send(frame, core::Monitor());
    std::optional<std::string> pdf = printer.receive(core::Monitor());
    if (!pdf)
        throw core::Error(core::ErrorCode::Helper, {"The report could not be printed.", {}},
                          {"Write it as .html.", {}}, printer.lastLog());
    return std::move(*pdf);
}

void report(const ReportArguments& arguments)
{
    const std::filesystem::path out = arguments.out;
    const bool isPdf = out.extension() == ".pdf";
    if (!isPdf && out.extension() != ".html")
        throw UsageError("--out must end in .html or .pdf; \"" + core::shown(arguments.out)
                         + "\" does not.");
    if (std::filesystem::exists(out) && !arguments.force)
        throw core::Error(core::ErrorCode::FileUnwritable, {"%1 exists already.", {arguments.out}},
                          {"Give another --out, or --force to replace it.", {}});
    const std::vector<std::filesystem::path> runs(arguments.runs.begin(), arguments.runs.end());
    ProgressLine progress;
    const std::string html
        = core::toHtml(core::reportOf(runs, arguments.settings, progress.monitor()));
    core::writeFileAtomically(out, isPdf ? printed(html) : html);
    progress.printLasting("Written to " + arguments.out);
}

} // namespace

void addReportCommand(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "report", "Write a report of runs: settings, curves, scores with intervals, predictions");
    auto arguments = std::make_shared<ReportArguments>();
    arguments->settings.version = cli.version();
    command
        ->add_option("runs", arguments->runs,
                     "Run folders; several are compared with the first of them")
        ->required();
    command->add_option("--out", arguments->out, "File to write, .html or .pdf")->required();
    command
        ->add_option("--split", arguments->settings.split,
                     "Rows to evaluate on; without it, the test data, or else the validation data")
        ->check(CLI::IsMember({"train", "valid", "test"}));
    command
        ->add_option("--examples", arguments->settings.examples,
                     "Best and worst predictions to show, each")
        ->check(CLI::Range(0, 100))
        ->capture_default_str();
    command->add_flag("--force", arguments->force, "Replace the file that --out names");
    command->footer(
        "The report is one HTML file without scripts, or a PDF. Scores have 95 % intervals by a "
        "bootstrap over the rows; several runs that were evaluated on the same rows "
        "are compared by a paired bootstrap.");
    command->callback([arguments] { report(*arguments); });
}

} // namespace app
