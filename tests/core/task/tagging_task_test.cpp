#include "core/base/atomic_file.h"
#include "core/data/cells/cell_text.h"
#include "core/metric/tag_scheme.h"
#include "core/probe/data_answers.h"
#include "core/probe/data_questions.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/probe/tagging/word_divider.h"
#include "core/probe/texts/inspection.h"
#include "core/task/tagging/word_reader.h"
#include "core/text/tokens/unicode.h"
#include "core/train/open_run.h"
#include "core/train/planned_transfer.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/test_case.h"

#include <array>
#include <numeric>
#include <random>

using namespace core;

namespace {

namespace fs = std::filesystem;

/// A small tagger with everything that draws random numbers or looks into words.
Json smallTagger(const char* sample, const Json& options, int texts = 400)
{
    Json task = {{"kind", "tagging"},
                 {"characters", {{"kind", "cnn"}, {"dimension", 8}, {"filters", 8}}},
                 {"case_features", 4},
                 {"word_dropout", 0.1}};
    task.update(options);
    return {{"task", task},
            {"data", {{"sample", {{"kind", sample}, {"texts", texts}}}}},
            {"text", {{"minimum_frequency", 2}, {"maximum_length", 64}}},
            {"model",
             {{"embedding", {{"dimension", 16}, {"dropout", 0.1}}},
              {"network", {{"kind", "lstm"}, {"hidden_size", 16}, {"dropout", 0.1}}}}},
            {"training",
             {{"epochs", 5},
              {"batch_size", 8},
              {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
              {"threads", 1},
              {"checkpoint_seconds", 0.0}}}};
}

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

const Json kCrf = {{"head", {{"kind", "crf"}}}};
const Json kFreeCrf = {{"head", {{"kind", "crf"}, {"constrained", false}}}};

double sum(const std::vector<float>& values, size_t first, size_t count)
{
    return std::accumulate(values.begin() + std::ptrdiff_t(first),
                           values.begin() + std::ptrdiff_t(first + count), 0.0);
}

} // namespace

class TaggingTaskTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path folder(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }
    /// Trained once, asked by several tests.
    fs::path trained(const std::string& name, const Json& json)
    {
        const fs::path run = folder(name);
        if (!fs::exists(run)) {
            const EndReport end = small::train(specFromJson(json), run);
            [&] { QVERIFY2(end.state == RunState::Completed, small::sentence(end)); }();
        }
        return run;
    }
    static Json ofSpeech() { return smallTagger("tagged", Json::object()); }
    static Json ofNames() { return smallTagger("entities", kCrf); }
    fs::path partsOfSpeech() { return trained("pos", ofSpeech()); }
    fs::path names() { return trained("names", ofNames()); }
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

    /// All paths of a short text, enumerated with the scores that the trellis tells.
    void theTrellisIsThatOfAllPaths()
    {
        Json json = smallTagger("entities", kFreeCrf, 64);
        json["training"]["epochs"] = 1;
        const auto model = openRun(trained("free", json), "last");
        const Trellis trellis
            = model->ask(AskTrellis{.example = {.text = "Jordan met May"}, .paths = 4});
        const auto tags = int64_t(trellis.tagNames.size());
        const auto tokens = int64_t(trellis.tokens.size());
        QCOMPARE(tokens, int64_t{3});
        QVERIFY(trellis.hasCrf && !trellis.constrained);
        std::vector<double> scores;
        std::vector<double> marginal(size_t(tags), 0.0); // of the second token
        for (int32_t a = 0; a < tags; ++a)
            for (int32_t b = 0; b < tags; ++b)
                for (int32_t c = 0; c < tags; ++c) {
                    const auto at = [&](const std::vector<float>& of, int64_t i) {
                        return double{of[size_t(i)]};
                    };
                    scores.push_back(at(trellis.start, a) + at(trellis.emissions, a)
                                     + at(trellis.transitions, a * tags + b)
                                     + at(trellis.emissions, tags + b)
                                     + at(trellis.transitions, b * tags + c)
                                     + at(trellis.emissions, 2 * tags + c) + at(trellis.end, c));
                    marginal[size_t(b)] += std::exp(scores.back());
                }
        double all = 0.0;
        for (const double score : scores)
            all += std::exp(score);
        QVERIFY(std::abs(trellis.logPartition - std::log(all)) < 1e-4);
        for (int64_t b = 0; b < tags; ++b)
            QVERIFY(
                std::abs(double{trellis.marginals[size_t(tags + b)]} - marginal[size_t(b)] / all)
                < 1e-5);
        std::sort(scores.rbegin(), scores.rend());
        QCOMPARE(trellis.paths.size(), size_t{4});
        for (size_t i = 0; i < 4; ++i) {
            QVERIFY(std::abs(trellis.paths[i].score - scores[i]) < 1e-4);
            QVERIFY(std::abs(trellis.paths[i].probability - std::exp(scores[i]) / all) < 1e-5);
        }
        QCOMPARE(trellis.withoutChanges.tags, trellis.paths.front().tags);
    }

