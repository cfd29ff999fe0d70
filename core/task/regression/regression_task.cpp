#include "core/base/atomic_file.h"
#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/base/read_json.h"
#include "core/metric/regression.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/task/entries.h"
#include "core/task/regression/regressor_parts.h"
#include "core/task/text_task.h"

#include <array>
#include <cmath>

namespace core {

namespace {

TextPython regressorPython(const NumberScale& scale)
{
    return {.what = "network that predicts a number for each text",
            .facts = "Mean of the training numbers: " + numberText(scale.mean)
                + ", standard deviation: " + numberText(scale.deviation) + ".",
            .answers = "number and text",
            .example = "[3.72]",
            .constants = pythonRegion("tasks/regression", "CONSTANTS",
                                      {{"MEAN_VALUE", scale.mean}, {"DEVIATION", scale.deviation}}),
            .predicting = pythonPiece("tasks/regression")};
}

constexpr const char* kScaleFile = "scale.json";

/// A text, a number.
class RegressionTask : public TargetTask {
public:
    explicit RegressionTask(const ExperimentSpec& spec)
        : TargetTask(spec), m_options(regressionSchema().fromJson(spec.task.options))
    {
    }

    std::any parts() const override { return RegressorParts{textParts(), loss()}; }

protected:
    void restoreAnswers(const FilePlace& run) override
    {
        const FilePlace path = run / kScaleFile;
        m_scale = scaleFromJson(readJsonFile(path, Links::Refuse), path.path().string());
    }
    void learnAnswers(const Corpus& data) override
    {
        if (m_options.standardise)
            m_scale = scaleOf(data.train.numbers());
    }
    void saveAnswers(const FilePlace& run) const override
    {
        writeFileAtomically(run / kScaleFile, toJson(m_scale).dump(2) + "\n");
    }
    void takeAnswers(Split split, Column answers) override
    {
        m_numbers[static_cast<size_t>(split)] = std::move(answers.numbers);
    }
    void addAnswers(DataFingerprint& fingerprint, Split split) const override
    {
        const std::vector<double>& all = numbers(split);
        fingerprint.add(std::string_view(reinterpret_cast<const char*>(all.data()),
                                         all.size() * sizeof(double)));
    }

    std::vector<StartFact> facts() const override
    {
        return {{"scale",
                 toJson(m_scale),
                 {"numbers of mean %1 and standard deviation %2",
                  {numberText(m_scale.mean), numberText(m_scale.deviation)}}}};
    }

    void complete(NetworkContext& context) const override { context.textHead = m_options.head; }
    int64_t outputs() const override { return 1; }

    /// [items] float64
    torch::Tensor targetsOf(Split split, std::span<const int32_t> items) const override
    {
        return sentTo(device(), torch::tensor(valuesOf(numbers(split), items)));
    }

    BatchLoss lossOf(const torch::Tensor& outputs, const torch::Tensor& truth,
                     const std::vector<int64_t>&) override
    {
        const torch::Tensor error = (loss().numbersOf(outputs.detach()) - truth).abs().sum();
        const torch::Tensor each = loss().each(outputs, truth);
        return {each.sum(), {{"mean_absolute_error", error}}, {each.detach()}};
    }

    torch::Tensor lossesOf(const torch::Tensor& outputs, const torch::Tensor& truth) const override
    {
        return loss().each(outputs, truth);
    }

    std::unique_ptr<Measurement> measure(Split split) const override
    {
        return std::make_unique<NumberMeasurement>(*this, split);
    }

