#include "core/base/atomic_file.h"
#include "core/data/corpus.h"
#include "core/probe/open_run.h"
#include "core/task/batch_plan.h"
#include "core/task/language_model/language_texts.h"
#include "core/task/task_kinds.h"
#include "tests/core/train/small_run.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <QTemporaryDir>

using core::Json;

namespace {

struct Case {
    std::string name;
    Json network, task;
};

const std::vector<Case> kCases{
    {"lstm_two_layers",
     {{"kind", "lstm"},
      {"hidden_size", 7},
      {"layers", 2},
      {"bidirectional", false},
      {"dropout", 0.0}},
     {{"kind", "language_model"}, {"window", 9}}},
    {"lstm_tied",
     {{"kind", "lstm"}, {"hidden_size", 6}, {"bidirectional", false}, {"dropout", 0.0}},
     {{"kind", "language_model"}, {"window", 9}, {"tied", true}}},
    {"gru",
     {{"kind", "gru"}, {"hidden_size", 7}, {"bidirectional", false}, {"dropout", 0.0}},
     {{"kind", "language_model"}, {"window", 5}}},
    {"ngram",
     {{"kind", "ngram"}, {"hidden_size", 7}, {"context", 3}, {"dropout", 0.0}},
     {{"kind", "language_model"}, {"window", 5}}},
};

core::ExperimentSpec specOf(const Case& each)
{
    return core::specFromJson(
        {{"name", "small"},
         {"task", each.task},
         {"data", {{"sample", {{"kind", "stories"}, {"texts", 16}}}}},
         {"text", {{"tokeniser", "punctuation"}, {"minimum_frequency", 2}}},
         {"model", {{"embedding", {{"dimension", 6}}}, {"network", each.network}}},
         {"training",
          {{"epochs", 100},
           {"maximum_updates", 40},
           {"batch_size", 8},
           {"optimiser", {{"kind", "sgd"}, {"learning_rate", 2.0}}},
           {"clip_norm", 0.25},
           {"threads", 1},
           {"checkpoint_seconds", 0.0}}}});
}

/// The first `updates` batches, as the training makes them.
Json batchesOf(const core::ExperimentSpec& spec, const core::LanguageTexts& texts, size_t updates)
{
    Json batches = Json::array();
    const core::BatchPlan plan = core::planStream(texts.lengths(), spec.training.batchSize);
    while (batches.size() < updates)
        for (int64_t i = 0; i < plan.batchCount() && batches.size() < updates; ++i) {
            const core::PlainLanguageBatch plain = core::plainBatch(texts, plan.batch(i));
            batches.push_back({{"begins", i == 0},
                               {"rows", plan.batch(i).size()},
                               {"ids", plain.input.ids},
                               {"labels", plain.labels}});
        }
    return batches;
}

/// Trains, and writes what Python needs to do the same.
void writeCase(const Case& each, const std::filesystem::path& folder)
{
    const QTemporaryDir place;
    const std::filesystem::path root = place.path().toStdString();
    const core::ExperimentSpec spec = specOf(each);
    std::filesystem::create_directories(folder);
    core::TrainingListener listener;
    listener.started = [&](const core::StartReport&) {
        core::exportRun(root / "run", "last", "python", folder / "module");
    };
    core::RunControl control;
    const core::EndReport end = core::train(spec, root / "run", control, listener);
    QVERIFY2(end.state == core::RunState::Completed, small::sentence(end));
    const core::CorpusPart rows
        = core::loadCorpus(spec.data, core::columnsOfTask(spec.task.kind), core::Monitor()).train;
    const core::TextPipeline pipeline = core::TextPipeline::load(root / "run");
    const core::LanguageTexts texts = core::LanguageTexts::encoded(
        rows.texts(), {}, pipeline, core::languageOptions(spec), core::Monitor());
    Json losses = Json::array();
    for (const core::UpdateReport& update : core::readRunHistory(root / "run").updates)
        losses.push_back(update.loss);
    const Json training{{"batches", batchesOf(spec, texts, losses.size())},
                        {"learning_rate", spec.training.optimiser.options.at("learning_rate")},
                        {"clip_norm", spec.training.clipNorm},
                        {"losses", losses}};
    core::writeFileAtomically(folder / "training.json", training.dump());
}

} // namespace

/// Forty updates from the same weights over the same windows, states carried on: each loss is that
/// of Python's PyTorch to 1e-4.
class LanguageParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLossIsThatOfPython()
    {
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/language_parity.py", kCases, writeCase);
    }
};
UNROLL_TEST(LanguageParityTest, QCoreApplication)
#include "language_parity_test.moc"
