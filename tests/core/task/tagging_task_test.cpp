#include "core/base/atomic_file.h"
#include "core/probe/data_answers.h"
#include "core/probe/data_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/texts/inspection.h"
#include "core/train/open_run.h"
#include "core/train/planned_transfer.h"
#include "tests/core/task/small_taggers.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/test_case.h"

#include <array>
#include <cmath>
#include <numeric>
#include <random>

using namespace core;
using taggers::kCrf;
using taggers::smallTagger;

namespace {

namespace fs = std::filesystem;

/// Sentences in the columns word, value, number and tag: the tag of a word is that of its value,
/// and neither the word nor those around it tell it.
std::string sentencesInColumns(int count)
{
    const std::array<const char*, 4> values{"alpha", "beta", "gamma", "delta"};
    const std::array<const char*, 4> tags{"A", "B", "C", "D"};
    std::mt19937 draws(7);
    std::string text;
    for (int i = 0; i < count; ++i) {
        for (size_t words = 3 + draws() % 4; words > 0; --words) {
            const size_t value = draws() % values.size();
            text += "w" + std::to_string(draws() % 20) + " " + values[value] + " x"
                + std::to_string(draws() % 3) + " " + tags[value] + "\n";
        }
        text += "\n";
    }
    return text;
}

double sum(const std::vector<float>& values, size_t first, size_t count)
{
    return std::accumulate(values.begin() + std::ptrdiff_t(first),
                           values.begin() + std::ptrdiff_t(first + count), 0.0);
}

} // namespace

class TaggingTaskTest : public QObject, private taggers::TrainedTaggers {
    Q_OBJECT

    /// A tagger of sentencesInColumns() that reads these columns beside the words.
    Json ofColumns(const Json& features)
    {
        const fs::path file = folder("columns.txt");
        if (!fs::exists(file))
            writeFileAtomically(file, sentencesInColumns(300));
        Json json = smallTagger("none",
                                {{"characters", {{"kind", "none"}}},
                                 {"case_features", 0},
                                 {"features", features},
                                 {"feature_dimension", 6}});
        json["data"]["sample"] = {{"kind", "none"}};
        json["data"]["train"] = {file.string()};
        return json;
    }
    static std::shared_ptr<const CorpusPart> rowsOf(const Json& json)
    {
        return readSplitRows(specFromJson(json), "valid", "texts", Monitor());
    }
    static ScoredTags scoredBy(LiveModel& model, const Json& json)
    {
        return model.ask(AskTagScores{{.rows = rowsOf(json)}});
    }

private Q_SLOTS:
    void itLearnsWhatOnlyTheContextTells()
    {
        const auto model = openRun(partsOfSpeech(), "last");
        const TaggingScores scores = scoredBy(*model, ofSpeech()).scores;
        QVERIFY2(scores.accuracy > 0.9, std::to_string(scores.accuracy).c_str());
        QVERIFY(!scores.hasSpans);
        const TaggedText tagged = model->ask(AskTags{"They can book a light can ."});
        QCOMPARE(tagged.tokens.size(), size_t{7});
        const auto tag = [&](size_t token) { return tagged.tagNames[size_t(tagged.tags[token])]; };
        QCOMPARE(tag(1), "AUX"s);
        QCOMPARE(tag(5), "NOUN"s);
        QCOMPARE(tagged.probabilities.size(), 7 * tagged.tagNames.size());
        for (size_t t = 0; t < 7; ++t)
            QVERIFY(std::abs(sum(tagged.probabilities, t * tagged.tagNames.size(),
                                 tagged.tagNames.size())
                             - 1.0)
                    < 1e-5);
    }

    void itFindsNames()
    {
        const auto model = openRun(names(), "last");
        const TaggingScores scores = scoredBy(*model, ofNames()).scores;
        QVERIFY(scores.hasSpans);
        QVERIFY2(scores.spans.f1 > 0.7, std::to_string(scores.spans.f1).c_str());
        QCOMPARE(scores.illegalMoves, int64_t{0}); // constrained
        const RunHistory history = readRunHistory(names());
        QVERIFY(std::abs(scoreValue(history.epochs.back().validScores, "span_f1") - scores.spans.f1)
                < 1e-9);
        QVERIFY(std::abs(history.epochs.back().validLoss - scores.loss) < 1e-5);
        QVERIFY(std::abs(scoreValue(history.epochs.back().validScores, "token_accuracy")
                         - scores.accuracy)
                < 1e-9);
        QVERIFY(!std::isnan(scoreValue(history.updates.front().scores, "token_accuracy")));
    }

