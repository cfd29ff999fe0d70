#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/train/foreign/state_dict.h"

#include <memory>

namespace app {

namespace {

struct ImportArguments {
    std::string source;
    std::string run;
    std::string spec, vocabulary, mapping, writtenMapping;
    std::vector<std::string> settings;
    bool table = false;
    bool json = false;
};

core::Json tableJson(const core::TensorTable& table)
{
    core::Json rows = core::Json::array();
    for (const core::TensorRow& row : table.rows)
        rows.push_back({{"state", core::stateName(row.state)},
                        {"ours", row.ours},
                        {"our_shape", row.ourShape},
                        {"theirs", row.theirs},
                        {"their_shape", row.theirShape}});
    return rows;
}

void printPlan(const core::ImportPlan& plan, bool json)
{
    using State = core::TensorRow::State;
    if (json) {
        printJson({{"event", "import"},
                   {"kind", plan.title},
                   {"task", plan.spec.task.kind},
                   {"parameters", plan.parameters},
                   {"complete", plan.table.isComplete()},
                   {"tensors", tableJson(plan.table)}});
        return;
    }
    std::string text
        = core::filledText("%1, task %2, %3 parameters: %4 {tensor|tensors} taken",
                           {plan.title, plan.spec.task.kind, std::to_string(plan.parameters),
                            std::to_string(plan.table.count(State::Taken))});
    for (const auto& [state, said] :
         {std::pair(State::LeftOver, ", %1 left over"), std::pair(State::Missing, ", %1 missing"),
          std::pair(State::OtherShape, ", %1 of another shape")})
        if (plan.table.count(state) > 0)
            text += core::filledText(said, {std::to_string(plan.table.count(state))});
    printLine(text);
    printLines(plan.table.text());
}

void importPublished(const ImportArguments& arguments)
{
    if (arguments.table)
        return printPlan(core::planImport(arguments.source), arguments.json);
    core::importNetwork(
        arguments.source,
        [&](const core::ImportPlan& plan) {
            printPlan(plan, arguments.json);
            return std::filesystem::path(arguments.run);
        },
        core::Monitor());
}

void importWeights(const ImportArguments& arguments)
{
    bool needsData = false;
    core::StateDictImport import{
        arguments.source, withSettings(specNamed(arguments.spec, needsData), arguments.settings),
        arguments.vocabulary, arguments.mapping, arguments.writtenMapping};
    core::importStateDict(
        import,
        [&](const core::ImportPlan& plan) {
            printPlan(plan, arguments.json);
            return std::filesystem::path(arguments.run);
        },
        core::Monitor());
}

/// @throws UsageError for options that do not go together.
void checkArguments(const ImportArguments& arguments)
{
    const bool writes = !arguments.run.empty();
    if (arguments.table == writes)
        throw UsageError("import needs either --out RUN or --table.");
    const bool matched = !arguments.vocabulary.empty() || !arguments.mapping.empty()
        || !arguments.writtenMapping.empty() || !arguments.settings.empty();
    if (arguments.spec.empty() && matched)
        throw UsageError("--vocabulary, --mapping, --write-mapping and --set are for weights whose "
                         "network --spec names.");
}

void addFileOptions(CLI::App& command, ImportArguments& arguments)
{
    command.add_option("--spec", arguments.spec,
                       "For a file of weights that a program in PyTorch stored: the preset or "
                       "settings whose network they are for");
    addSettings(command, arguments.settings, kAnySetting);
    command.add_option("--vocabulary", arguments.vocabulary,
                       "With --spec: a file with a token on each line, in the order of the rows of "
                       "the embedding");
    command.add_option("--mapping", arguments.mapping,
                       "With --spec: a file that --write-mapping wrote, corrected");
    command.add_option("--write-mapping", arguments.writtenMapping,
                       "With --spec: write which tensor becomes which. Where it has a list, "
                       "replace the list by one of its names, or by null to begin anew");
}

} // namespace

void addImportCommand(CLI::App& cli)
{
    auto* command = cli.add_subcommand(
        "import",
        "Make a run of a network that another program has stored: GPT-2, BERT, weights of "
        "PyTorch");
    auto arguments = std::make_shared<ImportArguments>();
    command
        ->add_option("source", arguments->source,
                     "Folder with config.json, model.safetensors or pytorch_model.bin, and "
                     "vocab.json and merges.txt, vocab.txt or tokenizer.json; with --spec a .pt, "
                     ".bin or .safetensors file")
        ->required();
    command->add_option("--out", arguments->run, "Run folder to write");
    command->add_flag("--table", arguments->table,
                      "List the tensors without writing a run: those missing, left over or of "
                      "another shape");
    addFileOptions(*command, *arguments);
    command->add_flag("--json", arguments->json, "Print one JSON object with all tensors");
    command->footer("Nothing in the files is run. The run works as that of a training does: ask "
                    "it, export it, open it in the window, or start another network from it "
                    "(--set model.start.from=RUN). A network whose tensors do not all fit is "
                    "refused with a table of them. Weights without a config.json are matched by "
                    "shapes and by the ends of names; nothing is guessed where several fit.");
    command->callback([arguments] {
        checkArguments(*arguments);
        if (arguments->spec.empty())
            importPublished(*arguments);
        else
            importWeights(*arguments);
        if (!arguments->json && !arguments->table)
            printLine("Written to " + arguments->run);
    });
}

} // namespace app
