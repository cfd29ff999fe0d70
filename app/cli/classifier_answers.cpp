#include "app/cli/task_commands.h"

#include <algorithm>
#include <cmath>

namespace app {

namespace {

core::Json byClass(const std::vector<std::string>& classes, const std::vector<float>& values)
{
    core::Json json = core::Json::object();
    for (size_t c = 0; c < classes.size(); ++c)
        json[classes[c]] = values[c];
    return json;
}

/// JSON knows no infinity: what is masked is null.
core::Json rowsOf(const std::vector<float>& values, int64_t rowCount, int64_t columns)
{
    core::Json rows = core::Json::array();
    for (int64_t row = 0; row < rowCount; ++row) {
        const auto begin = values.begin() + row * columns;
        rows.push_back(std::vector<float>(begin, begin + columns));
    }
    return rows;
}

} // namespace

core::Json toJson(const core::AttentionMap& map)
{
    core::Json json = {{"group", map.group},
                       {"layer", map.layer},
                       {"head", map.head},
                       {"weights", rowsOf(map.weights, map.rows, map.columns)}};
    if (!map.scores.empty()) {
        json["scores"] = rowsOf(map.scores, map.rows, map.columns);
        json["formula"] = map.formula.line();
    }
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
    printLine(formatted("%lld texts: accuracy %.2f %%, macro F1 %.4f, loss %.4f nats",
                        static_cast<long long>(scores.count), 100 * scores.accuracy, scores.macroF1,
                        scores.loss));
    printLine(formatted("%-20s precision  recall      F1  texts", "class"));
    for (const core::ClassScore& each : scores.classes)
        printLine(formatted("%-20s %9.4f %7.4f %7.4f %6lld", each.name.c_str(), each.precision,
                            each.recall, each.f1, static_cast<long long>(each.support)));
}

core::Json toJson(const core::Prediction& prediction, const std::vector<std::string>& classes)
{
    return {{"text", prediction.text},
            {"class", classes[static_cast<size_t>(prediction.predicted)]},
            {"probability", prediction.confidence},
            {"probabilities", byClass(classes, prediction.probabilities)}};
}

void print(const core::Prediction& prediction, const std::vector<std::string>& classes)
{
    printCells({classes[static_cast<size_t>(prediction.predicted)],
                formatted("%.4f", prediction.confidence)});
}

core::Json toJson(const core::Inspection& inspection)
{
    core::Json attention = core::Json::array();
    for (const core::AttentionMap& map : inspection.attention)
        attention.push_back(toJson(map));
    core::Json json = {{"text", inspection.text},
                       {"cleaned", inspection.cleaned},
                       {"tokens", inspection.tokens},
                       {"ids", inspection.ids},
                       {"cut_tokens", inspection.cutTokens},
                       {"token_weights", inspection.tokenWeights},
                       {"vocabulary_size", inspection.vocabularySize},
                       {"embeddings", inspection.embeddings},
                       {"attention", attention},
                       {"step", inspection.step},
                       {"epoch", inspection.epoch}};
    if (inspection.number) {
        json["number"] = *inspection.number;
    } else {
        json["class"] = inspection.classes[static_cast<size_t>(inspection.predicted)];
        json["probabilities"] = byClass(inspection.classes, inspection.probabilities);
    }
    return json;
}

void print(const core::Inspection& inspection)
{
    for (size_t t = 0; t < inspection.tokens.size(); ++t) {
        std::string line = formatted("%6lld  %-20s", static_cast<long long>(inspection.ids[t]),
                                     inspection.tokens[t].c_str());
        if (!inspection.tokenWeights.empty())
            line += formatted("  %.4f", static_cast<double>(inspection.tokenWeights[t]));
        printLine(line);
    }
    if (inspection.number)
        printLine(formatted("%.6g", *inspection.number));
    for (size_t c = 0; c < inspection.classes.size(); ++c)
        printLine(formatted("%-20s %.4f", inspection.classes[c].c_str(),
                            static_cast<double>(inspection.probabilities[c])));
    if (!inspection.attention.empty())
        printLine(
            formatted("%zu attention matrices; --json prints them.", inspection.attention.size()));
}

TaskCommands classifierCommands()
{
    return {.question = core::AskScores::kName,
            .evaluate =
                [](core::LiveModel& model, const EvaluateArguments& arguments) {
                    const auto rows = scoredRows(arguments, model.ask(core::AskClasses()));
                    show(model.ask(core::AskScores{{.rows = rows}}).scores, arguments.model.json);
                },
            .predict =
                [](core::LiveModel& model, const std::vector<std::string>& texts, bool json) {
                    const std::vector<std::string> classes = model.ask(core::AskClasses());
                    for (const core::Prediction& each : model.ask(core::AskPredictions{texts})) {
                        if (json)
                            printJson(toJson(each, classes));
                        else
                            print(each, classes);
                    }
                },
            .inspect =
                [](core::LiveModel& model, const InspectArguments& arguments) {
                    show(model.ask(core::AskInspection{arguments.text}), arguments.model.json);
                }};
}

} // namespace app
