#include "core/data/corpus.h"
#include "core/data/sample.h"
#include "core/nn/tensors.h"
#include "core/probe/map/map_question.h"
#include "core/probe/map/similar_texts.h"
#include "core/probe/question_kind.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/trace/trace_question.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/support/failure.h"
#include "tests/support/near.h"

using namespace core;

namespace {

Json layered(int layers)
{
    return {{"kind", "lstm"},        {"layers", layers}, {"hidden_size", 5},
            {"bidirectional", true}, {"dropout", 0.4},   {"pooling", {{"kind", "mean"}}}};
}

struct OpenedMaps : probed::OpenedClassifier {
    explicit OpenedMaps(int layers = 1) : OpenedClassifier(layered(layers)) { }

    /// A map of the texts of the corpus, all of class 0.
    VectorMap ofData(AskMap question)
    {
        question.rows = rows();
        return live.ask(question);
    }
    static std::shared_ptr<const CorpusPart> rows(const Strings& texts = support::kCorpus)
    {
        auto rows = std::make_shared<CorpusPart>();
        rows->columns.resize(2);
        rows->columns[0].texts = TextColumn(texts);
        rows->columns[1].classes.assign(texts.size(), 0);
        return rows;
    }
    torch::Tensor parameter(const char* name) const
    {
        return network->named_parameters()[name].detach();
    }
};

std::vector<std::string> namesIn(const VectorMap& map, const char* column)
{
    for (const MapColumn& each : map.columns)
        if (each.name == column)
            return each.names;
    return {};
}

torch::Tensor matrixOf(const VectorMap& map)
{
    return torch::tensor(map.vectors).reshape({std::ssize(map.labels), map.features});
}

} // namespace

class VectorMapTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void embeddingsAreTheRowsOfTheTable()
    {
        OpenedMaps opened;
        const VectorMap map = opened.live.ask(AskMap{.count = 3});
        const torch::Tensor table = opened.parameter("encoder.embedding.weight");
        QCOMPARE(map.labels.size(), size_t{3});
        QCOMPARE(map.labels[0], opened.pipeline->token(4));
        QCOMPARE(map.available, opened.pipeline->vocabularySize() - 4);
        QVERIFY(torch::equal(matrixOf(map), table.narrow(0, 4, 3)));
        QCOMPARE(map.kinds, (Strings{"source", "texts", "tokens"}));
        QCOMPARE(map.points.size(), size_t{6});
        QCOMPARE(map.step, int64_t{41});
        QCOMPARE(int64_t(opened.live.ask(AskMap{.count = 0}).labels.size()), map.available);
    }

    /// The head's last layer makes the predictions of the vectors: those are the pooled ones, each
    /// at the place of its text.
    void textsAreAsTheHeadPoolsThem()
    {
        OpenedMaps opened;
        const VectorMap map = opened.ofData({.what = "texts", .count = 0});
        QCOMPARE(map.labels, support::kCorpus);
        const torch::Tensor scores
            = torch::addmm(opened.parameter("head.output.bias"), matrixOf(map),
                           opened.parameter("head.output.weight").t());
        const auto predicted = opened.live.predict(support::kCorpus, Monitor());
        const auto said = namesIn(map, "predicted"), truth = namesIn(map, "class"),
                   wrong = namesIn(map, "wrong");
        for (size_t i = 0; i < predicted.size(); ++i) {
            QCOMPARE(scores[int64_t(i)].argmax().item<int64_t>(), int64_t{predicted[i].predicted});
            QCOMPARE(said[i], opened.live.classes()[size_t(predicted[i].predicted)]);
            QCOMPARE(truth[i], opened.live.classes()[0]);
            QCOMPARE(wrong[i], said[i] == truth[i] ? "right"s : "wrong"s);
        }
    }

    /// By the vectors of the map, in another way: the cosines of a matrix product.
    void similarTextsHaveTheLargestCosines()
    {
        OpenedMaps opened;
        const VectorMap map = opened.ofData({.what = "texts", .count = 0});
        const torch::Tensor vectors = torch::nn::functional::normalize(matrixOf(map));
        AskSimilarTexts question{.text = support::kCorpus[1], .count = 3, .texts = 0};
        question.rows = opened.rows();
        const SimilarTexts found = opened.live.ask(question);
        QCOMPARE(found.compared, std::ssize(support::kCorpus));
        QCOMPARE(found.features, map.features);
        QCOMPARE(found.nearest.size(), size_t{3});
        torch::Tensor cosines = vectors.matmul(vectors[1]);
        cosines[1] = -2.0; // The text itself is left out.
        const auto [best, rows] = cosines.topk(3);
        for (size_t i = 0; i < 3; ++i) {
            QVERIFY(std::abs(found.nearest[i].cosine - best[int64_t(i)].item<double>()) < 1e-5);
            QCOMPARE(found.nearest[i].text,
                     support::kCorpus[size_t(rows[int64_t(i)].item<int64_t>())]);
        }
        question.texts = 2;
        QCOMPARE(opened.live.ask(question).compared, int64_t{2});
    }

    void tokensHaveTheStatesOfTheChosenLayer()
    {
        OpenedMaps opened(2);
        const VectorMap map = opened.ofData({.what = "tokens", .count = 0});
        QCOMPARE(map.layers, (Strings{"encoder.embedding", "encoder.rnn.l0", "encoder.rnn"}));
        QCOMPARE(map.layer, "encoder.rnn"s);
        QCOMPARE(map.features, int64_t{10});
        QCOMPARE(map.contexts.front(), support::kCorpus.front());
        const auto states = [&](const char* layer) {
            return opened.ofData({.what = "tokens", .count = 0, .layer = layer});
        };
        const VectorMap first = states("encoder.embedding");
        const torch::Tensor table = opened.parameter("encoder.embedding.weight");
        for (size_t i = 0; i < first.labels.size(); ++i)
            QVERIFY(torch::equal(matrixOf(first)[int64_t(i)],
                                 table[opened.pipeline->id(first.labels[i])]));
        // The mean of the last states of a text is its vector.
        const VectorMap texts = opened.ofData({.what = "texts", .count = 1});
        const auto length = std::count(map.contexts.begin(), map.contexts.end(), texts.labels[0]);
        QVERIFY(torch::allclose(matrixOf(map).narrow(0, 0, length).mean(0), matrixOf(texts)[0],
                                1e-4, 1e-5));
        QVERIFY(states("encoder.rnn.l0").vectors != map.vectors);
        QCOMPARE(support::failureOf([&] { states("nowhere"); }).code, ErrorCode::BadSetting);
        for (const char* what : {"source", "texts"}) // Without layers, it would be ignored.
            QCOMPARE(support::failureOf([&] {
                         opened.ofData({.what = what, .count = 0, .layer = "encoder.rnn"});
                     }).code,
                     ErrorCode::BadSetting);
        QCOMPARE(opened.ofData({.what = "tokens", .count = 7}).labels.size(), size_t{7});
    }

    void tokensOfSeveralMeaningsTellThem()
    {
        OpenedMaps opened;
        AskMap question{.what = "tokens", .count = 0};
        question.rows = opened.rows({"The ducks slept on the muddy bank.", "A good film.",
                                     "the bank that changed our coins"});
        QVERIFY(namesIn(opened.live.ask(question), "sense").empty());
        question.sample = {kSensesSample, {}};
        const VectorMap map = opened.live.ask(question);
        const Strings senses = namesIn(map, "sense");
        Strings ofBank;
        for (size_t i = 0; i < senses.size(); ++i)
            if (map.labels[i] == "bank")
                ofBank.push_back(senses[i]);
            else
                QCOMPARE(senses[i], ""s);
        QCOMPARE(ofBank, (Strings{"bank (river)", "bank (money)"}));
    }

    void theSameSeedGivesTheSameMap()
    {
        OpenedMaps opened;
        const AskMap question{.what = "tokens", .count = 0, .method = "tsne", .iterations = 300};
        const VectorMap map = opened.ofData(question);
        QVERIFY(map.tsne.has_value());
        QVERIFY(map.tsne->recall10 > 0.0 && map.tsne->recall10 <= 1.0);
        QVERIFY(opened.ofData(question).tsne->points == map.tsne->points);
        const Readout readout = readoutOf<AskMap>(map);
        const ReadoutTable table = tableOf(readout, "points");
        QCOMPARE(table.rows, map.labels.size());
        QCOMPARE(table.columns[4].name.name, "tsne_x"s);
    }

    /// As in a run whose network was imported.
    void sentencesTakeThePlaceOfData()
    {
        OpenedMaps opened;
        ExperimentSpec imported = opened.spec;
        imported.data = {};
        const auto answered = [&](auto question) {
            using Question = decltype(question);
            const AnyQuestion any(question);
            opened.live.answers().read(any, imported, Monitor());
            return AnyAnswer(opened.live.answers().answer(opened.live, any, Monitor()))
                .template to<Question>();
        };
        const Strings two{support::kCorpus[0], support::kCorpus[1]};
        const VectorMap map = answered(AskMap{.what = "tokens", .count = 0, .sentences = two});
        const VectorMap ofData = opened.ofData({.what = "tokens", .count = 0});
        QCOMPARE(map.contexts.back(), two[1]);
        QVERIFY(torch::allclose(matrixOf(map),
                                matrixOf(ofData).narrow(0, 0, std::ssize(map.labels)), 1e-4, 1e-5));
        QVERIFY(namesIn(map, "class").empty()); // No class of theirs is known.
        AskSimilarTexts similar{.text = support::kCorpus[2], .sentences = two};
        QCOMPARE(answered(similar).compared, int64_t{2});

        similar.sentences.clear();
        const Failure failure = support::failureOf([&] { answered(similar); });
        QCOMPARE(failure.code, ErrorCode::BadData);
        for (const char* part : {"was imported", "sentences", "--data"})
            QVERIFY2(failure.sentence().find(part) != std::string::npos,
                     failure.sentence().c_str());
        QCOMPARE(support::failureOf([&] { answered(AskMap{.sentences = two}); }).code,
                 ErrorCode::BadSetting); // A vocabulary has none.
    }

    void aVocabularyAloneHasAMap()
    {
        OpenedMaps opened;
        AnswersOf<LiveClassifier> answers("vocabulary");
        addVocabularyMap(answers,
                         [](LiveClassifier& model) { return vocabulariesOf(model).front(); });
        const AnyAnswer answer = answers.answer(
            opened.live, AnyQuestion(AskMap{.count = 3, .method = "tsne"}), Monitor());
        const VectorMap& map = answer.to<AskMap>();
        QCOMPARE(map.kinds, Strings{"source"});
        QCOMPARE(map.labels.size(), size_t{3});
        QCOMPARE(map.tsne->points.size(), size_t{6});
        QCOMPARE(map.epoch, int64_t{2});
    }

    void vectorsThatTheNetworkDoesNotHave()
    {
        OpenedMaps opened;
        const auto target = [&] { opened.live.ask(AskMap{.what = "target"}); };
        QCOMPARE(support::failureOf(target).code, ErrorCode::BadSetting);
    }

    /// A network reads them as <unk>: its answer does not depend on them.
    void wordsThatAreNotInTheVocabularyAreNamed()
    {
        OpenedMaps opened;
        const Strings own{"a xyzzy film", "plugh and xyzzy"};
        const Strings both{"xyzzy", "plugh", "and"};
        QCOMPARE(opened.live.ask(AskMap{.what = "texts", .count = 0, .sentences = own}).unknown,
                 both);
        QCOMPARE(opened.live.ask(AskSimilarTexts{.text = own[0], .sentences = {own[1]}}).unknown,
                 both);
        QCOMPARE(opened.live.ask(AskStates{.example = {.text = own[0]}}).unknown, Strings{"xyzzy"});
        QCOMPARE(opened.live.ask(AskTrace{.example = {.text = own[1]}}).unknown,
                 (Strings{"plugh", "and", "xyzzy"}));
        QVERIFY(
            opened.live.ask(AskStates{.example = {.text = support::kCorpus[0]}}).unknown.empty());
        QVERIFY(opened.ofData({.what = "texts", .count = 0}).unknown.empty());
    }
};
UNROLL_TEST(VectorMapTest, QCoreApplication)
#include "vector_map_test.moc"
