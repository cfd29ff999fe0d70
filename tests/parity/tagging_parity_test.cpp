#include "core/base/atomic_file.h"
#include "core/data/corpus.h"
#include "core/data/tokens.h"
#include "core/probe/open_run.h"
#include "core/task/batch_plan.h"
#include "core/task/tagging/tagging_questions.h"
#include "core/task/task_kinds.h"
#include "tests/core/train/small_run.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <QTemporaryDir>

using core::Json;

namespace {

struct Case {
    std::string name;
    Json task, network;
};

const Json kLstm = {{"kind", "lstm"}, {"hidden_size", 7}, {"dropout", 0.0}};
const Json kCnn = {{"kind", "cnn"}, {"dimension", 5}, {"filters", 6}};

const std::vector<Case> kCases{
    {"softmax", {{"head", {{"kind", "softmax"}}}}, kLstm},
    {"crf", {{"head", {{"kind", "crf"}}}}, kLstm},
    {"crf_characters_and_cases",
     {{"head", {{"kind", "crf"}}}, {"characters", kCnn}, {"case_features", 3}},
     kLstm},
    {"crf_free_character_lstm",
     {{"head", {{"kind", "crf"}, {"constrained", false}}},
      {"characters", {{"kind", "lstm"}, {"dimension", 4}, {"hidden_size", 3}}}},
     {{"kind", "gru"}, {"hidden_size", 6}, {"dropout", 0.0}}},
    {"transformer_characters",
     {{"head", {{"kind", "softmax"}}}, {"characters", kCnn}},
     {{"kind", "transformer"},
      {"heads", 2},
      {"layers", 1},
      {"feed_forward_size", 10},
      {"dropout", 0.0}}},
};

core::ExperimentSpec specOf(const Case& each)
{
    Json task = {{"kind", "tagging"}};
    task.update(each.task);
    return core::specFromJson(
        {{"task", task},
         {"data", {{"sample", {{"kind", "entities"}, {"texts", 80}}}}},
         {"text", {{"minimum_frequency", 2}, {"maximum_length", 64}}},
         {"model", {{"embedding", {{"dimension", 8}}}, {"network", each.network}}},
         {"training",
          {{"epochs", 2},
           {"batch_size", 8},
           {"clip_norm", 0.5},
           {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
           {"threads", 1},
           {"checkpoint_seconds", 0.0}}}});
}

Json tokenLists(const core::TextColumn& column)
{
    Json lists = Json::array();
    for (const std::string_view row : column) {
        lists.push_back(Json::array());
        for (const std::string_view token : core::tokensOf(row))
            lists.back().push_back(std::string(token));
    }
    return lists;
}

Json batchesOf(const core::ExperimentSpec& spec, const Json& tokens)
{
    std::vector<int32_t> lengths;
    for (const Json& row : tokens)
        lengths.push_back(static_cast<int32_t>(row.size()));
    Json batches = Json::array();
    for (int64_t epoch = 1; epoch <= spec.training.epochs; ++epoch) {
        const core::BatchPlan plan
            = core::planEpoch(lengths, {spec.training.batchSize, 0}, spec.training.seed, epoch);
        for (int64_t i = 0; i < plan.batchCount(); ++i)
            batches.push_back(std::vector<int32_t>(plan.batch(i).begin(), plan.batch(i).end()));
    }
    return batches;
}

/// What we make of a few validation texts at the end.
Json answersOf(const std::filesystem::path& run, const core::CorpusPart& rows)
{
    const auto model = core::openRun(run, "last");
    const core::ScoredTags scored
        = model->ask(core::AskTagScores{{.rows = std::make_shared<const core::CorpusPart>(rows)}});
    Json predicted = Json::array();
    for (const core::TagPrediction& row : scored.rows) {
        predicted.push_back(Json::array());
        for (const int32_t tag : row.predicted)
            predicted.back().push_back(scored.scores.tags[static_cast<size_t>(tag)]);
    }
    return {{"loss", scored.scores.loss}, {"predicted", predicted}};
}

/// Trains, and writes what Python needs to do the same.
void writeCase(const Case& each, const std::filesystem::path& folder)
{
    const QTemporaryDir place;
    const std::filesystem::path run = std::filesystem::path(place.path().toStdString()) / "run";
    const core::ExperimentSpec spec = specOf(each);
    std::filesystem::create_directories(folder);
    core::TrainingListener listener;
    listener.started = [&](const core::StartReport&) {
        core::exportRun(run, "last", "python", folder / "module");
    };
    core::RunControl control;
    const core::EndReport end = core::train(spec, run, control, listener);
    QVERIFY2(end.state == core::RunState::Completed, small::sentence(end));
    QVERIFY(end.step >= 20);
    core::exportRun(run, "last", "python", folder / "trained");
    const core::Corpus data
        = core::loadCorpus(spec.data, core::columnsOfTask(spec.task.kind), core::Monitor());
    const Json tokens = tokenLists(data.train.texts());
    Json losses = Json::array();
    for (const core::UpdateReport& update : core::readRunHistory(run).updates)
        losses.push_back(update.loss);
    const Json training{{"tokens", tokens},
                        {"tags", tokenLists(data.train.texts(1))},
                        {"batches", batchesOf(spec, tokens)},
                        {"learning_rate", spec.training.optimiser.options.at("learning_rate")},
                        {"clip_norm", spec.training.clipNorm},
                        {"losses", losses},
                        {"valid_tokens", tokenLists(data.valid.texts())},
                        {"valid_tags", tokenLists(data.valid.texts(1))},
                        {"answers", answersOf(run, data.valid)}};
    core::writeFileAtomically(folder / "training.json", training.dump());
}

} // namespace

/// Twenty updates of taggers from the same weights over the same batches: each loss is that of
/// Python's autograd to 1e-5, and so are loss and tags of what was trained in the end.
class TaggingParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLossAndTagIsThatOfPython()
    {
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/tagging_parity.py", kCases, writeCase);
    }
};
UNROLL_TEST(TaggingParityTest, QCoreApplication)
#include "tagging_parity_test.moc"
