#include "tests/core/decode/random_case.h"
#include "tests/core/decode/reference_search.h"
#include "tests/support/test_case.h"

using core::Hypothesis;

namespace {

MadeNetwork::Tokens withoutEnd(const ReferenceSearch::Sequence& sequence)
{
    MadeNetwork::Tokens tokens = sequence.tokens;
    if (sequence.ended)
        tokens.pop_back();
    return tokens;
}

/// That the hypotheses of a search are those of the reference, in its order.
void compare(const std::vector<Hypothesis>& found,
             const std::vector<ReferenceSearch::Sequence>& expected, uint64_t seed)
{
    const auto what = "seed "_ba + QByteArray::number(static_cast<qulonglong>(seed));
    QVERIFY2(found.size() == expected.size(),
             what + ": found " + QByteArray::number(static_cast<qulonglong>(found.size())) + " of "
                 + QByteArray::number(static_cast<qulonglong>(expected.size())));
    for (size_t i = 0; i < found.size(); ++i) {
        QVERIFY2(found[i].tokens == withoutEnd(expected[i]), what);
        QVERIFY2(found[i].ended == expected[i].ended, what);
        QVERIFY2(std::abs(found[i].logProbability - expected[i].total) < 1e-5, what);
        QVERIFY2(std::abs(found[i].score - expected[i].score) < 1e-5, what);
    }
}

constexpr int64_t kAll = 1000000;

} // namespace

class BeamTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Width, both stops, n, refilling, normalisations, coverage, blocked n-grams, minimum length
    /// and prefix, all drawn at random.
    void beamIsWhatEnumeratingByHandGives()
    {
        int cutOff = 0;
        int several = 0;
        for (uint64_t seed = 1; seed <= 1500; ++seed) {
            const RandomCase drawn(seed);
            const core::Json options = drawn.beamOptions(seed);
            const auto search
                = finishedSearch(selectionOf("beam", options), drawn.context, drawn.network);
            const auto found = search->best(kAll);
            compare(found, ReferenceSearch{drawn.network, drawn.context, options}.beam(), seed);
            if (QTest::currentTestFailed())
                return;
            cutOff += static_cast<int>(!found.empty() && !found.back().ended);
            several += static_cast<int>(found.size() > 2);
        }
        QVERIFY(cutOff > 100); // the cases are of all sorts
        QVERIFY(several > 100);
    }

    void exhaustiveSearchFindsEverything()
    {
        for (uint64_t seed = 1; seed <= 400; ++seed) {
            const RandomCase drawn(seed);
            const auto search = finishedSearch(selectionOf("exhaustive", drawn.options),
                                               drawn.context, drawn.network);
            const auto expected
                = ReferenceSearch{drawn.network, drawn.context, drawn.options}.exhaustive();
            if (expected.empty())
                continue; // nothing can end: what is cut off has no counterpart
            compare(search->best(kAll), expected, seed);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void aBeamWideEnoughFindsWhatExhaustiveSearchFinds()
    {
        for (uint64_t seed = 1; seed <= 400; ++seed) {
            const RandomCase drawn(seed);
            core::Json options = drawn.options;
            options["width"] = kAll;
            options["stop"] = "length";
            options["refill"] = seed % 2 == 0;
            const auto wide
                = finishedSearch(selectionOf("beam", options), drawn.context, drawn.network);
            const auto all = finishedSearch(selectionOf("exhaustive", drawn.options), drawn.context,
                                            drawn.network);
            const auto expected = all->best(kAll);
            if (!expected.front().ended)
                continue;
            const auto found = wide->best(static_cast<int64_t>(expected.size()));
            for (size_t i = 0; i < expected.size(); ++i) {
                QCOMPARE(found[i].tokens, expected[i].tokens);
                QCOMPARE(found[i].score, expected[i].score);
            }
        }
    }

    void greedySearchTakesTheLikeliestTokenEachTime()
    {
        for (uint64_t seed = 1; seed <= 200; ++seed) {
            MadeNetwork network;
            network.seed = seed;
            network.vocabularySize = 70 + static_cast<int64_t>(seed % 40);
            network.endBonus = 2.0;
            const auto greedy
                = finishedSearch(selectionOf("greedy"), network.context(8), network)->best(9);
            const auto one
                = finishedSearch(selectionOf("beam", {{"width", 1}, {"normalisation", "none"}}),
                                 network.context(8), network);
            MadeNetwork::Tokens expected;
            bool ended = false;
            while (!ended && expected.size() < 8) {
                const auto row = network.logProbabilities(expected);
                const auto best = std::max_element(row.begin() + 3, row.end()) - row.begin();
                ended = best == 3;
                if (!ended)
                    expected.push_back(static_cast<int32_t>(best));
            }
            QCOMPARE(greedy.size(), size_t{1});
            QCOMPARE(greedy[0].tokens, expected);
            QCOMPARE(greedy[0].ended, ended);
            QCOMPARE(one->best(9)[0].tokens, expected);
        }
    }

    /// Longer rows than are compared at a time, more hypotheses than one row can give.
    void largeVocabulariesAreSearchedAlike()
    {
        for (uint64_t seed = 1; seed <= 10; ++seed) {
            MadeNetwork network;
            network.seed = seed;
            network.vocabularySize = 130 + static_cast<int64_t>(seed);
            network.impossible = 0.1;
            core::Json options = selectionOf("beam").options;
            options.update({{"width", 3 + seed % 9}, {"stop", "length"}, {"block_ngrams", 1}});
            const auto context = network.context(3);
            const auto search = finishedSearch(selectionOf("beam", options), context, network);
            compare(search->best(kAll), ReferenceSearch{network, context, options}.beam(), seed);
        }
    }

    /// The tree that lecture 002 shows (its figure 10.11): greedy search says "yes yes", although
    /// "ok ok" is likelier.
    void theLecturesTreeIsSearchedAsItSays()
    {
        constexpr int32_t kEnd = 3;
        constexpr int32_t kYes = 4;
        constexpr int32_t kOk = 5;
        MadeNetwork network;
        network.vocabularySize = 6;
        network.given = {{{}, {{kYes, 0.5}, {kOk, 0.4}, {kEnd, 0.1}}},
                         {{kYes}, {{kYes, 0.4}, {kOk, 0.3}, {kEnd, 0.3}}},
                         {{kOk}, {{kYes, 0.2}, {kOk, 0.7}, {kEnd, 0.1}}}};
        for (const int32_t first : {kYes, kOk})
            for (const int32_t second : {kYes, kOk})
                network.given[{first, second}] = {{kEnd, 1.0}};
        const auto answer = [&](const core::Selection& selection) {
            return finishedSearch(selection, network.context(3), network)->best(1).front();
        };
        const Hypothesis greedy = answer(selectionOf("greedy"));
        QCOMPARE(greedy.tokens, (MadeNetwork::Tokens{kYes, kYes}));
        QVERIFY(std::abs(greedy.logProbability - std::log(0.5 * 0.4)) < 1e-6);
        const Hypothesis all = answer(selectionOf("exhaustive"));
        QCOMPARE(all.tokens, (MadeNetwork::Tokens{kOk, kOk}));
        QVERIFY(std::abs(all.logProbability - std::log(0.4 * 0.7)) < 1e-6);
        const Hypothesis beam = answer(selectionOf("beam", {{"width", 2}}));
        QCOMPARE(beam.tokens, (MadeNetwork::Tokens{kOk, kOk}));
        QVERIFY(std::abs(beam.score - std::log(0.4 * 0.7) / 3.0) < 1e-6); // two tokens and the end
    }

    void sideBySideOrAloneIsTheSame()
    {
        const RandomCase a(11);
        const RandomCase b(12);
        MadeNetwork second = b.network;
        second.vocabularySize = a.network.vocabularySize;
        core::SearchContext context = second.context(4);
        const auto alone = finishedSearch(selectionOf("beam"), context, second);
        const auto first = core::searchRegistry().make(selectionOf("beam"), a.context);
        const auto other = core::searchRegistry().make(selectionOf("beam"), context);
        Feeder feedFirst(*first, a.network);
        Feeder feedOther(*other, second);
        while (!first->finished() || !other->finished()) {
            std::vector<float> rows;
            std::vector<float> attention;
            std::vector<float> otherAttention;
            feedFirst.answer(rows, attention);
            const size_t border = rows.size();
            feedOther.answer(rows, otherAttention);
            const std::span<const float> both(rows);
            if (!first->finished())
                first->advance({both.first(border), attention});
            if (!other->finished())
                other->advance({both.subspan(border), otherAttention});
        }
        QCOMPARE(other->best(1)[0].tokens, alone->best(1)[0].tokens);
        QCOMPARE(other->best(1)[0].score, alone->best(1)[0].score);
    }

    /// A network in which nothing but blocked or impossible tokens follow.
    void aDeadEndStillGivesWhatThereIs()
    {
        MadeNetwork network;
        network.vocabularySize = 6;
        network.given = {{{}, {{4, 1.0}}}, {{4}, {{4, 1.0}}}};
        const auto search = finishedSearch(selectionOf("beam", {{"block_ngrams", 1}}),
                                           network.context(5), network);
        const auto found = search->best(5);
        QCOMPARE(found.size(), size_t{1});
        QCOMPARE(found[0].tokens, (MadeNetwork::Tokens{4}));
        QVERIFY(!found[0].ended);
        QVERIFY(!search->trace().ending.empty());
    }
};

UNROLL_TEST(BeamTest, QCoreApplication)
#include "beam_test.moc"