    TextPython python() const override { return regressorPython(m_scale); }
    std::vector<std::string> graphNotes() const override { return {}; }
    std::map<std::string, std::string> metadata() const override
    {
        return {{"scale", toJson(m_scale).dump()}};
    }

private:
    class NumberMeasurement : public Measurement {
    public:
        NumberMeasurement(const RegressionTask& task, Split split)
            : m_task(task), m_split(split), m_predicted(task.numbers(split).size())
        {
        }
        void add(const torch::Tensor& outputs, std::span<const int32_t> items) override
        {
            const NumberLoss loss = m_task.loss();
            const std::vector<double> predicted = loss.plainNumbersOf(outputs);
            for (size_t row = 0; row < items.size(); ++row)
                m_predicted[static_cast<size_t>(items[row])] = predicted[row];
            m_lossSum += loss.sum(outputs, m_task.targetsOf(m_split, items)).item<double>();
        }
        void join(EvaluationShare& share) override
        {
            share.total(m_predicted);
            share.totalEach(m_lossSum);
        }
        SplitScores scores() const override
        {
            const auto all = regressionScores(m_task.numbers(m_split), m_predicted, m_lossSum);
            SplitScores result{all.loss,
                               {{"mean_absolute_error", all.meanAbsoluteError},
                                {"root_mean_squared_error", all.rootMeanSquaredError}}};
            // Without variance there is no correlation: early epochs may predict one number.
            for (const Score& score : {Score{"pearson", all.pearson},
                                       {"spearman", all.spearman},
                                       {"r_squared", all.rSquared}})
                if (std::isfinite(score.value))
                    result.scores.push_back(score);
            return result;
        }

    private:
        const RegressionTask& m_task;
        Split m_split;
        std::vector<double> m_predicted;
        double m_lossSum = 0.0;
    };

    NumberLoss loss() const { return {m_options, m_scale}; }
    const std::vector<double>& numbers(Split split) const
    {
        return m_numbers[static_cast<size_t>(split)];
    }

    RegressionOptions m_options;
    NumberScale m_scale;
    std::array<std::vector<double>, 3> m_numbers; ///< By Split.
};

} // namespace

const Schema<RegressionOptions>& regressionSchema()
{
    static const Schema<RegressionOptions> schema = [] {
        Schema<RegressionOptions> all
            = Schema<RegressionOptions>()
                  .add(&RegressionOptions::loss,
                       {.name = "loss",
                        .label = "Loss",
                        .help = "If a few outliers dominate training, choose the "
                                "absolute or the Huber loss.",
                        .choices = {{"mean_squared", "Mean squared error"},
                                    {"mean_absolute", "Mean absolute error"},
                                    {"huber", "Huber"}},
                        .formula = {"z = network(text) − y;  z² (squared), |z| (absolute), ½ z² "
                                    "where |z| ≤ δ "
                                    "else δ (|z| − ½ δ) (Huber)",
                                    R"tex(L(z) = \begin{cases}
z^2 & \text{squared} \\
|z| & \text{absolute} \\
\tfrac12 z^2 \text{ if } |z| \le \delta, \text{ else } \delta\,(|z| - \tfrac12\delta) & \text{Huber}
\end{cases})tex"}})
                  .add(&RegressionOptions::delta,
                       {.name = "delta",
                        .label = "Huber: quadratic up to",
                        .help = "If outliers still have too much influence, lower it. In standard "
                                "deviations where "
                                "targets are standardised.",
                        .minimum = 1e-3,
                        .maximum = 1e6,
                        .advanced = true})
                  .add(&RegressionOptions::standardise,
                       {.name = "standardise",
                        .label = "Standardise targets",
                        .help
                        = "Training diverges or hardly moves because the numbers are large or "
                          "tiny: leave it ticked."});
        all.flatten(&RegressionOptions::head, hiddenLayersSchema());
        return all;
    }();
    return schema;
}

TaskEntry regressionTask()
{
    return {
        .description
        = {.kind = {.id = "regression",
                    .title = "Text regression",
                    .summary = "Each text gets a number: stars of a review, an age, a score.",
                    .formula = {"y(text) = mean + deviation · network(text)",
                                R"tex(y(\text{text}) = \mu + \sigma \cdot
\operatorname{network}(\text{text}))tex"},
                    .options = regressionSchema().options()},
           .columns = {ColumnKind::Text, ColumnKind::Number},
           .loss = {.title = "error of prediction", .unit = {}},
           .scores
           = {"mean_absolute_error", "root_mean_squared_error", "pearson", "spearman", "r_squared"},
           .files = {kScaleFile},
           .check = {},
           .head = "number"},
        .make = [](const ExperimentSpec& spec) { return std::make_unique<RegressionTask>(spec); },
        .network =
            [](const ExperimentSpec& spec, const NetworkSizes& sizes) {
                NetworkContext context = textContext(spec, sizes.vocabularySize, 1);
                context.textHead = regressionSchema().fromJson(spec.task.options).head;
                return NetworkPlan{findHead("number"), context};
            }};
}

} // namespace core
