#include "core/text/text_pipeline.h"
#include "tests/parity/python.h"
#include "tests/parity/repeated_training.h"
#include "tests/support/test_case.h"

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

/// Trains, and writes what Python needs to do the same.
void writeCase(const Case& each, const std::filesystem::path& folder)
{
    const QTemporaryDir place;
    core::ExperimentSpec spec = small::spec(place.path().toStdString());
    spec.model.network = each.network;
    spec.training.schedule = {"constant", Json::object()};
    spec.training.clipNorm = 0.5;
    const parity::RepeatedTraining training(core::completedSpec(spec), folder);
    const core::CorpusPart rows = training.data().train;
    const Strings texts = rows.texts().strings();
    std::vector<int32_t> lengths;
    for (const auto& ids : core::TextPipeline::load(training.run()).ids(texts, core::Monitor()))
        lengths.push_back(static_cast<int32_t>(ids.size()));
    training.store(
        {{"texts", texts}, {"labels", rows.classes()}, {"batches", training.batches(lengths)}});
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