    /// Illegal moves are on no best path, but probabilities are those that the loss uses.
    void probabilitiesAreOfTheDistributionOfTheLoss()
    {
        Json json = smallTagger("entities", kCrf, 64);
        json["training"]["epochs"] = 1; // As good as untaught: illegal paths are likely.
        const auto model = openRun(trained("constrained", json), "last");
        const std::string text = "Jordan met May";
        const Trellis trellis = model->ask(AskTrellis{.example = {.text = text}});
        QVERIFY(trellis.constrained);
        const TagPath& best = trellis.paths.front();
        std::string tags;
        for (size_t t = 0; t < best.tags.size(); ++t) {
            appendToken(tags, trellis.tagNames[size_t(best.tags[t])]);
            const size_t move = t == 0
                ? 0
                : size_t(best.tags[t - 1]) * trellis.tagNames.size() + size_t(best.tags[t]);
            QVERIFY(t == 0 ? trellis.legalStart[size_t(best.tags[0])] : trellis.legal[move]);
        }
        const States states = model->ask(AskStates{.example = {.text = text, .reference = tags}});
        QVERIFY(states.plain.verdict.lossOfTruth);
        const double nats = *states.plain.verdict.loss * double(best.tags.size());
        QVERIFY2(std::abs(-std::log(best.probability) - nats) < 1e-3,
                 qPrintable(u"%1, not %2"_s.arg(-std::log(best.probability)).arg(nats)));
        const TaggedText tagged = model->ask(AskTags{text});
        QCOMPARE(tagged.tags, best.tags);
        QCOMPARE(tagged.probabilities, trellis.marginals);
        double legal = 0.0; // Of all legal paths.
        const auto all = model->ask(AskTrellis{.example = {.text = text}, .paths = 100000});
        for (const TagPath& path : all.paths)
            legal += path.probability;
        QVERIFY2(legal < 0.99, std::to_string(legal).c_str());
    }

    void aChangedMoveChangesThePath()
    {
        const auto model = openRun(names(), "last");
        const AskTrellis plain{.example = {.text = "Anna met Peter ."}};
        const Trellis before = model->ask(plain);
        QVERIFY(before.constrained);
        AskTrellis question = plain;
        const int32_t first = before.paths.front().tags[0], next = before.paths.front().tags[1];
        question.changes = {{first, next, -1e6}};
        const Trellis after = model->ask(question);
        QVERIFY(after.paths.front().tags[0] != first || after.paths.front().tags[1] != next);
        QCOMPARE(after.withoutChanges.tags, before.paths.front().tags);
        QCOMPARE(after.learnedTransitions, before.learnedTransitions);
        question.changes = {{before.paths.front().tags[0], 1000, 1.0}};
        QVERIFY_THROWS_EXCEPTION(Error, model->ask(question));
    }

    /// Without a CRF the trellis has the softmax in it.
    void withoutACrfMarginalsAreTheSoftmax()
    {
        const auto model = openRun(partsOfSpeech(), "last");
        const std::string text = "The watch can run .";
        const Trellis trellis = model->ask(AskTrellis{.example = {.text = text}});
        const TaggedText tagged = model->ask(AskTags{text});
        QVERIFY(!trellis.hasCrf);
        QCOMPARE(trellis.marginals.size(), tagged.probabilities.size());
        for (size_t i = 0; i < tagged.probabilities.size(); ++i)
            QVERIFY(std::abs(trellis.marginals[i] - tagged.probabilities[i]) < 1e-5F);
        QCOMPARE(trellis.paths.front().tags, tagged.tags);
        QCOMPARE(trellis.withoutCrf.tags, tagged.tags);
    }

