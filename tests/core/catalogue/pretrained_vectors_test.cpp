#include "core/catalogue/pretrained_vectors.h"

#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "tests/core/data/data_files.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using core::DataDecision;
using core::ExperimentSpec;

namespace {

/// Lines as those of GloVe, with 24 numbers each.
std::string vectors()
{
    std::string all;
    for (const char* word : {"the", "of", "film", "good", "bad"}) {
        all += word;
        for (int i = 0; i < 24; ++i)
            all += " 0." + std::to_string(i + 1);
        all += "\n";
    }
    return all;
}

} // namespace

class PretrainedVectorsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pathsAreSortedByWhatIsInThem()
    {
        const DataFiles files;
        const std::string texts = files.file("glove.txt", "the film was good\n"),
                          own = files.file("reviews.csv", vectors());
        const core::SortedPaths sorted = core::sortedPaths({own, texts, "/nowhere"});
        QCOMPARE(sorted.data, (Strings{texts, "/nowhere"}));
        QVERIFY(sorted.vectors);
        QCOMPARE(sorted.vectors->path, own);
        QCOMPARE(sorted.vectors->dimension, int64_t{24});
        QVERIFY(!core::sortedPaths({texts}).vectors);
    }

    void theEmbeddingStartsFromThem()
    {
        std::vector<DataDecision> decisions{
            {"text.tokeniser", "basic_english", {}, {}},
            {"model.embedding.dimension", "100", {"A token's vector has 100 numbers.", {}}, {}}};
        const ExperimentSpec preset = core::findPreset("reviews").spec;
        const ExperimentSpec spec = core::withVectors(preset, {"/a/glove.txt", 24}, decisions);
        QCOMPARE(spec.model.embedding.vectors, "/a/glove.txt"s);
        QCOMPARE(spec.model.embedding.dimension, int64_t{24});
        QCOMPARE(decisions.size(), size_t{3}); // The one about the dimension is replaced.
        QCOMPARE(decisions[1].path, "model.embedding.vectors"s);
        QCOMPARE(decisions[1].what.plain(),
                 "The network starts from the word vectors in glove.txt."s);
        QCOMPARE(decisions[2].path, "model.embedding.dimension"s);
        QCOMPARE(decisions[2].value, "24"s);
        // Nothing to say about a dimension that the set-up has already.
        decisions.clear();
        core::withVectors(spec, {"/a/other.txt", 24}, decisions);
        QCOMPARE(decisions.size(), size_t{1});
    }

    /// The output cannot share the rows of an embedding of another dimension than the states have.
    void sharedWeightsOfALanguageModelAreSeparated()
    {
        ExperimentSpec model;
        for (const core::Preset& each : core::presets())
            if (each.spec.task.kind == "language_model"
                && each.spec.task.options.value("tied", false)
                && each.spec.model.network.options.contains("hidden_size")
                && each.spec.text.tokeniser.kind == "white_space")
                model = each.spec;
        QCOMPARE(model.task.kind, "language_model"s);
        std::vector<DataDecision> decisions;
        const ExperimentSpec spec = core::withVectors(model, {"/a/glove.txt", 24}, decisions);
        QCOMPARE(spec.task.options.at("tied").get<bool>(), false);
        QCOMPARE(decisions.back().path, "task.tied"s);
        QVERIFY(core::crossCheck(spec).empty());
    }

    void networksThatCannotStartFromThemAreNamed_data()
    {
        addColumns<QString, QString>("preset", "advice");
        newRow("translation", u"reverse"_s, u"Choose a task that reads one text"_s);
        newRow("characters", u"names"_s, u"Choose a tokeniser of words"_s);
        newRow("heads", u"imdb-transformer"_s, u"heads"_s); // Which 25 cannot be divided by.
    }
    void networksThatCannotStartFromThemAreNamed()
    {
        QFETCH(QString, preset);
        QFETCH(QString, advice);
        const ExperimentSpec spec = core::findPreset(preset.toStdString()).spec;
        std::vector<DataDecision> decisions;
        const core::Failure failure = support::failureOf([&] {
            core::withVectors(spec, {"/a/v.vec", 25}, decisions);
        });
        QCOMPARE(failure.code, core::ErrorCode::BadSetting);
        QVERIFY2(QString::fromStdString(failure.sentence()).contains(advice),
                 failure.sentence().c_str());
        QVERIFY(decisions.empty());
    }
};

UNROLL_TEST(PretrainedVectorsTest, QCoreApplication)
#include "pretrained_vectors_test.moc"
