#include "core/nn/tensors.h"
#include "core/probe/in_context/in_context_question.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/support/failure.h"
#include "tests/support/near.h"

using namespace core;

namespace {

Json oneLayer()
{
    return {{"kind", "lstm"},        {"layers", 1},    {"hidden_size", 5},
            {"bidirectional", true}, {"dropout", 0.4}, {"pooling", {{"kind", "mean"}}}};
}

struct OpenedUses : probed::OpenedClassifier {
    OpenedUses() : OpenedClassifier(oneLayer()) { }

    InContext ask(AskInContext question, const Strings& texts)
    {
        auto rows = std::make_shared<CorpusPart>();
        rows->columns.resize(2);
        rows->columns[0].texts = TextColumn(texts);
        rows->columns[1].classes.assign(texts.size(), 0);
        question.rows = rows;
        return live.ask(question);
    }
};

const Strings kUses{"a good film", "good and long", "the good old film was good", "no such word"};

} // namespace

class InContextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theEmbeddingDoesNotDependOnTheContextAndStatesDo()
    {
        OpenedUses opened;
        const InContext found = opened.ask({.word = "good"}, kUses);
        QCOMPARE(found.inData, int64_t{3}); // One of each text.
        QCOMPARE(found.given.size(), size_t{2});
        QCOMPARE(found.given[1].text, kUses[1]);
        QCOMPARE(found.given[0].token, int64_t{1});
        QCOMPARE(found.layers.size(), size_t{2});
        QCOMPARE(found.layers[0].layer, "encoder.embedding"s);
        QVERIFY(std::abs(found.layers[0].selfSimilarity - 1.0) < 1e-6);
        QVERIFY(found.layers[0].baseline < 0.99);
        QVERIFY(found.layers[1].selfSimilarity < 0.999);
        QVERIFY(std::isnan(found.layers[1].senseAccuracy));
        QCOMPARE(found.senses, int64_t{0});
        QCOMPARE(found.nearest.size(), size_t{2}); // Without the first sentence itself.
        QVERIFY(found.nearest[0].cosine >= found.nearest[1].cosine);
        QCOMPARE(found.step, int64_t{41});
    }

    /// The cosine of two uses is that of the states which the network has for these tokens.
    void cosinesAreThoseOfTheStates()
    {
        OpenedUses opened;
        const InContext found
            = opened.ask({.word = "good", .sentences = {kUses[0], kUses[2]}}, kUses);
        QCOMPARE(found.given.size(), size_t{3}); // The second has the word twice.
        const torch::NoGradGuard noGradient;
        opened.network->eval();
        std::vector<torch::Tensor> states;
        for (const WordUse& use : found.given) {
            const std::vector<int32_t> ids = opened.pipeline->ids(use.text);
            const std::array<IdRow, 1> rows{ids};
            states.push_back(opened.network->encoder()
                                 .forward(paddedBatch(rows, torch::kCPU))
                                 .tokens.states[0][use.token]);
        }
        const auto& cosines = found.layers[1].cosines;
        for (size_t i = 0; i < 3; ++i)
            for (size_t k = 0; k < 3; ++k) {
                const double expected
                    = torch::cosine_similarity(states[i], states[k], 0).item<double>();
                QVERIFY(std::abs(double(cosines[i * 3 + k]) - expected) < 1e-5);
            }
    }

    /// So that another word can be typed while the sentences are those of the word before.
    void textsWithoutTheWordAreLeftOut()
    {
        OpenedUses opened;
        const InContext some
            = opened.ask({.word = "good", .sentences = {"a film", "a good one"}}, kUses);
        QCOMPARE(some.given.size(), size_t{1});
        QCOMPARE(some.without, (Strings{"a film"}));
        const InContext none = opened.ask({.word = "good", .sentences = {"a film"}}, kUses);
        QCOMPARE(none.given.size(), size_t{2}); // Of the data.
        QCOMPARE(none.given[0].text, kUses[0]);
        QCOMPARE(none.without, (Strings{"a film"}));
    }

    void theBaselineDoesNotDependOnTheSentences()
    {
        OpenedUses opened;
        const auto baselines = [&](const Strings& sentences) {
            std::vector<double> numbers;
            for (const LayerUses& layer :
                 opened.ask({.word = "good", .sentences = sentences}, kUses).layers)
                numbers.push_back(layer.baseline);
            return numbers;
        };
        const std::vector<double> expected = baselines({});
        QVERIFY(expected.size() == 2 && expected[1] < 1.0);
        QCOMPARE(baselines({"a good one"}), expected);
        QCOMPARE(baselines({"a good one", "good", "a good old film"}), expected);
    }

    void unknownWordsAndLayersAreRefused()
    {
        OpenedUses opened;
        QCOMPARE(support::failureOf([&] { opened.ask({.word = "xyzzy"}, kUses); }).code,
                 ErrorCode::BadData);
        QCOMPARE(support::failureOf([&] {
                     opened.ask({.word = "good", .layer = "nowhere"}, kUses);
                 }).code,
                 ErrorCode::BadSetting);
    }

    /// The network has one vector for all of them, which says nothing about the word.
    void wordsOutsideTheVocabularyAreNamed()
    {
        OpenedUses opened;
        const InContext found = opened.ask(
            {.word = "xyzzy", .sentences = {"a xyzzy film", "the old xyzzy plugh"}}, kUses);
        QCOMPARE(found.given.size(), size_t{2});
        QVERIFY(found.given[0].unknown && found.given[1].unknown);
        QCOMPARE(found.unknown, (Strings{"xyzzy", "old", "plugh"}));
        const InContext known = opened.ask({.word = "film", .sentences = {"a xyzzy film"}}, kUses);
        QVERIFY(!known.given[0].unknown);
        QCOMPARE(known.unknown, (Strings{"xyzzy"}));
    }

    /// The user typed it in both sentences.
    void anUnknownWordThatTheSentencesShareIsChosen()
    {
        OpenedUses opened;
        const auto chosen = [&](const Strings& sentences) {
            return opened.ask({.word = "", .sentences = sentences}, kUses);
        };
        const InContext found = chosen({"good xyzzy", "a good xyzzy"});
        QCOMPARE(found.word, "xyzzy"s);
        QVERIFY(found.given.size() == 2 && found.given[0].unknown);
        // Words that a single sentence has are known ones, where it has any.
        QCOMPARE(chosen({"good xyzzy"}).word, "good"s);
        QCOMPARE(chosen({"xyzzy plugh"}).word, "plugh"s);
        // Words that are known to have several meanings come first.
        AskInContext ofSenses{.word = "", .sentences = {"xyzzy bank", "a bank, xyzzy"}};
        ofSenses.sample.kind = "senses";
        QCOMPARE(opened.ask(ofSenses, kUses).word, "bank"s);
    }

    /// As in a run whose network was imported.
    void sentencesSufficeWithoutData()
    {
        OpenedUses opened;
        ExperimentSpec imported = opened.spec;
        imported.data = {};
        const auto ask = [&](const AskInContext& question) {
            const AnyQuestion any(question);
            opened.live.answers().read(any, imported, Monitor());
            return opened.live.answers().answer(opened.live, any, Monitor()).to<AskInContext>();
        };
        const InContext found
            = ask({.word = "", .sentences = {"a good film", "the good old film"}});
        QCOMPARE(found.word, "film"s); // Of the shared words, in the order of the alphabet.
        QCOMPARE(found.given.size(), size_t{2});
        QCOMPARE(found.inData, int64_t{0});
        QVERIFY(std::isnan(found.layers[1].selfSimilarity) && found.nearest.empty());
        QVERIFY(found.layers[1].cosines[1] < 1.0F);
        QVERIFY(found.layers[1].baseline < 1.0); // Of the sentences.
        const auto sentence
            = support::sentenceOf([&] { ask({.word = "bat", .sentences = {"a good film"}}); });
        QVERIFY2(sentence.find("None of the sentences") != std::string::npos, sentence.c_str());
        QCOMPARE(support::failureOf([&] { ask({.word = "good"}); }).code, ErrorCode::BadData);
    }

    void withoutAWordAFrequentOneIsChosen()
    {
        OpenedUses opened;
        QCOMPARE(opened.ask(AskInContext(), kUses).word, "good"s);
        // Of sentences one that they share.
        QCOMPARE(opened.ask({.word = "", .sentences = {"long film", "an old film"}}, kUses).word,
                 "film"s);
        // "good" is shared too, but more frequent in the data.
        QCOMPARE(
            opened.ask({.word = "", .sentences = {"not a good film.", "not, and good."}}, kUses)
                .word,
            "not"s);
    }
};

UNROLL_TEST(InContextTest, QCoreApplication)
#include "in_context_test.moc"
