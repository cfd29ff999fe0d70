#include "app/cli/commands.h"
#include "app/cli/line_reader.h"

#include "core/base/error.h"
#include "core/data/data_set.h"
#include "core/exchange/export.h"
#include "core/experiment/spec_json.h"
#include "core/probe/live_model.h"
#include "core/train/run_folder.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace app {

namespace {

constexpr size_t kPredictionBatch = 512;

/// The checkpoint that was asked for; otherwise the best, or the last where there is no best.
std::string checkpointOf(const std::string& run, const std::string& wanted)
{
    return wanted.empty() ? core::standardCheckpoint(core::readRunSummary(run)) : wanted;
}

std::unique_ptr<core::LiveModel> openBest(const std::string& run, const std::string& wanted)
{
    return core::openRun(run, checkpointOf(run, wanted));
}

void printJson(const core::Json& json)
{
    std::printf("%s\n", json.dump(-1, ' ', false, core::Json::error_handler_t::replace).c_str());
}

core::Json byClass(const std::vector<std::string>& classes, const std::vector<float>& values)
{
    core::Json json = core::Json::object();
    for (size_t c = 0; c < classes.size(); ++c)
        json[classes[c]] = values[c];
    return json;
}

core::Json toJson(const core::ClassificationScores& scores)
{
    core::Json classes = core::Json::array();
    for (const core::ClassScore& each : scores.classes)
        classes.push_back({{"name", each.name},
                           {"precision", each.precision},
                           {"recall", each.recall},
                           {"f1", each.f1},
                           {"support", each.support}});
    const size_t size = scores.classes.size();
    core::Json confusion = core::Json::array();
    for (size_t row = 0; row < size; ++row) {
        const auto begin = scores.confusion.begin() + static_cast<std::ptrdiff_t>(row * size);
        confusion.push_back(std::vector<int64_t>(begin, begin + static_cast<std::ptrdiff_t>(size)));
    }
    return {{"event", "evaluation"},
            {"count", scores.count},
            {"loss", scores.loss},
            {"accuracy", scores.accuracy},
            {"macro_precision", scores.macroPrecision},
            {"macro_recall", scores.macroRecall},
            {"macro_f1", scores.macroF1},
            {"classes", classes},
            {"confusion", confusion}};
}

void print(const core::ClassificationScores& scores)
{
    std::printf("%lld texts: accuracy %.2f %%, macro F1 %.4f, loss %.4f nats\n",
                static_cast<long long>(scores.count), 100 * scores.accuracy, scores.macroF1,
                scores.loss);
    std::printf("%-20s precision  recall      F1  texts\n", "class");
    for (const core::ClassScore& each : scores.classes)
        std::printf("%-20s %9.4f %7.4f %7.4f %6lld\n", each.name.c_str(), each.precision,
                    each.recall, each.f1, static_cast<long long>(each.support));
}

void addEvaluate(CLI::App& cli)
{
    auto* command = cli.add_subcommand("evaluate", "Score a run on labelled texts");
    auto run = std::make_shared<std::string>();
    auto data = std::make_shared<std::vector<std::string>>();
    auto checkpoint = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    command->add_option("run", *run, "Run folder")->required();
    command->add_option("--data", *data, "Labelled files")->required()->allow_extra_args(false);
    command->add_option("--checkpoint", *checkpoint, "best (standard), last or epoch-N");
    command->add_flag("--json", *json, "One JSON object");
    command->callback([run, data, checkpoint, json] {
        const auto model = openBest(*run, *checkpoint);
        core::DataSpec spec = core::readRunSummary(*run).spec.data;
        const core::LabelledTexts texts
            = core::loadTexts(spec, *data, model->classes(), core::Monitor());
        const auto scores = model->evaluate(texts.texts, texts.labels, nullptr, core::Monitor());
        if (*json)
            printJson(toJson(scores));
        else
            print(scores);
    });
}

void printPrediction(const core::Prediction& prediction, const std::vector<std::string>& classes,
                     bool json)
{
    const std::string& name = classes[static_cast<size_t>(prediction.predicted)];
    if (json)
        printJson({{"text", prediction.text},
                   {"class", name},
                   {"probability", prediction.confidence},
                   {"probabilities", byClass(classes, prediction.probabilities)}});
    else
        std::printf("%s\t%.4f\n", name.c_str(), prediction.confidence);
}

void addPredict(CLI::App& cli)
{
    auto* command
        = cli.add_subcommand("predict", "One text a line on standard input, one answer a line");
    auto run = std::make_shared<std::string>();
    auto checkpoint = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    command->add_option("run", *run, "Run folder")->required();
    command->add_option("--checkpoint", *checkpoint, "best (standard), last or epoch-N");
    command->add_flag("--json", *json, "One JSON object a line");
    command->callback([run, checkpoint, json] {
        const auto model = openBest(*run, *checkpoint);
        LineReader reader(STDIN_FILENO);
        for (auto lines = reader.next(kPredictionBatch); !lines.empty();
             lines = reader.next(kPredictionBatch)) {
            for (const core::Prediction& each : model->predict(lines, core::Monitor()))
                printPrediction(each, model->classes(), *json);
            if (std::fflush(stdout) != 0)
                return; // Nobody reads any more; main says so.
        }
    });
}

core::Json rowsOf(const core::AttentionMap& map)
{
    core::Json rows = core::Json::array();
    for (int64_t row = 0; row < map.rows; ++row) {
        const auto begin = map.weights.begin() + row * map.columns;
        rows.push_back(std::vector<float>(begin, begin + map.columns));
    }
    return rows;
}

core::Json toJson(const core::Inspection& inspection)
{
    core::Json attention = core::Json::array();
    for (const core::AttentionMap& map : inspection.attention)
        attention.push_back({{"group", map.group},
                             {"layer", map.layer},
                             {"head", map.head},
                             {"weights", rowsOf(map)}});
    return {{"text", inspection.text},
            {"cleaned", inspection.cleaned},
            {"tokens", inspection.tokens},
            {"ids", inspection.ids},
            {"cut_tokens", inspection.cutTokens},
            {"class", inspection.classes[static_cast<size_t>(inspection.predicted)]},
            {"probabilities", byClass(inspection.classes, inspection.probabilities)},
            {"token_weights", inspection.tokenWeights},
            {"attention", attention},
            {"step", inspection.step},
            {"epoch", inspection.epoch}};
}

void print(const core::Inspection& inspection)
{
    for (size_t t = 0; t < inspection.tokens.size(); ++t) {
        std::printf("%6lld  %-20s", static_cast<long long>(inspection.ids[t]),
                    inspection.tokens[t].c_str());
        if (!inspection.tokenWeights.empty())
            std::printf("  %.4f", static_cast<double>(inspection.tokenWeights[t]));
        std::printf("\n");
    }
    for (size_t c = 0; c < inspection.classes.size(); ++c)
        std::printf("%-20s %.4f\n", inspection.classes[c].c_str(),
                    static_cast<double>(inspection.probabilities[c]));
    if (!inspection.attention.empty())
        std::printf("%zu attention matrices; --json prints them.\n", inspection.attention.size());
}

void addInspect(CLI::App& cli)
{
    auto* command = cli.add_subcommand("inspect", "Open the network on one text");
    auto run = std::make_shared<std::string>();
    auto text = std::make_shared<std::string>();
    auto checkpoint = std::make_shared<std::string>();
    auto json = std::make_shared<bool>(false);
    command->add_option("run", *run, "Run folder")->required();
    command->add_option("--text", *text, "The text")->required();
    command->add_option("--checkpoint", *checkpoint, "best (standard), last or epoch-N");
    command->add_flag("--json", *json, "One JSON object with the attention matrices");
    command->callback([run, text, checkpoint, json] {
        const core::Inspection inspection = openBest(*run, *checkpoint)->inspect(*text);
        if (*json)
            printJson(toJson(inspection));
        else
            print(inspection);
    });
}

void addExport(CLI::App& cli)
{
    auto* command = cli.add_subcommand("export", "Take the trained network home");
    auto run = std::make_shared<std::string>();
    auto format = std::make_shared<std::string>();
    auto out = std::make_shared<std::string>();
    auto checkpoint = std::make_shared<std::string>();
    std::vector<std::string> formats;
    for (const core::KindDescription& kind : core::exportKinds())
        formats.push_back(kind.id);
    command->add_option("run", *run, "Run folder")->required();
    command->add_option("--format", *format, "What is written")
        ->required()
        ->check(CLI::IsMember(formats));
    command->add_option("--out", *out, "File; for python a folder")->required();
    command->add_option("--checkpoint", *checkpoint, "best (standard), last or epoch-N");
    command->callback([run, format, out, checkpoint] {
        core::exportRun(*run, checkpointOf(*run, *checkpoint), *format, *out);
        std::printf("Written to %s\n", out->c_str());
    });
}

} // namespace

void addModelCommands(CLI::App& cli, ExitCode& /*exitCode*/)
{
    addEvaluate(cli);
    addPredict(cli);
    addInspect(cli);
    addExport(cli);
}

} // namespace app
