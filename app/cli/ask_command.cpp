#include "app/cli/commands.h"
#include "app/cli/opened_model.h"
#include "app/cli/output.h"
#include "app/cli/task_commands.h"
#include "app/cli/usage.h"
#include "core/base/readout.h"
#include "core/probe/answers.h"
#include "core/train/ask_run.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace app {

namespace {

struct AskArguments {
    ModelArguments model;
    std::string question, table;
    std::vector<std::string> settings;
    std::vector<std::string> data, target;
};

/// Prints the questions that the run answers, one per line.
void printQuestions(const core::LiveModel& model)
{
    const core::TaskAnswers& answers = model.answers();
    for (const std::string& name : answers.questions())
        printLine(formatted("%-20s %s", name.c_str(), answers.kind(name).title.c_str()));
}

/// @throws UsageError when no run answers such a question.
void checkQuestion(const std::string& name)
{
    if (core::findHandQuestion(name) != nullptr)
        throw UsageError("The question \"" + name + "\" needs no run: `ask " + name + "`.");
    std::vector<std::string> names;
    for (const core::KindDescription& each : core::questionKinds())
        names.push_back(each.id);
    if (std::find(names.begin(), names.end(), name) != names.end())
        return;
    const std::string near = didYouMean(name, names);
    throw UsageError("There is no question \"" + core::shown(name) + "\""
                     + (near.empty() ? "." : near) + " `ask RUN` lists those that a run answers.");
}

/// Makes a question about the run's data one about files.
void setRows(core::LiveModel& model, const core::AnyQuestion& question,
             const AskArguments& arguments)
{
    const core::TaskAnswers& answers = model.answers();
    const auto& options = answers.kind(question.name()).options;
    if (std::none_of(options.begin(), options.end(),
                     [](const core::OptionDescription& each) { return each.name == "split"; }))
        throw UsageError("The question \"" + question.name()
                         + "\" is not about data: --data is for those with the option split.");
    const TaskCommands* commands = commandsOf(answers);
    answers.setRows(question,
                    scoredRows({arguments.model, arguments.data, arguments.target, {}, {}, {}},
                               commands != nullptr && commands->classes
                                   ? commands->classes(model)
                                   : std::vector<std::string>()));
}

core::ReadoutTable tableNamed(const core::Readout& readout, const std::string& name)
{
    try {
        return core::tableOf(readout, name);
    } catch (const core::Error& error) {
        throw UsageError(error.failure().sentence());
    }
}

/// Returns what `asking` returns. @throws UsageError when the run cannot have a value that was set,
/// such as the name of a layer.
template <class Asking> auto refusingValues(const AskArguments& arguments, const Asking& asking)
{
    try {
        return asking();
    } catch (const core::Error& error) {
        if (error.failure().code != core::ErrorCode::BadSetting || arguments.settings.empty())
            throw;
        throw UsageError(error.failure().sentence());
    }
}

void printAnswer(const core::Readout& readout, const AskArguments& arguments)
{
    if (arguments.table.empty())
        printReadout(readout, arguments.model.json);
    else
        printCsv(core::tableCsv(tableNamed(readout, arguments.table)));
}

/// The question by hand that is named in place of a run; null if there is a run.
const core::HandQuestion* askedByHand(const AskArguments& arguments)
{
    const auto* question = core::findHandQuestion(arguments.model.run);
    if (question == nullptr || std::filesystem::exists(arguments.model.run))
        return nullptr;
    if (!arguments.question.empty() || !arguments.model.checkpoint.empty()
        || !arguments.data.empty() || !arguments.target.empty())
        throw UsageError("The question \"" + question->kind.id
                         + "\" is about typed values: beside it only --set, --json and --table "
                           "have a meaning.");
    return question;
}

void ask(const AskArguments& arguments)
{
    if (const auto* byHand = askedByHand(arguments)) {
        printAnswer(refusingValues(arguments,
                                   [&] {
                                       return core::answerByHand(*byHand,
                                                                 core::settingsIn(arguments.settings));
                                   }),
                    arguments);
        return;
    }
    const auto model = openModel(arguments.model);
    if (arguments.question.empty()) {
        printQuestions(*model);
        return;
    }
    checkQuestion(arguments.question);
    const core::NamedQuestion named = refusingValues(arguments, [&] {
        return core::namedQuestion(*model, arguments.model.run, arguments.question,
                                   core::settingsIn(arguments.settings), core::Monitor());
    });
    if (!named.exampleText.empty())
        printError("Note: No text was set. The answer is for \"" + core::shown(named.exampleText)
                   + "\".");
    if (!arguments.data.empty())
        setRows(*model, named.question, arguments);
    const core::AnyAnswer answer = refusingValues(arguments, [&] {
        return core::answerOf(*model, arguments.model.run, named.question, core::Monitor());
    });
    printAnswer(model->answers().readout(named.question, answer), arguments);
}

} // namespace

void printReadout(const core::Readout& readout, bool json)
{
    if (json) {
        printJson(core::toJson(readout));
        return;
    }
    for (const std::string& line : core::textLines(readout))
        printLine(line);
}

void addAskCommand(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "ask", "Ask a run any question that the window asks: attention, states, gradients ...");
    auto arguments = std::make_shared<AskArguments>();
    addModelArguments(*command, arguments->model);
    command->get_option("run")->description(
        "Run folder; or a question by hand, such as search_by_hand, which needs no run");
    command->add_option("question", arguments->question,
                        "Name of the question; without one, those that the run answers");
    addSettings(*command, arguments->settings,
                "An option of the question, such as text=\"A fine film.\"");
    addPaths(*command, "--data", arguments->data,
             "Files for a question about data, in place of the run's own; an imported network has "
             "none");
    addPaths(*command, "--target", arguments->target, "Translations of --data");
    command
        ->add_option(
            "--table", arguments->table,
            "Print this table of the answer as CSV, such as tokens, attention.weights (all "
            "heads) or attention.0.weights (the first)")
        ->excludes("--json");
    command->footer("`kinds questions` lists all questions with their options, `kinds by_hand` "
                    "those about typed values. A text that is not set is taken from the run's "
                    "data.");
    command->callback([arguments] { ask(*arguments); });
}

} // namespace app
