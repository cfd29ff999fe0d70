#include "core/data/cells/cell_text.h"
#include "core/probe/tagging/tagging_questions.h"
#include "tests/parity/python.h"
#include "tests/parity/repeated_training.h"
#include "tests/support/test_case.h"

using core::Json;

namespace {

struct TaggingCase {
    std::string name;
    Json task, network;
};

const Json kLstm = {{"kind", "lstm"}, {"hidden_size", 7}, {"dropout", 0.0}};
const Json kCnn = {{"kind", "cnn"}, {"dimension", 5}, {"filters", 6}};

const std::vector<TaggingCase> kTaggingCases{
    {"softmax", {{"head", {{"kind", "softmax"}}}}, kLstm},
    {"crf", {{"head", {{"kind", "crf"}}}}, kLstm},
    {"crf_characters_and_cases",
     {{"head", {{"kind", "crf"}}}, {"characters", kCnn}, {"case_features", 3}},
     kLstm},
    {"crf_free_character_lstm",
     {{"head", {{"kind", "crf"}, {"constrained", false}}},
      {"characters", {{"kind", "lstm"}, {"dimension", 4}, {"hidden_size", 3}}}},
     {{"kind", "gru"}, {"hidden_size", 6}, {"dropout", 0.0}}},
    {"features_alone", {{"features", Json::array({"2"})}, {"feature_dimension", 5}}, kLstm},
    {"crf_features_and_characters",
     {{"head", {{"kind", "crf"}}},
      {"characters", kCnn},
      {"case_features", 3},
      {"features", Json::array({"2"})}},
     kLstm},
    {"transformer_characters",
     {{"head", {{"kind", "softmax"}}}, {"characters", kCnn}},
     {{"kind", "transformer"},
      {"heads", 2},
      {"layers", 1},
      {"feed_forward_size", 10},
      {"dropout", 0.0}}},
};

core::ExperimentSpec taggingSpec(const TaggingCase& each)
{
    Json task = {{"kind", "tagging"}};
    task.update(each.task);
    task.erase("features"); // readColumns() adds them: the sample has no columns.
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

/// Writes the training texts of `spec` into a file of the columns word, value and tag, which is
/// read instead of them: the value of a word is one of five, by its length.
void readColumns(core::ExperimentSpec& spec, const std::filesystem::path& file)
{
    const core::CorpusPart rows
        = core::loadCorpus(spec.data, core::columnsOfTask(spec.task.kind), core::Monitor()).train;
    std::string text;
    for (size_t row = 0; row < rows.size(); ++row) {
        const auto tokens = core::tokensOf(rows.texts()[row]),
                   tags = core::tokensOf(rows.texts(1)[row]);
        for (size_t i = 0; i < tokens.size(); ++i)
            text += std::string(tokens[i]) + " v" + std::to_string(tokens[i].size() % 5) + " "
                + std::string(tags[i]) + "\n";
        text += "\n";
    }
    core::writeFileAtomically(file, text);
    spec.data = core::DataSpec();
    spec.data.train = {file.string()};
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

std::vector<int32_t> lengthsOf(const Json& tokens)
{
    std::vector<int32_t> lengths;
    for (const Json& row : tokens)
        lengths.push_back(static_cast<int32_t>(row.size()));
    return lengths;
}

/// Our predictions for a few validation texts at the end.
Json taggedAnswers(const std::filesystem::path& run, const core::CorpusPart& rows)
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
void writeTaggingCase(const TaggingCase& each, const std::filesystem::path& folder)
{
    core::ExperimentSpec spec = taggingSpec(each);
    if (each.task.contains("features")) {
        std::filesystem::create_directories(folder);
        readColumns(spec, folder / "columns.txt");
        spec.task.options["features"] = each.task.at("features");
        spec.training.epochs = 3; // Some of the texts are held out.
    }
    const parity::RepeatedTraining training(spec, folder);
    QVERIFY(training.updates() >= 20);
    core::exportRun(training.run(), "last", "python", folder / "trained");
    const core::Corpus data = training.data();
    const Json tokens = tokenLists(data.train.texts());
    const bool columns = data.train.columns.size() > 2;
    training.store({{"tokens", tokens},
                    {"features", columns ? tokenLists(data.train.texts(2)) : Json()},
                    {"valid_features", columns ? tokenLists(data.valid.texts(2)) : Json()},
                    {"tags", tokenLists(data.train.texts(1))},
                    {"batches", training.batches(lengthsOf(tokens))},
                    {"valid_tokens", tokenLists(data.valid.texts())},
                    {"valid_tags", tokenLists(data.valid.texts(1))},
                    {"answers", taggedAnswers(training.run(), data.valid)}});
}

} // namespace

/// Twenty updates of taggers from the same weights over the same batches: each loss is that of
/// Python's autograd as far as float32 can (parity_cases.py), and so are loss and tags of what was
/// trained in the end.
class TaggingParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLossAndTagIsThatOfPython()
    {
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/tagging_parity.py", kTaggingCases,
                                writeTaggingCase);
    }
};
UNROLL_TEST(TaggingParityTest, QCoreApplication)
#include "tagging_parity_test.moc"
