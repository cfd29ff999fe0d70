#include "core/catalogue/spec_settings.h"
#include "core/exchange/vectors.h"
#include "core/probe/texts/neighbours.h"
#include "core/probe/word_vectors/word_vector_questions.h"
#include "core/task/word_vectors/word_questions.h"
#include "core/train/open_run.h"
#include "tests/core/train/run_comparison.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <cmath>
#include <fstream>
#include <map>
#include <set>

using namespace core;

namespace {

namespace fs = std::filesystem;

/// Two worlds whose words never meet: what is seen together is similar.
void writeWorlds(const fs::path& path)
{
    const std::array<Strings, 2> worlds{
        Strings{"sea", "ship", "wave", "harbour", "sailor", "anchor", "island", "storm"},
        Strings{"bread", "oven", "flour", "baker", "butter", "kitchen", "dough", "yeast"}};
    std::ofstream file(path);
    unsigned state = 17;
    for (int line = 0; line < 900; ++line) {
        for (int word = 0; word < 9; ++word) {
            state = state * 1664525U + 1013904223U;
            file << worlds[size_t(line) % 2][(state >> 16U) % 8] << ' ';
        }
        file << '\n';
    }
}

void writeFile(const fs::path& path, const std::string& content)
{
    std::ofstream(path) << content;
}

} // namespace

class WordVectorsTaskTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    fs::path path(const std::string& name) const
    {
        return fs::path(m_folder.path().toStdString()) / name;
    }

    static Json network(const std::string& kind)
    {
        if (kind == "glove")
            return {{"kind", kind}, {"window", 4}};
        return {{"kind", kind}, {"buckets", 1000000}, {"threshold", 0.0}};
    }

    Json experiment(const std::string& kind) const
    {
        return {{"task", {{"kind", "word_vectors"}, {"questions", {path("pairs.tsv").string()}}}},
                {"data", {{"train", {path("worlds.txt").string()}}, {"valid_fraction", 0.1}}},
                {"text", {{"minimum_frequency", 1}}},
                {"model", {{"embedding", {{"dimension", 12}}}, {"network", network(kind)}}},
                {"training",
                 {{"epochs", 3},
                  {"batch_size", 16},
                  {"optimiser", {{"kind", "sgd"}, {"learning_rate", 0.02}}},
                  {"threads", 1},
                  {"checkpoint_seconds", 0.0}}}};
    }