    void rawTextIsDividedAsTheTrainingDataAre_data()
    {
        addColumns<QStringList, QString, QString>("training", "raw", "divided");
        newRow("elision",
               QStringList{"l' homme voit l' ami , hier .", "l' ami tombe aujourd'hui .",
                           "qu' il tombe , dit l' homme ."},
               "l'\u00E9clair tombe aujourd'hui, dit l'homme.",
               "l' \u00E9clair tombe aujourd'hui , dit l' homme .");
        newRow("clitics",
               QStringList{"they do n't go to the U.S. , he 's here .", "do it , they do .",
                           "it 's the dog 's ( . )"},
               "They don't go to the U.S. (sandbank's).",
               "They do n't go to the U.S. ( sandbank 's ) .");
        newRow("white space alone",
               QStringList{"hoy, llueve mucho", "si, hoy, claro", "no, @ana #hoy llueve, si"},
               "ma\u00F1ana, @luis llueve http://t.co/aB1, si",
               "ma\u00F1ana, @luis llueve http://t.co/aB1 , si");
        newRow("nothing known", QStringList{"a b"}, "A well-known word, and 3.5 more!",
               "A well-known word , and 3.5 more !");
    }
    /// By the words that it knows, and by where marks stand in them.
    void rawTextIsDividedAsTheTrainingDataAre()
    {
        QFETCH(QStringList, training);
        QFETCH(QString, raw);
        QFETCH(QString, divided);
        Strings texts;
        for (const QString& text : training)
            texts.push_back(text.toStdString());
        TextSpec spec;
        spec.minimumFrequency = 1;
        const TextPipeline pipeline = learnWords(spec, texts, {}, {});
        std::string found;
        for (const std::string& token : WordDivider(pipeline).tokens(raw.toStdString()))
            appendToken(found, token);
        QCOMPARE(QString::fromStdString(found), divided);
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

    void capitalisationIsTold_data()
    {
        addColumns<QString, int>("word", "expected");
        const auto row
            = [](const char* word, WordCase is) { newRow(word, QString::fromUtf8(word), int(is)); };
        row("word", WordCase::Lower);
        row("Word", WordCase::First);
        row("I", WordCase::First);
        row("WORD", WordCase::Upper);
        row("iPhone", WordCase::Mixed);
        row("1999", WordCase::Number);
        row("3.5", WordCase::Number);
        row("B2", WordCase::Digits);
        row("--", WordCase::Other);
        row("Über", WordCase::First);
        row("漢字", WordCase::Other);
    }
    void capitalisationIsTold()
    {
        QFETCH(QString, word);
        QFETCH(int, expected);
        QCOMPARE(int(wordCase(word.toStdString())), expected);
    }

    /// Data divide their tokens: blanks in them, which cleaning may change, do not.
    void tokensWithBlanksAreLearnt()
    {
        TextSpec spec;
        spec.minimumFrequency = 1;
        for (const auto& cleaning :
             {std::vector<Selection>{}, {{"collapse_white_space", Json::object()}}}) {
            spec.cleaning = cleaning;
            std::string row = "about";
            appendToken(row, "10 000");
            auto pipeline = std::make_shared<TextPipeline>(learnWords(spec, Strings{row}, {}, {}));
            const EncodedWords read = WordReader(pipeline, {}, LooksIntoWords::No)
                                          .read(Strings{row, "10\u00A0000"}, {});
            QCOMPARE(read.pieces.lengths, (std::vector<int32_t>{2, 1}));
            QVERIFY(read.pieces.ids[1] != int32_t(kUnknownId));
            QVERIFY(read.pieces.ids[1] != read.pieces.ids[0]);
            QCOMPARE(read.pieces.ids[2], read.pieces.ids[1]);
        }
    }

    /// A text of 5 tokens is read in pieces of 2, 2 and 1; words are kept once.
    void longTextsAreReadInPieces()
    {
        TextSpec spec;
        spec.minimumFrequency = 1;
        spec.maximumLength = 2;
        spec.cleaning = {{"lower_case", Json::object()}};
        const Strings texts{"The cat The dog runs", "cat"};
        auto pipeline = std::make_shared<TextPipeline>(learnWords(spec, texts, {}, {}));
        const WordReader reader(pipeline, learnCharacters(texts), LooksIntoWords::Yes);
        const EncodedWords read = reader.read(texts, {});
        QCOMPARE(read.pieces.lengths, (std::vector<int32_t>{2, 2, 1, 1}));
        QCOMPARE(read.starts, (std::vector<int64_t>{0, 5, 6}));
        QCOMPARE(read.pieces.forms, (std::vector<int32_t>{1, 2, 1, 3, 4, 2}));
        QCOMPARE(read.pieces.ids[0], int32_t(pipeline->id("the")));
        const std::vector<int32_t> items{1, 3};
        const PaddedIds padded = read.pieces.padded(items);
        QVERIFY(padded.words.has_value());
        QCOMPARE(padded.words->ofToken, (std::vector<int64_t>{1, 2, 3, 0}));
        QCOMPARE(padded.words->lengths, (std::vector<int64_t>{1, 3, 3, 3})); // none, The, dog, cat
        QCOMPARE(padded.words->cases[1], int64_t(WordCase::First));
    }
};

UNROLL_TEST(TaggingTaskTest, QCoreApplication)
#include "tagging_task_test.moc"
