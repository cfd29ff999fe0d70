#include "core/base/atomic_file.h"
#include "core/base/python_piece.h"
#include "core/base/read_json.h"
#include "core/metric/classification.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/task/classification/classifier_parts.h"
#include "core/task/entries.h"
#include "core/task/text_task.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

TextPython classifierPython(const std::vector<std::string>& classes)
{
    const char* const piece = "tasks/classification";
    return {.what = "text classifier",
            .facts = "Classes: " + markdownList(classes) + ".",
            .answers = "class, probability and text",
            .example = R"([{"class": ..., "probability": ..., "probabilities": {...}}])",
            .constants = pythonRegion(piece, "CONSTANTS", {{"CLASS_NAMES", classes}}),
            .predicting = pythonPiece(piece)};
}

std::vector<std::string> readClasses(const FilePlace& path)
{
    const Json json = readJsonFile(path, Links::Refuse);
    const bool valid = json.is_array() && !json.empty()
        && std::all_of(json.begin(), json.end(), [](const Json& name) { return name.is_string(); });
    if (!valid)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is no list of class names.", {path.path().string()}},
                    {"Copy the whole run folder again from where it was made.", {}});
    return json.get<std::vector<std::string>>();
}

constexpr const char* kHead = "class";

const Schema<TextHeadOptions>& classificationSchema()
{
    static const Schema<TextHeadOptions> schema = [] {
        Schema<TextHeadOptions> all = hiddenLayersSchema();
        all.add(&TextHeadOptions::singleOutput,
                {.name = "single_output",
                 .label = "Single output",
                 .help
                 = "For two classes: one output with a sigmoid in place of two with a "
                   "softmax, as in many textbooks. The loss is the same, which is then called "
                   "binary cross-entropy.",
                 .advanced = true,
                 .beside = "model",
                 .formula = {"p(second class | text) = σ(network(text))",
                             R"tex(p(\text{second class} \mid \text{text}) =
\sigma(\operatorname{network}(\text{text})))tex"}});
        return all;
    }();
    return schema;
}

NetworkPlan plannedClassifier(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    NetworkContext context = textContext(spec, sizes.vocabularySize, sizes.classes);
    context.textHead = classificationSchema().fromJson(spec.task.options);
    return {findHead(kHead), context};
}

/// A text, one of several classes.
class ClassificationTask : public TargetTask {
public:
    using TargetTask::TargetTask;

    std::any parts() const override { return ClassifierParts{textParts(), m_classes}; }

protected:
    void restoreAnswers(const FilePlace& run) override
    {
        m_classes = readClasses(run / "classes.json");
    }
    void learnAnswers(const Corpus& data) override { m_classes = data.classes; }
    void saveAnswers(const FilePlace& run) const override
    {
        writeFileAtomically(run / "classes.json", Json(m_classes).dump(2) + "\n");
    }
    /// More telling than that the data differ somewhere.
    void checkAnswers(const Corpus& data, const FilePlace& run) override
    {
        if (data.classes != m_classes)
            throw Error(
                ErrorCode::BadData,
                {"The training data have %1 classes and are not those that this run was "
                 "begun with; %2 lists them.",
                 {std::to_string(data.classes.size()), (run / "classes.json").path().string()}},
                {"Put the data files back as they were, or start a new run.", {}});
    }
    void takeAnswers(Split split, Column answers) override
    {
        m_labels[static_cast<size_t>(split)] = std::move(answers.classes);
    }
    void addNames(DataFingerprint& fingerprint) const override
    {
        for (const std::string& name : m_classes)
            fingerprint.add(name + '\n');
    }
    void addAnswers(DataFingerprint& fingerprint, Split split) const override
    {
        fingerprint.add(labels(split));
    }

    std::vector<StartFact> facts() const override
    {
        return {{"classes", m_classes, {"%1 classes", {std::to_string(m_classes.size())}}}};
    }

    void complete(NetworkContext& context) const override
    {
        context.textHead = classificationSchema().fromJson(spec().task.options);
    }
    int64_t outputs() const override { return static_cast<int64_t>(m_classes.size()); }

    torch::Tensor targetsOf(Split split, std::span<const int32_t> items) const override
    {
        return sentTo(device(), tensorOf(valuesOf<int32_t, int64_t>(labels(split), items)));
    }

    BatchLoss lossOf(const torch::Tensor& outputs, const torch::Tensor& targets,
                     const std::vector<int64_t>&) override
    {
        LabelFit fit = labelFit(outputs, targets, spec().training.labelSmoothing, Logits::GivenUp);
        return {fit.crossEntropy, {{"accuracy", fit.correct}}, {fit.ofRows}};
    }

    torch::Tensor lossesOf(const torch::Tensor& outputs,
                           const torch::Tensor& targets) const override
    {
        return torch::cross_entropy_loss(outputs.to(torch::kFloat), targets, {},
                                         torch::Reduction::None, -100,
                                         spec().training.labelSmoothing);
    }

    std::unique_ptr<Measurement> measure(Split split) const override
    {
        return std::make_unique<ClassMeasurement>(*this, split);
    }

    TextPython python() const override { return classifierPython(m_classes); }
    std::map<std::string, std::string> metadata() const override
    {
        return {{"classes", Json(m_classes).dump()}};
    }

private:
    class ClassMeasurement : public Measurement {
    public:
        ClassMeasurement(const ClassificationTask& task, Split split)
            : m_task(task), m_split(split), m_predicted(task.labels(split).size())
        {
        }
        void add(const torch::Tensor& logits, std::span<const int32_t> items) override
        {
            const torch::Tensor best = logits.argmax(1).to(torch::kCPU); // [batch]
            for (size_t row = 0; row < items.size(); ++row)
                m_predicted[static_cast<size_t>(items[row])]
                    = static_cast<int32_t>(best.data_ptr<int64_t>()[row]);
            m_lossSum += labelFit(logits, m_task.targetsOf(m_split, items), 0.0)
                             .crossEntropy.item<double>();
        }
        void join(EvaluationShare& share) override
        {
            share.total(m_predicted);
            share.totalEach(m_lossSum);
        }
        SplitScores scores() const override
        {
            const auto scores = classificationScores(m_task.labels(m_split), m_predicted, m_lossSum,
                                                     m_task.m_classes);
            return {scores.loss, {{"accuracy", scores.accuracy}, {"macro_f1", scores.macroF1}}};
        }

    private:
        const ClassificationTask& m_task;
        Split m_split;
        std::vector<int32_t> m_predicted;
        double m_lossSum = 0.0;
    };

    const std::vector<int32_t>& labels(Split split) const
    {
        return m_labels[static_cast<size_t>(split)];
    }

    std::vector<std::string> m_classes;
    std::array<std::vector<int32_t>, 3> m_labels; ///< By Split.
};

} // namespace

TaskEntry classificationTask()
{
    return {
        .description
        = {.kind = {.id = "classification",
                    .title = "Text classification",
                    .summary = "Each text gets one of several classes: sentiment, topic, language.",
                    .formula = {"p(class | text) = softmax(network(text))",
                                R"tex(p(\text{class} \mid \text{text}) =
\operatorname{softmax}(\operatorname{network}(\text{text})))tex"},
                    .options = classificationSchema().options()},
           .columns = {ColumnKind::Text, ColumnKind::Class},
           .loss = crossEntropyLoss(),
           .scores = {"accuracy", "macro_f1"},
           .files = {"classes.json"},
           .check = {},
           .head = kHead},
        .make
        = [](const ExperimentSpec& spec) { return std::make_unique<ClassificationTask>(spec); },
        .network = plannedClassifier};
}

} // namespace core
