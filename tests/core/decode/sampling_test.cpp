#include "core/decode/search.h"
#include "tests/core/decode/made_network.h"
#include "tests/support/test_case.h"

namespace {

/// Words 4 ... 8 and the end mark, with these probabilities at the first step.
MadeNetwork oneStep()
{
    MadeNetwork network;
    network.vocabularySize = 9;
    network.given = {{{}, {{3, 0.05}, {4, 0.3}, {5, 0.1}, {6, 0.35}, {7, 0.15}, {8, 0.05}}}};
    return network;
}

/// How often each token comes first in 20,000 draws.
std::vector<int64_t> counts(const core::Json& options)
{
    const MadeNetwork network = oneStep();
    std::vector<int64_t> found(9, 0);
    core::SearchContext context = network.context(1);
    for (context.stream = 0; context.stream < 20000; ++context.stream) {
        const auto best
            = finishedSearch(selectionOf("sampling", options), context, network)->best(1);
        ++found[static_cast<size_t>(best[0].ended ? 3 : best[0].tokens[0])];
    }
    return found;
}

/// Pearson's statistic; tokens with probability 0 must not occur at all.
double chiSquare(const std::vector<int64_t>& found, const std::vector<double>& expected)
{
    double statistic = 0.0;
    const double sum = std::accumulate(expected.begin(), expected.end(), 0.0);
    for (size_t i = 0; i < found.size(); ++i) {
        const double mean = 20000.0 * expected[i] / sum;
        if (mean == 0.0 && found[i] > 0)
            return 1e9;
        if (mean > 0.0)
            statistic += std::pow(static_cast<double>(found[i]) - mean, 2) / mean;
    }
    return statistic;
}

} // namespace

class SamplingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Limits are the 99.9 % quantiles of chi-square with 5, 5, 2, 2 and 1 degrees of freedom; the
    /// seed is fixed, so that the outcome is.
    void frequenciesMatchProbabilities()
    {
        const std::vector<double> p{0, 0, 0, 0.05, 0.3, 0.1, 0.35, 0.15, 0.05};
        QVERIFY(chiSquare(counts({{"seed", 1}}), p) < 20.5);
        std::vector<double> sharp = p;
        for (double& each : sharp)
            each *= each; // temperature 1/2
        QVERIFY(chiSquare(counts({{"temperature", 0.5}}), sharp) < 20.5);
        const std::vector<double> three{0, 0, 0, 0, 0.3, 0, 0.35, 0.15, 0};
        QVERIFY(chiSquare(counts({{"top_k", 3}}), three) < 13.8);
        // 0.35 + 0.3 < 0.7 <= 0.35 + 0.3 + 0.15
        QVERIFY(chiSquare(counts({{"top_p", 0.7}}), three) < 13.8);
        // Of the three, 0.35 / 0.8 + 0.3 / 0.8 >= 0.7: the share is of what top k left.
        const std::vector<double> two{0, 0, 0, 0, 0.3, 0, 0.35, 0, 0};
        QVERIFY(chiSquare(counts({{"top_k", 3}, {"top_p", 0.7}}), two) < 10.9);
    }

    void limitsOfOneAreGreedySearch()
    {
        const std::vector<double> one{0, 0, 0, 0, 0, 0, 1, 0, 0};
        QCOMPARE(chiSquare(counts({{"top_k", 1}}), one), 0.0);
        QCOMPARE(chiSquare(counts({{"top_p", 0.0}}), one), 0.0);
        QCOMPARE(chiSquare(counts({{"temperature", 0.01}}), one), 0.0);
    }

    void largeVocabulariesKeepTheirSupport()
    {
        MadeNetwork network;
        network.vocabularySize = 500;
        const auto row = network.logProbabilities({});
        std::vector<std::pair<float, int32_t>> order;
        double mass = 0.0;
        for (int32_t i = 3; i < 500; ++i) {
            order.emplace_back(-row[static_cast<size_t>(i)], i);
            mass += std::exp(row[static_cast<size_t>(i)]);
        }
        std::sort(order.begin(), order.end());
        std::set<int32_t> support;
        double reached = 0.0;
        for (const auto& [negative, token] : order) {
            if (reached >= 0.6 * mass)
                break;
            reached += std::exp(-static_cast<double>(negative));
            support.insert(token);
        }
        QVERIFY(support.size() > 64);
        std::set<int32_t> drawn;
        core::SearchContext context = network.context(1);
        for (context.stream = 0; context.stream < 5000; ++context.stream) {
            const auto best
                = finishedSearch(selectionOf("sampling", {{"top_p", 0.6}}), context, network)
                      ->best(1);
            drawn.insert(best[0].ended ? 3 : best[0].tokens[0]);
        }
        QCOMPARE(drawn, support);
    }

    void scoresAreOfTheNetworksOwnDistribution()
    {
        const MadeNetwork network = oneStep();
        const auto best
            = finishedSearch(selectionOf("sampling", {{"top_k", 1}}), network.context(1), network)
                  ->best(1);
        QVERIFY(std::abs(best[0].logProbability - std::log(0.35)) < 1e-6);
        QCOMPARE(best[0].score, best[0].logProbability);
    }

    void seedAndStreamDecideTheDraws()
    {
        MadeNetwork network;
        network.vocabularySize = 50;
        core::SearchContext context = network.context(12);
        const auto draw = [&](int64_t seed, uint64_t stream) {
            context.stream = stream;
            return finishedSearch(selectionOf("sampling", {{"seed", seed}}), context, network)
                ->best(1)[0]
                .tokens;
        };
        QCOMPARE(draw(1, 7), draw(1, 7));
        QVERIFY(draw(1, 7) != draw(2, 7));
        QVERIFY(draw(1, 7) != draw(1, 8));
        // Forcing what was drawn anyway changes nothing after it.
        const auto free = draw(1, 7);
        context.prefix = {free[0], free[1]};
        QCOMPARE(draw(1, 7), free);
    }

    /// Worked out with Python's integers from SplitMix64's finaliser.
    void drawsAreTheSameOnEveryMachine()
    {
        QCOMPARE(core::uniformDraw(0, 0, 0), 0.13870941014555427);
        QCOMPARE(core::uniformDraw(1, 0, 1), 0.42321144819582723);
        QCOMPARE(core::uniformDraw(1, 7, 2), 0.412675225760361);
        QCOMPARE(core::uniformDraw(9007199254740992, 123456789012, 50), 0.44745586738665954);
    }
};

UNROLL_TEST(SamplingTest, QCoreApplication)
#include "sampling_test.moc"
