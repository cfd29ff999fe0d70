#include "core/probe/classification/classification_questions.h"
#include "core/probe/texts/inspection.h"
#include "core/probe/texts/neighbours.h"
#include "core/text/tokens/vocabulary.h"
#include "core/train/open_run.h"
#include "tests/core/train/small_run.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <numeric>

using core::AskWordEffects;
using core::WordEffects;

namespace {

/// Praise and blame with and without "not", each sentence several times.
void writeNegations(const std::filesystem::path& path)
{
    std::ofstream file(path);
    file << "text,label\n";
    for (int round = 0; round < 6; ++round)
        for (const char* subject : {"film", "book", "play", "song", "meal"})
            for (const char* good : {"good", "fine", "lovely"})
                for (const char* bad : {"bad", "dull", "awful"}) {
                    const std::string begin = "the "s + subject + " was ";
                    file << begin << good << ",positive\n" << begin << bad << ",negative\n";
                    file << begin << "not " << good << ",negative\n";
                    file << begin << "not " << bad << ",positive\n";
                }
}

} // namespace

/// The predictions of a trained network without single words.
class WordOcclusionTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::unique_ptr<core::LiveModel> m_model;

    std::vector<float> probabilities(const std::string& text)
    {
        return m_model->ask(core::AskPredictions{{text}}).texts.at(0).probabilities;
    }

private Q_SLOTS:
    void initTestCase()
    {
        const std::filesystem::path root = m_folder.path().toStdString();
        core::ExperimentSpec spec = small::spec(root);
        writeNegations(root / "train.csv");
        spec.data.valid = spec.data.test = spec.data.train;
        spec.model.embedding.dimension = 12;
        spec.model.network = {"lstm", {{"hidden_size", 16}}};
        spec.training.epochs = 4;
        spec.training.optimiser = {"adam", {{"learning_rate", 0.02}}};
        QCOMPARE(small::shortfall(small::train(core::completedSpec(spec), root / "run")), ""s);
        m_model = core::openRun(root / "run", "best");
    }

    /// The cosines are computed once more from the vectors that another question shows.
    void neighboursAreOrderedByTheCosineOfTheirVectors()
    {
        const std::string text = "good bad not unheardof";
        const auto vectors = m_model->ask(core::AskInspection{text}).embeddings;
        const core::Neighbours all = m_model->ask(core::AskNeighbours{text, 100});
        QCOMPARE(all.tokens, (Strings{"good", "bad", "not", "unheardof"}));
        QVERIFY(all.nearest[3].empty()); // It has no vector of its own.
        QCOMPARE(all.features, int64_t{12});
        const auto dot = [](const std::vector<float>& a, const std::vector<float>& b) {
            return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
        };
        for (size_t i = 0; i < 3; ++i) {
            const auto& nearest = all.nearest[i];
            QCOMPARE(int64_t(nearest.size()), all.vocabularySize - core::kSpecialTokens - 1);
            QVERIFY(std::is_sorted(nearest.begin(), nearest.end(),
                                   [](auto& a, auto& b) { return a.cosine > b.cosine; }));
            for (size_t j = 0; j < 3; ++j) {
                const auto found
                    = std::find_if(nearest.begin(), nearest.end(),
                                   [&](const auto& each) { return each.token == all.tokens[j]; });
                QCOMPARE(found == nearest.end(), i == j);
                if (i == j)
                    continue;
                const double expected = dot(vectors[i], vectors[j])
                    / std::sqrt(dot(vectors[i], vectors[i]) * dot(vectors[j], vectors[j]));
                QVERIFY(std::abs(found->cosine - expected) < 1e-5);
            }
        }
        const core::Neighbours two = m_model->ask(core::AskNeighbours{text, 2});
        QCOMPARE(two.nearest[1].size(), size_t{2});
        QCOMPARE(two.nearest[1][1].token, all.nearest[1][1].token);
    }

    void withoutNotThePredictionTurns()
    {
        const WordEffects effects = m_model->ask(AskWordEffects{{"the film was not good"}, -1, ""});
        QCOMPARE(effects.tokens, (Strings{"the", "film", "was", "not", "good"}));
        QCOMPARE(effects.classes, (Strings{"negative", "positive"}));
        QCOMPARE(effects.whole.predicted, 0);
        QCOMPARE(effects.without.size(), size_t{5});
        QCOMPARE(effects.without[3].predicted, 1);
        QCOMPARE(effects.without[1].predicted, 0); // The film does not matter.
        QVERIFY(!effects.swapped);
        QVERIFY(effects.nearest.empty());
    }

    void eachWordLeftOutIsTheTextWithoutIt()
    {
        const WordEffects effects = m_model->ask(AskWordEffects{{"the film was not good"}, -1, ""});
        const Strings without{"film was not good", "the was not good", "the film not good",
                              "the film was good", "the film was not"};
        for (size_t i = 0; i < without.size(); ++i) {
            const std::vector<float> expected = probabilities(without[i]);
            for (size_t k = 0; k < expected.size(); ++k)
                QVERIFY(std::abs(effects.without[i].probabilities[k] - expected[k]) < 1e-5F);
        }
    }

    void anotherWordIsTheTextWithItInItsPlace()
    {
        const WordEffects effects
            = m_model->ask(AskWordEffects{{"the film was not good"}, 4, "bad"});
        QVERIFY(effects.swapped.has_value());
        QCOMPARE(effects.swapped->predicted, 1);
        const std::vector<float> expected = probabilities("the film was not bad");
        QVERIFY(std::abs(effects.swapped->probabilities[0] - expected[0]) < 1e-5F);
        QCOMPARE(effects.without.size(), size_t{5});
        QVERIFY(!effects.replacementUnknown);
        QVERIFY(!effects.nearest.empty());
        for (const std::string& word : effects.nearest)
            QVERIFY(word != "good" && !word.starts_with("<"));
        // Words of one meaning have learnt like vectors.
        QVERIFY(effects.nearest[0] == "fine" || effects.nearest[0] == "lovely");
    }

    void aWordThatIsNotKnownIsSaid()
    {
        const WordEffects effects
            = m_model->ask(AskWordEffects{{"the film was good"}, 3, "unheardof thing"});
        QVERIFY(effects.replacementUnknown);
        QCOMPARE(effects.replacement.size(), size_t{2});
        QVERIFY(effects.swapped.has_value());
    }

    void aTextOfOneWordOrOfNoneIsAnswered()
    {
        QCOMPARE(m_model->ask(AskWordEffects{{"good"}, 0, ""}).without.size(), size_t{1});
        QCOMPARE(m_model->ask(AskWordEffects{{""}, -1, "bad"}).without.size(), size_t{1});
    }

    void aTokenBeyondTheTextIsRefused()
    {
        for (const int64_t token : {4, -2}) {
            const core::Failure failure = support::failureOf([&] {
                m_model->ask(AskWordEffects{{"the film was good"}, token, "bad"});
            });
            QVERIFY(failure.code == core::ErrorCode::BadSetting);
            QCOMPARE(failure.sentence(),
                     "There is no token " + std::to_string(token)
                         + ": the text has 4 tokens. Choose a token from 0 to 3.");
        }
        QCOMPARE(m_model->ask(AskWordEffects{{"the film was good"}, 3, "bad"}).without.size(),
                 size_t{4});
    }
};
UNROLL_TEST(WordOcclusionTest, QCoreApplication)
#include "word_occlusion_test.moc"
