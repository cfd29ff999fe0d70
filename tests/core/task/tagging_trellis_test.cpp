#include "core/data/cells/cell_text.h"
#include "core/probe/states/state_questions.h"
#include "core/probe/tagging/tagging_questions.h"
#include "core/train/open_run.h"
#include "tests/core/task/small_taggers.h"
#include "tests/support/test_case.h"

#include <algorithm>
#include <cmath>

using namespace core;

/// Scores of moves and tags, the best paths, and the probabilities of a token's tags.
class TaggingTrellisTest : public QObject, private taggers::TrainedTaggers {
    Q_OBJECT
private Q_SLOTS:
    /// All paths of a short text, enumerated with the scores that the trellis tells.
    void theTrellisIsThatOfAllPaths()
    {
        Json json = taggers::smallTagger("entities", taggers::kFreeCrf, 64);
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
        Json json = taggers::smallTagger("entities", taggers::kCrf, 64);
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
};

UNROLL_TEST(TaggingTrellisTest, QCoreApplication)
#include "tagging_trellis_test.moc"