    void resumingEqualsTrainingThrough_data()
    {
        addColumn<bool>("crf");
        newRow("softmax", false);
        newRow("crf", true);
    }
    void resumingEqualsTrainingThrough()
    {
        QFETCH(bool, crf);
        Json json = smallTagger("entities", crf ? kCrf : Json::object(), 96);
        json["training"]["epochs"] = 3;
        const ExperimentSpec spec = specFromJson(json);
        const std::string name = crf ? "crf" : "softmax";
        const EndReport whole = small::train(spec, folder(name + " whole"));
        QVERIFY2(whole.state == RunState::Completed, small::sentence(whole));
        const EndReport stopped
            = small::trainUntil(spec, folder(name + " run"), whole.step / 2 + 1);
        QVERIFY2(stopped.state == RunState::Stopped, small::sentence(stopped));
        QCOMPARE(small::resume(folder(name + " run")).state, RunState::Completed);
        QCOMPARE(small::difference(folder(name + " whole"), folder(name + " run")), ""s);
    }

    void columnsBesideTheWordAreFeatures()
    {
        const Json with = ofColumns(Json::array({"2"})), without = ofColumns(Json::array());
        const auto model = openRun(trained("columns", with), "last");
        const auto plain = openRun(trained("no columns", without), "last");
        QVERIFY(scoredBy(*model, with).scores.accuracy > 0.99);
        QVERIFY(scoredBy(*plain, without).scores.accuracy < 0.5);
        const AskTags typed{{.text = "w1 w2 w3", .division = Division::OfData}};
        const AskTags given{
            {.text = "w1 w2 w3", .division = Division::OfData, .features = {"beta alpha delta"}}};
        const TaggedText answer = model->ask(given);
        QCOMPARE(answer.tags, (std::vector<int32_t>{1, 0, 3}));
        QVERIFY(answer.note.empty());
        QCOMPARE(model->ask(typed).note.arguments, Strings{"2"});
        QVERIFY(plain->ask(typed).note.empty());
        for (const DataExample& example : model->ask(AskExamples{.rows = rowsOf(with)}))
            QVERIFY(example.kind != DataExample::Kind::Wrong); // Its values are read, too.
        // A value that is seen less than twice, and one that is not there, are unknown.
        const TaggedText unknown = model->ask(AskTags{
            {.text = "w1 w2 w3", .division = Division::OfData, .features = {"omega omega omega"}}});
        QCOMPARE(unknown.probabilities, model->ask(typed).probabilities);
        QVERIFY(answer.probabilities != unknown.probabilities);
    }

    void resumingWithColumnsEqualsTrainingThrough()
    {
        Json json = ofColumns(Json::array({"2", "3"}));
        json["training"]["epochs"] = 3;
        const ExperimentSpec spec = specFromJson(json);
        const EndReport whole = small::train(spec, folder("columns whole"));
        QVERIFY2(whole.state == RunState::Completed, small::sentence(whole));
        small::trainUntil(spec, folder("columns run"), whole.step / 2 + 1);
        QCOMPARE(small::resume(folder("columns run")).state, RunState::Completed);
        QCOMPARE(small::difference(folder("columns whole"), folder("columns run")), ""s);
    }

    void wrongColumnsAreSaid_data()
    {
        addColumns<std::string, std::string>("column", "words");
        newRow("no such column", "7"s, "column 1, column 2"s);
        newRow("the words", "1"s, "beside words and tags"s);
        newRow("the tags", "4"s, "beside words and tags"s);
        newRow("a name", "xpos"s, "\"xpos\""s);
    }
    void wrongColumnsAreSaid()
    {
        QFETCH(std::string, column);
        QFETCH(std::string, words);
        const EndReport end = small::train(specFromJson(ofColumns(Json::array({column}))),
                                           folder("wrong column " + column));
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(std::string(small::sentence(end)).find(words) != std::string::npos,
                 small::sentence(end));
    }

    void settingsOfColumnsAreChecked()
    {
        const auto problems = [](const Json& features, const char* sample) {
            Json json = smallTagger("tagged", {{"features", features}});
            json["data"]["sample"] = {{"kind", sample}};
            std::vector<Problem> found;
            specFromJson(json, found);
            return std::count_if(found.begin(), found.end(), [](const Problem& problem) {
                return problem.path == "task.features";
            });
        };
        QCOMPARE(problems(Json::array(), "tagged"), 0);
        QCOMPARE(problems(Json::array({"2"}), "tagged"), 1); // A sample has no columns.
        QCOMPARE(problems(Json::array({"2", "2"}), "none"), 1);
        QCOMPARE(problems(Json::array({""}), "none"), 1);
    }

