#include "core/base/atomic_file.h"
#include "core/data/corpus.h"
#include "core/probe/open_run.h"
#include "core/task/batch_plan.h"
#include "core/task/task_kinds.h"
#include "core/text/text_pipeline.h"
#include "tests/core/train/small_run.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <QTemporaryDir>

using core::Json;

namespace {

struct Case {
    std::string name;
    core::Selection network;
};

const std::vector<Case> kCases{
    {"bilstm_attention",
     {"lstm", {{"hidden_size", 7}, {"dropout", 0.0}, {"pooling", {{"kind", "attention"}}}}}},
    {"bilstm_last_two_layers",
     {"lstm",
      {{"hidden_size", 5}, {"layers", 2}, {"dropout", 0.0}, {"pooling", {{"kind", "last"}}}}}},
    {"gru_maximum",
     {"gru", {{"hidden_size", 6}, {"dropout", 0.0}, {"pooling", {{"kind", "maximum"}}}}}},
    {"fasttext", {"fasttext", {{"buckets", 100}}}},
};

/// The batches of all epochs, as the training makes them.
Json batchesOf(const core::ExperimentSpec& spec, const std::vector<int32_t>& lengths)
{
    Json batches = Json::array();
    for (int64_t epoch = 1; epoch <= spec.training.epochs; ++epoch) {
        const core::BatchPlan plan
            = core::planEpoch(lengths, {spec.training.batchSize, 0}, spec.training.seed, epoch);
        for (int64_t i = 0; i < plan.batchCount(); ++i)
            batches.push_back(std::vector<int32_t>(plan.batch(i).begin(), plan.batch(i).end()));
    }
    return batches;
}

/// Trains, and writes what Python needs to do the same.
void writeCase(const Case& each, const std::filesystem::path& folder)
{
    const QTemporaryDir place;
    const std::filesystem::path root = place.path().toStdString();
    core::ExperimentSpec spec = small::spec(root);
    spec.model.network = each.network;
    spec.training.schedule = {"constant", Json::object()};
    spec.training.clipNorm = 0.5;
    spec = core::completedSpec(spec);
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
    const std::vector<std::string> texts = rows.texts().strings();
    const core::TextPipeline pipeline = core::TextPipeline::load(root / "run");
    std::vector<int32_t> lengths;
    for (const auto& ids : pipeline.ids(texts, core::Monitor()))
        lengths.push_back(static_cast<int32_t>(ids.size()));
    Json losses = Json::array();
    for (const core::UpdateReport& update : core::readRunHistory(root / "run").updates)
        losses.push_back(update.loss);
    const Json training{{"texts", texts},
                        {"labels", rows.classes()},
                        {"batches", batchesOf(spec, lengths)},
                        {"learning_rate", spec.training.optimiser.options.at("learning_rate")},
                        {"clip_norm", spec.training.clipNorm},
                        {"losses", losses}};
    core::writeFileAtomically(folder / "training.json", training.dump());
}

} // namespace

/// Three epochs from the same weights over the same batches: each update's loss is that of
/// Python's PyTorch to 1e-4.
class TrainingParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLossIsThatOfPython()
    {
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/training_parity.py", kCases, writeCase);
    }
};
UNROLL_TEST(TrainingParityTest, QCoreApplication)
#include "training_parity_test.moc"
