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
};

core::ExperimentSpec languageSpec(const LanguageCase& each)
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
void writeLanguageCase(const LanguageCase& each, const std::filesystem::path& folder)
{
    const core::ExperimentSpec spec = languageSpec(each);
    const parity::RepeatedTraining training(spec, folder);
    const core::TextPipeline pipeline = core::TextPipeline::load(training.run());
    const core::CorpusPart rows = training.data().train;
    const core::LanguageTexts texts = core::LanguageTexts::encoded(
        rows.texts(), {}, pipeline, core::languageOptions(spec), core::Monitor());
    training.store({{"batches", batchesOf(spec, texts, training.updates())}});
}

} // namespace

/// Forty updates from the same weights over the same windows, states carried on: each loss is that
/// of Python's PyTorch as far as float32 can (parity_cases.py).
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