    void givenTokensStayAsTheyAre()
    {
        const auto model = openRun(partsOfSpeech(), "last");
        const Strings tokens{"10\u00A0000", "hoy,", "l'", "."};
        const TaggedText tagged
            = model->ask(AskTags{{.text = "10\u00A0000 hoy, l' .", .division = Division::OfData}});
        QCOMPARE(tagged.tokens, tokens);
        QCOMPARE(tagged.tags.size(), size_t{4});
        QCOMPARE(tagged.known.size(), size_t{4});
    }

    void noTokenOfALongTextIsLeftOut()
    {
        Json json = smallTagger("tagged", Json::object(), 64);
        json["text"]["maximum_length"] = 4;
        json["training"]["epochs"] = 1;
        const auto model = openRun(trained("short", json), "last");
        const TaggedText tagged = model->ask(AskTags{"a b c d e f g h i"});
        QCOMPARE(tagged.tokens.size(), size_t{9});
        QCOMPARE(tagged.tags.size(), size_t{9});
        QCOMPARE(tagged.known.size(), size_t{9});
        const ScoredTags scored = scoredBy(*model, json);
        int64_t tokens = 0;
        for (const TagPrediction& row : scored.rows) {
            QCOMPARE(row.predicted.size(), row.tokens.size());
            tokens += int64_t(row.tokens.size());
        }
        QCOMPARE(scored.scores.tokens, tokens);
        QCOMPARE(scored.scores.texts, int64_t(scored.rows.size()));
    }

    void otherQuestionsAreAnsweredToo()
    {
        const auto model = openRun(names(), "last");
        QVERIFY(!model->ask(AskBriefly{"Anna met Peter in Paris ."}).text.empty());
        QVERIFY(model->ask(AskExamples{.rows = rowsOf(ofNames())}).size() >= 2);
        const Inspection inspection = model->ask(AskInspection{"Anna met Peter"});
        QCOMPARE(inspection.tokens.size(), size_t{3});
        QCOMPARE(inspection.embeddings.size(), size_t{3});
        QVERIFY(model->ask(AskTags{""}).tokens.size() == 1);
        QVERIFY(model->summary().parameters > 0);
    }

    void spansAreNotWatchedWhereThereAreNone()
    {
        Json json = smallTagger("tagged", Json::object(), 64);
        json["training"]["monitor"] = "valid_span_f1";
        const EndReport end = small::train(specFromJson(json), folder("refused"));
        QCOMPARE(end.state, RunState::Failed);
        QVERIFY2(small::contains(end, "mark no spans"), small::sentence(end));
    }

    void whatDoesNotGoTogetherIsSaid()
    {
        const auto problems = [](const Json& json) {
            std::vector<Problem> found;
            specFromJson(json, found);
            return inSentences(found);
        };
        Json json = smallTagger("entities", kCrf);
        QCOMPARE(problems(json), ""s);
        json["training"]["label_smoothing"] = 0.1;
        QVERIFY(problems(json).find("label_smoothing") != std::string::npos);
        json = smallTagger("tagged", Json::object());
        json["model"]["network"] = {{"kind", "mean"}}; // no states of tokens
        QVERIFY(problems(json).find("cannot be used for the task") != std::string::npos);
        QVERIFY(!specToJson(specFromJson(smallTagger("tagged", Json::object())))
                     .at("text")
                     .contains("tokeniser"));
    }

    /// N12: words, embedding and recurrent layer of a classifier, which knows no characters.
    void itStartsFromAClassifier()
    {
        const QTemporaryDir place;
        const fs::path root = place.path().toStdString();
        ExperimentSpec classifier = small::spec(root);
        classifier.training.epochs = 1;
        QCOMPARE(small::train(classifier, root / "classifier").state, RunState::Completed);
        Json json
            = smallTagger("tagged", {{"characters", {{"kind", "none"}}}, {"case_features", 0}}, 64);
        json["model"] = {{"embedding", {{"dimension", 6}}},
                         {"network", {{"kind", "lstm"}, {"hidden_size", 5}}},
                         {"start", {{"from", (root / "classifier").string()}}}};
        json["training"]["epochs"] = 1;
        const ExperimentSpec spec = specFromJson(json);
        const EndReport end = small::trainUntil(spec, root / "tagger", 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        QCOMPARE(readFile(root / "tagger/vocabulary.txt"),
                 readFile(root / "classifier/vocabulary.txt"));
        const ModelSummary summary = plannedModel(spec, {.vocabularySize = 5, .classes = 9});
        std::string notes;
        for (const Message& note : summary.notes)
            notes += note.plain() + "\n";
        QVERIFY2(notes.find("encoder.rnn") < notes.find("Begun anew"), notes.c_str());
    }
};

UNROLL_TEST(TaggingTaskTest, QCoreApplication)
#include "tagging_task_test.moc"
