#include "core/task/language_model/language_texts.h"
#include "tests/parity/python.h"
#include "tests/parity/repeated_training.h"
#include "tests/support/test_case.h"

using core::Json;

namespace {

struct LanguageCase {
    std::string name;
    Json network, task;
};

const std::vector<LanguageCase> kLanguageCases{
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
    {"own_predictions",
     {{"kind", "gru"}, {"hidden_size", 7}, {"dropout", 0.0}},
     {{"kind", "class_to_text"},
      {"teacher_forcing", {{"kind", "constant"}, {"ratio", 0.0}}},
      {"condition", "every_input"}}},
};

core::ExperimentSpec languageSpec(const LanguageCase& each)
{
    const bool conditional = each.task.at("kind") != "language_model";
    return core::specFromJson(
        {{"name", "small"},
         {"task", each.task},
         {"data", {{"sample", {{"kind", conditional ? "names" : "stories"}, {"texts", 16}}}}},
         {"text",
          {{"tokeniser", conditional ? "character" : "punctuation"}, {"minimum_frequency", 2}}},
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

/// The same of texts that are read by themselves, with what each is written for.
Json batchesOfLines(const parity::RepeatedTraining& training, const core::LanguageTexts& texts)
{
    Json batches = Json::array();
    const std::vector<int32_t> lengths(texts.lengths().begin(), texts.lengths().end());
    for (const Json& items : training.batches(lengths)) {
        if (batches.size() == training.updates())
            break;
        const core::PlainLanguageBatch plain
            = core::plainBatch(texts, items.get<std::vector<int32_t>>());
        Json classes = Json::array();
        for (const core::TextCondition& condition : plain.conditions)
            classes.push_back(condition.classIndex);
        batches.push_back({{"ids", plain.input.ids},
                           {"lengths", plain.input.lengths},
                           {"labels", plain.labels},
                           {"classes", classes}});
    }
    return batches;
}

/// Trains, and writes what Python needs to do the same.
void writeLanguageCase(const LanguageCase& each, const std::filesystem::path& folder)
{
    const core::ExperimentSpec spec = languageSpec(each);
    const parity::RepeatedTraining training(spec, folder);
    const core::TextPipeline pipeline = core::TextPipeline::load(training.run());
    const core::CorpusPart rows = training.data().train;
    const bool conditional = core::hasClasses(spec);
    const core::LanguageTexts texts = core::LanguageTexts::encoded(
        rows.texts(), {conditional ? rows.classes() : std::vector<int32_t>()}, pipeline,
        core::languageOptions(spec), core::Monitor());
    training.store({{"batches",
                     conditional ? batchesOfLines(training, texts)
                                 : batchesOf(spec, texts, training.updates())}});
}

} // namespace

/// Forty updates from the same weights over the same windows, states carried on, or over the same
/// texts, of which the network reads its own predictions: each loss is that of Python's PyTorch as
/// far as float32 can (parity_cases.py).
class LanguageParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyLossIsThatOfPython()
    {
        parity::compareInPython(UNROLL_PARITY_SCRIPTS "/language_parity.py", kLanguageCases,
                                writeLanguageCase);
    }
};
UNROLL_TEST(LanguageParityTest, QCoreApplication)
#include "language_parity_test.moc"
