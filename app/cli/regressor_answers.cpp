#include "app/cli/task_commands.h"

#include "core/task/regression/regression_questions.h"

namespace app {

namespace {

core::Json toJson(const core::RegressionScores& scores)
{
    return {{"event", "evaluation"},
            {"count", scores.count},
            {"loss", scores.loss},
            {"mean_absolute_error", scores.meanAbsoluteError},
            {"root_mean_squared_error", scores.rootMeanSquaredError},
            {"pearson", scores.pearson},
            {"spearman", scores.spearman},
            {"r_squared", scores.rSquared}};
}

void print(const core::RegressionScores& scores)
{
    printLine(formatted("%lld texts: mean absolute error %.4g, root mean squared error %.4g",
                        static_cast<long long>(scores.count), scores.meanAbsoluteError,
                        scores.rootMeanSquaredError));
    printLine(formatted("  Pearson %.4f, Spearman %.4f, R\u00b2 %.4f, loss %.4f", scores.pearson,
                        scores.spearman, scores.rSquared, scores.loss));
}

} // namespace

TaskCommands regressorCommands()
{
    return {.question = core::AskNumberScores::kName,
            .evaluate =
                [](core::LiveModel& model, const EvaluateArguments& arguments) {
                    const auto rows = scoredRows(arguments);
                    const auto scores = model.ask(core::AskNumberScores{{.rows = rows}}).scores;
                    if (arguments.model.json)
                        printJson(toJson(scores));
                    else
                        print(scores);
                },
            .predict =
                [](core::LiveModel& model, const std::vector<std::string>& texts, bool json) {
                    const std::vector<double> numbers = model.ask(core::AskNumbers{texts});
                    for (size_t i = 0; i < texts.size(); ++i) {
                        if (json)
                            printJson({{"text", texts[i]}, {"number", numbers[i]}});
                        else
                            printCells({formatted("%.6g", numbers[i])});
                    }
                },
            .inspect = classifierCommands().inspect};
}

} // namespace app
