#include "app/cli/commands.h"
#include "app/cli/opened_model.h"
#include "app/cli/output.h"
#include "core/base/readout.h"
#include "core/train/ask_run.h"

#include <algorithm>
#include <memory>

namespace app {

namespace {

struct AskArguments {
    ModelArguments model;
    std::string question, table;
    std::vector<std::string> settings;
};

/// Prints the questions that the run answers, one per line.
void printQuestions(const core::LiveModel& model)
{
    const core::TaskAnswers& answers = model.answers();
    for (const std::string& name : answers.questions())
        printLine(formatted("%-20s %s", name.c_str(), answers.kind(name).title.c_str()));
}

void ask(const AskArguments& arguments)
{
    const auto model = openModel(arguments.model);
    if (arguments.question.empty()) {
        printQuestions(*model);
        return;
    }
    const core::NamedQuestion named
        = core::namedQuestion(*model, arguments.model.run, arguments.question,
                              settingValues(arguments.settings), core::Monitor());
    if (!named.exampleText.empty())
        printError("Note: No text was set. The answer is for \"" + core::shown(named.exampleText)
                   + "\".");
    const core::AnyAnswer answer
        = core::answerOf(*model, arguments.model.run, named.question, core::Monitor());
    const core::Readout readout = model->answers().readout(named.question, answer);
    if (arguments.table.empty())
        printReadout(readout, arguments.model.json);
    else
        printCsv(core::tableCsv(core::tableOf(readout, arguments.table)));
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
    command->add_option("question", arguments->question,
                        "Name of the question; without one, those that the run answers");
    addSettings(*command, arguments->settings,
                "An option of the question, such as text=\"A fine film.\"");
    command
        ->add_option(
            "--table", arguments->table,
            "Print this table of the answer as CSV, such as tokens, attention.weights (all "
            "heads) or attention.0.weights (the first)")
        ->excludes("--json");
    command->footer("`kinds questions` lists all questions with their options. A text that is not "
                    "set is taken from the run's data.");
    command->callback([arguments] { ask(*arguments); });
}

} // namespace app
