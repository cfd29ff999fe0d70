#include "core/projection/tsne.h"
#include "tests/core/projection/sampled_vectors.h"
#include "tests/support/near.h"

namespace {

/// The Kullback-Leibler divergence by its definition, over all pairs.
double divergence(const core::Affinities& affinities, const core::MapPoints& points)
{
    const size_t count = points.size() / 2;
    const auto closeness = [&](size_t i, size_t j) {
        return 1.0
            / (1.0 + std::pow(double(points[2 * i]) - double(points[2 * j]), 2)
               + std::pow(double(points[2 * i + 1]) - double(points[2 * j + 1]), 2));
    };
    double whole = 0.0, sum = 0.0;
    for (size_t i = 0; i < count; ++i)
        for (size_t j = 0; j < count; ++j)
            whole += i == j ? 0.0 : closeness(i, j);
    for (size_t i = 0; i < count; ++i)
        for (size_t at = affinities.first[i]; at < affinities.first[i + 1]; ++at)
            if (const double p = double(affinities.probabilities[at]); p > 0.0)
                sum += p * std::log(p * whole / closeness(i, size_t(affinities.rows[at])));
    return sum;
}

/// Perplexity of probabilities.
double perplexityOf(const std::vector<double>& probabilities)
{
    double entropy = 0.0;
    for (const double each : probabilities)
        entropy -= each > 0.0 ? each * std::log(each) : 0.0;
    return std::exp(entropy);
}

core::MapPoints mapBy(const std::vector<float>& numbers, size_t size,
                      const core::TsneOptions& options, int atOnce = 750)
{
    core::Tsne tsne(core::VectorsView(numbers, size), options);
    while (!tsne.isDone())
        tsne.step(atOnce);
    return tsne.points();
}

} // namespace

class TsneTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theGradientIsThatOfTheDivergence()
    {
        constexpr size_t kCount = 60;
        const std::vector<float> numbers = support::sampledVectors(kCount, 6, 3, 2.0);
        const core::VectorsView vectors(numbers, 6);
        core::TsneOptions options;
        options.perplexity = 8.0;
        core::Tsne tsne(vectors, options);
        tsne.step(300); // A spread map.
        const core::MapPoints points = tsne.points();
        const auto affinities = core::affinitiesOf(tsne.nearest(), options.perplexity);
        const std::vector<float> gradient = tsne.gradient(1.0);
        double largest = 0.0;
        for (const float each : gradient)
            largest = std::max(largest, std::abs(double(each)));
        for (size_t i = 0; i < points.size(); ++i) {
            constexpr float kStep = 0.01F;
            core::MapPoints up = points, down = points;
            up[i] += kStep;
            down[i] -= kStep;
            const double slope = (divergence(affinities, up) - divergence(affinities, down))
                / (double(up[i]) - double(down[i]));
            support::compareNear(4.0 * double(gradient[i]), slope, 0.005 * 4.0 * largest);
        }
    }

    void aGridRepelsAsThePairsDo()
    {
        for (const auto& [spacing, error] : {std::pair(0.1, 1e-3), std::pair(1.0 / 3.0, 0.03)}) {
            const core::MapPoints points = support::sampledVectors(2000, 2, 9, 6.0);
            std::vector<float> pairs(points.size()), grid(points.size());
            core::Repulsion repulsion(spacing);
            const double whole = core::repulsionOfPairs(points, pairs);
            support::compareNear(repulsion.add(points, grid, 1) / whole, 1.0, error);
            double largest = 0.0;
            for (const float each : pairs)
                largest = std::max(largest, std::abs(double(each)));
            for (size_t i = 0; i < points.size(); ++i)
                support::compareNear(grid[i], pairs[i], error * largest);
            std::vector<float> threads(points.size());
            repulsion.add(points, threads, 3);
            QVERIFY(threads == grid);
        }
    }

    void thePullPointsToTheEarlierMap()
    {
        const std::vector<float> numbers = support::sampledVectors(60, 6, 3, 2.0);
        core::TsneOptions options;
        options.perplexity = 8.0;
        const core::MapPoints earlier = mapBy(numbers, 6, options);
        const auto moved = [&](double pull) {
            core::TsneOptions pulled = options;
            pulled.pull = pull;
            pulled.iterations = 100;
            const std::vector<float> others = support::sampledVectors(60, 6, 4, 2.0);
            core::Tsne tsne(core::VectorsView(others, 6), pulled);
            tsne.startFrom(earlier);
            tsne.step(100);
            double sum = 0.0;
            for (size_t i = 0; i < earlier.size(); ++i)
                sum += std::pow(double(tsne.points()[i]) - double(earlier[i]), 2);
            return sum;
        };
        QVERIFY2(moved(1.0) < 0.5 * moved(0.0), qPrintable(QString::number(moved(1.0))));
    }

    void probabilitiesHaveThePerplexity()
    {
        const std::vector<float> numbers = support::sampledVectors(400, 10, 4, 1.0);
        const auto nearest = core::nearestRows(core::VectorsView(numbers, 10), 60, {}, 1);
        for (size_t i = 0; i < 400; ++i)
            support::compareNear(perplexityOf(core::calibrated(
                                     std::span(nearest.distances).subspan(60 * i, 60), 20.0)),
                                 20.0, 1e-3);
        const auto affinities = core::affinitiesOf(nearest, 20.0);
        double sum = 0.0;
        for (const float each : affinities.probabilities)
            sum += double(each);
        support::compareNear(sum, 1.0, 1e-4);
        // Equal distances leave no choice: all are as likely.
        const std::vector<float> equal(5, 2.0F);
        support::compareNear(perplexityOf(core::calibrated(equal, 3.0)), 5.0, 1e-6);
    }

    void theSameMapForAnyNumberOfThreadsAndSteps()
    {
        const std::vector<float> numbers = support::sampledVectors(600, 10, 6, 2.0);
        core::TsneOptions options;
        options.iterations = 350;
        const core::MapPoints map = mapBy(numbers, 10, options);
        QVERIFY(mapBy(numbers, 10, options, 7) == map);
        options.threads = 3;
        QVERIFY(mapBy(numbers, 10, options) == map);
        options.seed = 2;
        QVERIFY(mapBy(numbers, 10, options) != map);
    }

    void aLargeMapIsComputedByThreads()
    {
        const std::vector<float> numbers = support::sampledVectors(21000, 3, 5, 2.0);
        core::TsneOptions options;
        options.iterations = 12;
        options.perplexity = 5.0;
        const core::MapPoints map = mapBy(numbers, 3, options);
        options.threads = 3;
        QVERIFY(mapBy(numbers, 3, options) == map);
    }

    void clustersStayTogether()
    {
        constexpr size_t kCount = 900, kClusters = 6;
        const std::vector<float> numbers = support::sampledVectors(kCount, 20, kClusters, 3.0);
        core::Tsne tsne(core::VectorsView(numbers, 20), {});
        while (!tsne.isDone())
            tsne.step(100);
        const auto map = core::nearestRows(core::VectorsView(tsne.points(), 2), 10, {}, 1);
        size_t own = 0;
        for (size_t i = 0; i < kCount; ++i)
            for (const int32_t other : map.of(i))
                own += size_t(other) % kClusters == i % kClusters ? 1 : 0;
        QVERIFY2(double(own) > 0.99 * 10.0 * double(kCount), qPrintable(QString::number(own)));
        // Chance would be 10 of 899.
        const double recall = core::neighbourRecall(tsne.nearest(), map, 10);
        QVERIFY2(recall > 0.25, qPrintable(QString::number(recall)));
    }

    void fewPoints()
    {
        QCOMPARE(core::usedPerplexity(30.0, 1000), 30.0);
        QCOMPARE(core::usedPerplexity(30.0, 40), 13.0); // A third of the 39 others.
        QCOMPARE(core::usedPerplexity(30.0, 0), 1.0);
        for (size_t count = 0; count < 6; ++count) {
            const std::vector<float> numbers = support::sampledVectors(count, 4, 1, 1.0);
            const core::MapPoints map = mapBy(numbers, 4, {});
            QCOMPARE(map.size(), 2 * count);
            for (const float each : map)
                QVERIFY(std::isfinite(each));
        }
        const std::vector<float> equal(40, 1.0F); // Ten equal vectors.
        for (const float each : mapBy(equal, 4, {}))
            QVERIFY(std::isfinite(each));
    }
};
UNROLL_TEST(TsneTest, QCoreApplication)
#include "tsne_test.moc"