private Q_SLOTS:
    void initTestCase()
    {
        writeWorlds(path("worlds.txt"));
        writeFile(path("pairs.tsv"),
                  "sea\tship\t9\nbread\toven\t8\nsea\toven\t1\nBread\tWave\t0.5\nsea\tmoon\t5\r\n");
    }

    /// The vectors of a run start another task as those of a file do, and are then its own.
    void aClassifierStartsFromARun()
    {
        QCOMPARE(small::shortfall(
                     small::train(specFromJson(experiment("skip_gram")), path("source run"))),
                 ""s);
        const auto source = openRun(path("source run"), "last");
        writeFile(path("texts.csv"),
                  "text,label\nthe sea,wet\nthe oven,dry\nsea and ship,wet\n"
                  "oven and flour,dry\nthe wave,wet\n");
        ExperimentSpec spec;
        spec.data.train = {path("texts.csv").string()};
        spec.data.validFraction = 0.2;
        spec.text.minimumFrequency = 1;
        spec.model.network = {"mean", Json::object()};
        spec.model.embedding = {.dimension = 12,
                                .vectors = path("source run").string(),
                                .fileWords = true,
                                .frozen = true};
        spec.training.epochs = 1;
        spec.training.threads = 1;
        QCOMPARE(small::shortfall(small::train(completedSpec(spec), path("run"))), ""s);
        fs::remove_all(path("source run"));
        const auto model = openRun(path("run"), "last");
        // "yeast" is in no text of the classifier.
        const auto ours = model->ask(AskNeighbours{"yeast", 3}).nearest.front();
        const auto theirs = source->ask(AskNeighbours{"yeast", 3}).nearest.front();
        QCOMPARE(ours.size(), size_t{3});
        for (size_t i = 0; i < ours.size(); ++i) {
            QCOMPARE(ours[i].token, theirs[i].token);
            QVERIFY(std::abs(ours[i].cosine - theirs[i].cosine) < 1e-6);
        }
    }

    void wordsThatOccurTogetherBecomeNeighbours_data()
    {
        addColumn<QString>("kind");
        newRow("skip-gram", QStringLiteral("skip_gram"));
        newRow("CBOW", QStringLiteral("cbow"));
    }

    void wordsThatOccurTogetherBecomeNeighbours()
    {
        QFETCH(QString, kind);
        const fs::path run = path(kind.toStdString());
        const EndReport end = small::train(specFromJson(experiment(kind.toStdString())), run);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        const RunHistory history = readRunHistory(run);
        QCOMPARE(history.epochs.size(), size_t{3});
        // At first 6 ln 2 = 4.16. The best: of the 5 negatives half are of the same world, so that
        // σ = 1 / 3.5 there, which is ln 3.5 + 2.5 ln 1.4 = 2.09.
        QVERIFY(history.epochs[2].validLoss > 2.0 && history.epochs[2].validLoss < 2.25);
        // ρ of four of five pairs, all in the right order but for ties within a world.
        QVERIFY(scoreValue(history.epochs[2].validScores, "similarity") > 0.79);
        QCOMPARE(scoreValue(history.epochs[2].validScores, "covered_pairs"), 0.8);

        const auto model = openRun(run, "last");
        const Neighbours near = model->ask(AskNeighbours{"anchor", 3});
        QCOMPARE(near.tokens, Strings{"anchor"});
        QCOMPARE(near.features, int64_t{12});
        const Strings sea{"sea", "ship", "wave", "harbour", "sailor", "island", "storm"};
        for (const Neighbour& each : near.nearest.front())
            QVERIFY(std::find(sea.begin(), sea.end(), each.token) != sea.end());
        // An unseen word is near to words that share its parts.
        const Neighbours unseen = model->ask(AskNeighbours{"sailors", 1});
        QCOMPARE(unseen.nearest.front().front().token, "sailor"s);
        QVERIFY(model->ask(AskNeighbours{"qqqq", 1}).nearest.front().empty());

        const WordSum sum = model->ask(AskWordSum{"bread + butter - sea", 4});
        QCOMPARE(sum.signs, (std::vector<double>{1.0, 1.0, -1.0}));
        for (const Neighbour& each : sum.nearest) {
            QVERIFY(std::find(sea.begin(), sea.end(), each.token) == sea.end());
            QVERIFY(each.token != "bread" && each.token != "butter");
        }
        const auto refusal = [&](const std::string& text) {
            return support::failureOf([&] { model->ask(AskWordSum{text, 1}); }).sentence();
        };
        for (const auto& [text, expected] : std::initializer_list<std::array<std::string, 2>>{
                 {"bread - qqqq", "no vector for \"qqqq\""},
                 {"qqqq - bread + xxxx - qqqq", "for 2 of the words: \"qqqq\", \"xxxx\""},
                 {"bread - - sea", "Two signs, \"-\" and \"-\""},
                 {"bread sea", "no sign between \"bread\" and \"sea\""},
                 {"bread +", "Behind the last \"+\""},
                 {"+", "has no word"},
                 {"bread-sea+ship", "no word \"bread-sea+ship\""},
                 {"bread-sea", "spaces around these"},
                 {"bread,sea + ship", "\"bread,sea\": the tokeniser divides it into 3 tokens"},
                 {"bread - bread", "is zero"}})
            QVERIFY2(refusal(text).find(expected) != std::string::npos, refusal(text).c_str());
        QCOMPARE(model->ask(AskWordSum{"- sea + bread", 1}).signs,
                 (std::vector<double>{-1.0, 1.0}));
        // Without a sum the network proposes one of words that it has.
        QCOMPARE(model->ask(AskWordSum{"", 1}).words.size(), size_t{2});

        fs::create_directories(path("other"));
        ExperimentSpec other;
        other.model.embedding.vectors = run.string();
        other.model.embedding.dimension = 50;
        const Failure dimension
            = support::failureOf([&] { withVectorsOfRun(other, path("other")); });
        QCOMPARE(dimension.code, ErrorCode::BadSetting);
        QVERIFY2(dimension.sentence().find("The vectors in " + run.string() + " have 12")
                     != std::string::npos,
                 dimension.sentence().c_str());
        QCOMPARE(support::failureOf([&] {
                     withValue(specFromJson(experiment("cbow")), "text.maximum_length", "9");
                 }).code,
                 ErrorCode::BadSetting);

        const WordScores scores = model->ask(AskWordScores());
        QCOMPARE(scores.files.size(), size_t{1});
        QCOMPARE(scores.files[0].pairs.asked, int64_t{5});
        QCOMPARE(scores.files[0].pairs.covered, int64_t{4});
        // So few say little, which is told with the scores and before the training.
        const Json said = toJson(readoutOf<AskWordScores>(scores));
        QCOMPARE(said.at("remarks").size(), size_t{1});
        QCOMPARE(said.at("questions")[0].at("kind"), Json("pairs"));
        std::ifstream events(run / "events.jsonl");
        std::string start;
        std::getline(events, start);
        QVERIFY2(start.find("only 4 of its 5 pairs") != std::string::npos, start.c_str());
        QCOMPARE(scores.files[0].spearman, scoreValue(history.epochs[2].validScores, "similarity"));
    }

    void aResumedRunEqualsAnUninterruptedOne_data()
    {
        addColumn<QString>("kind");
        addColumn<int>("batch");
        newRow("skip-gram", QStringLiteral("skip_gram"), 16);
        newRow("GloVe", QStringLiteral("glove"), 1);
    }

    void aResumedRunEqualsAnUninterruptedOne()
    {
        QFETCH(QString, kind);
        QFETCH(int, batch);
        Json json = experiment(kind.toStdString());
        json["training"]["batch_size"] = batch;
        json["training"]["epochs"] = 6;
        const ExperimentSpec spec = specFromJson(json);
        const fs::path whole = path("whole " + kind.toStdString());
        const fs::path stopped = path("stopped " + kind.toStdString());
        const EndReport end = small::train(spec, whole);
        QVERIFY2(end.state == RunState::Completed, small::sentence(end));
        small::trainUntil(spec, stopped, end.step / 2 + 1);
        QVERIFY(small::resume(stopped).state == RunState::Completed);
        QCOMPARE(small::difference(whole, stopped, {"last", "best"}), ""s);
    }

    void twoThreadsGiveTheSameCurve()
    {
        Json json = experiment("skip_gram");
        QVERIFY(small::train(specFromJson(json), path("one")).state == RunState::Completed);
        json["training"]["threads"] = 2;
        QVERIFY(small::train(specFromJson(json), path("two")).state == RunState::Completed);
        QCOMPARE(small::difference(path("one"), path("two"), {"last", "best"}), ""s);
    }

    /// Vectors on a circle: b - a + c is d exactly.
    void analogiesAreScoredByTheNearestOtherWord()
    {
        writeFile(path("analogies.txt"),
                  ": capitals\na b c d\nb a d c\na b c e\n: plurals of words\na d b c\nx a b c\n");
        const WordQuestions questions = readWordQuestions(path("analogies.txt"), Monitor());
        QCOMPARE(questions.sections, (Strings{"capitals", "plurals"}));
        QCOMPARE(questions.analogies.size(), size_t{5});
        const Strings words{"a", "b", "c", "d", "e"};
        torch::Tensor vectors = torch::zeros({9, 3}); // Four special tokens first.
        const std::array<std::array<float, 3>, 5> values{
            {{1, 0, 0}, {0, 1, 0}, {1, 0, 1}, {0, 1, 1}, {-1, -1, 0.5F}}};
        for (int64_t row = 0; row < 5; ++row)
            for (int64_t column = 0; column < 3; ++column)
                vectors[row + 4][column] = values[size_t(row)][size_t(column)];
        const WordTable table(vectors, [&](std::string_view word) {
            const auto found = std::find(words.begin(), words.end(), word);
            return found == words.end() ? -1 : 4 + (found - words.begin());
        });
        const WordQuestionScores scores = scoreWordQuestions(questions, table, Monitor());
        QCOMPARE(scores.analogies().asked, int64_t{5});
        QCOMPARE(scores.analogies().covered, int64_t{4});
        QCOMPARE(scores.sections[0].covered, int64_t{3});
        QCOMPARE(scores.sections[0].right, int64_t{2}); // The third asks for e, and d is nearest.
        QCOMPARE(scores.sections[1].asked, int64_t{2});
        QCOMPARE(scores.sections[1].covered, int64_t{1});
        const std::vector<Score> summary = summaryOf({scores});
        QCOMPARE(scoreValue(summary, "analogies"), double(scores.right()) / 4.0);
        QCOMPARE(scoreValue(summary, "covered_analogies"), 0.8);
        QCOMPARE(summary.size(), size_t{2}); // Nothing is said of pairs and other vectors.
        QVERIFY(remarksOn({scores}).empty());
    }

    /// Words on a circle, no two at the same distance from a third: the 10 nearest are around each.
    void neighboursAreSharedWithOtherVectors()
    {
        constexpr int64_t kWords = 14;
        const auto position
            = [](int64_t place) { return double(place) + 0.013 * double(place * place); };
        const auto circle = [&](int64_t place) {
            const double angle = position(place) * std::acos(-1.0) / 18.0;
            return std::array{float(std::cos(angle)), float(std::sin(angle))};
        };
        torch::Tensor vectors = torch::zeros({4 + kWords, 2}); // Four special tokens first.
        WordVectors others{2, {}, {}};
        for (int64_t word = 0; word < kWords; ++word) {
            for (int64_t axis = 0; axis < 2; ++axis)
                vectors[4 + word][axis] = 3.0F * circle(word)[size_t(axis)];
            // The last two words change places; one is written with a capital, one is missing.
            const int64_t place = word == 12 ? 13 : word == 13 ? 12 : word;
            if (word == 5)
                continue;
            others.words.push_back((word == 7 ? "W" : "w") + std::to_string(word));
            for (const float value : circle(place))
                others.values.push_back(value);
        }
        others.words.push_back("nobody's");
        others.values.insert(others.values.end(), {1.0F, 0.0F});
        writeVectors(path("others.vec"), others, VectorForm::Text);
        const WordTable table(vectors, [&](std::string_view word) -> int64_t {
            return word.starts_with("w") ? 4 + std::stoll(std::string(word.substr(1))) : -1;
        });
        const WordQuestionScores scores = scoreWordQuestions(
            readWordQuestions(path("others.vec"), Monitor()), table, Monitor());
        QCOMPARE(scores.words.asked, kWords);
        QCOMPARE(scores.words.covered, kWords - 1);
        // Ten of the twelve others: each word misses the two that are farthest from it.
        const auto nearest = [&](int64_t word, bool swapped) {
            const auto at
                = [&](int64_t each) { return position(swapped && each >= 12 ? 25 - each : each); };
            std::map<double, int64_t> all;
            for (int64_t other = 0; other < kWords; ++other)
                if (other != word && other != 5)
                    all.emplace(std::abs(at(other) - at(word)), other);
            std::set<int64_t> ten;
            for (auto each = all.begin(); ten.size() < 10; ++each)
                ten.insert(each->second);
            return ten;
        };
        int64_t shared = 0;
        for (int64_t word = 0; word < kWords; ++word)
            if (word != 5)
                for (const int64_t other : nearest(word, true))
                    shared += nearest(word, false).contains(other) ? 1 : 0;
        QVERIFY(shared < 130);
        QCOMPARE(scores.sharedNeighbours, double(shared) / 130.0);
        QCOMPARE(scoreValue(summaryOf({scores}), "shared_neighbours"), scores.sharedNeighbours);
        QVERIFY(!std::isfinite(scores.spearman));
    }

    void aFileOfSomethingElseIsRefusedWithItsLine()
    {
        writeFile(path("prose.txt"), "word1,word2,score\ncat,dog,7\nthis is no question at all\n");
        const std::string sentence
            = support::sentenceOf([&] { readWordQuestions(path("prose.txt"), Monitor()); });
        QVERIFY2(sentence.find("Line 3") != std::string::npos, sentence.c_str());
        writeFile(path("empty.txt"), "\n\n");
        QCOMPARE(support::failureOf([&] { readWordQuestions(path("empty.txt"), Monitor()); }).code,
                 ErrorCode::FileMalformed);
    }

    /// Before a folder is made, with the setting and the path.
    void aMissingFileOfQuestionsIsRefusedAtOnce()
    {
        Json json = experiment("cbow");
        json["task"]["questions"].push_back("/nowhere/pairs.tsv");
        const EndReport end = small::train(specFromJson(json), path("refused"));
        QVERIFY(end.state == RunState::Failed);
        QVERIFY2(small::contains(end, "task.questions names /nowhere/pairs.tsv"),
                 small::sentence(end));
        QVERIFY(!fs::exists(path("refused")));
    }

    void aFileThatHasNoQuestionsIsRefusedAtOnce()
    {
        writeFile(path("index.md"), "# Files\n\nThese are no questions about words at all.\n");
        Json json = experiment("cbow");
        json["task"]["questions"].push_back(path("index.md").string());
        const EndReport end = small::train(specFromJson(json), path("refused"));
        QVERIFY2(small::contains(end, "index.md is no question about words"), small::sentence(end));
        QVERIFY(!fs::exists(path("refused")));
    }

    /// A run can be resumed from any place.
    void pathsOfQuestionsAreMadeWhole()
    {
        Json json = experiment("cbow");
        json["task"]["questions"] = {fs::relative(path("pairs.tsv")).string()};
        const EndReport end = small::trainUntil(specFromJson(json), path("whole"), 1);
        QVERIFY2(end.state == RunState::Stopped, small::sentence(end));
        QCOMPARE(readRunSummary(path("whole")).spec.task.options.at("questions"),
                 Json({path("pairs.tsv").string()}));
    }

    void otherOptimisersAreRefused()
    {
        Json json = experiment("cbow");
        json["training"]["optimiser"] = {{"kind", "adam"}};
        const std::string sentence = support::sentenceOf([&] { specFromJson(json); });
        QVERIFY2(sentence.find("training.optimiser") != std::string::npos, sentence.c_str());
    }
};

UNROLL_TEST(WordVectorsTaskTest, QCoreApplication)
#include "word_vectors_task_test.moc"
