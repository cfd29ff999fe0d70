#include "core/projection/nearest.h"
#include "tests/core/projection/sampled_vectors.h"
#include "tests/support/near.h"

#include <numeric>

class NearestTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void equalToComparingAllPairs()
    {
        constexpr size_t kCount = 777, kSize = 13, kNearest = 9;
        const std::vector<float> numbers = support::sampledVectors(kCount, kSize, 4, 1.0);
        const core::VectorsView vectors(numbers, kSize);
        const auto nearest = core::nearestRows(vectors, kNearest, {}, 1);
        for (size_t i = 0; i < kCount; ++i) {
            std::vector<std::pair<double, int32_t>> all;
            for (size_t j = 0; j < kCount; ++j) {
                double sum = 0.0;
                for (size_t k = 0; k < kSize; ++k)
                    sum += std::pow(double(vectors.row(i)[k]) - double(vectors.row(j)[k]), 2);
                if (j != i)
                    all.emplace_back(sum, int32_t(j));
            }
            std::sort(all.begin(), all.end());
            for (size_t k = 0; k < kNearest; ++k) {
                QCOMPARE(nearest.of(i)[k], all[k].second);
                support::compareNear(nearest.distances[i * kNearest + k], std::sqrt(all[k].first),
                                     1e-4);
            }
        }
    }

    void someRowsAndSeveralThreads()
    {
        const std::vector<float> numbers = support::sampledVectors(500, 8, 4, 1.0);
        const core::VectorsView vectors(numbers, 8);
        const auto all = core::nearestRows(vectors, 5, {}, 1);
        const auto threads = core::nearestRows(vectors, 5, {}, 3);
        QVERIFY(threads.rows == all.rows && threads.distances == all.distances);
        const std::vector<int32_t> asked{499, 3};
        const auto some = core::nearestRows(vectors, 5, asked, 1);
        QCOMPARE(some.rows.size(), size_t{10});
        QVERIFY(std::ranges::equal(some.of(0), all.of(499)));
        QVERIFY(std::ranges::equal(some.of(1), all.of(3)));
        const auto one = core::nearestTo(vectors, 3, 5);
        QVERIFY(std::ranges::equal(one.of(0), all.of(3)));
        support::compareNear(one.distances[4], all.distances[19], 1e-5);
    }

    void closePointsFarFromTheOrigin()
    {
        std::vector<float> numbers;
        for (int i = 0; i < 40; ++i)
            numbers.insert(numbers.end(), {1000.0F + 0.001F * float(i * i), 1000.0F});
        const auto nearest = core::nearestRows(core::VectorsView(numbers, 2), 1, {}, 1);
        for (int i = 1; i < 40; ++i)
            QCOMPARE(nearest.of(size_t(i))[0], i - 1);
    }

    void noMoreThanThereAre()
    {
        const std::vector<float> numbers{0.0F, 1.0F, 3.0F};
        const auto nearest = core::nearestRows(core::VectorsView(numbers, 1), 10, {}, 1);
        QCOMPARE(nearest.count, size_t{2});
        QCOMPARE(nearest.of(2)[0], 1);
        QCOMPARE(core::nearestRows(core::VectorsView({}, 4), 3, {}, 1).rows.size(), size_t{0});
    }

    void byCosine()
    {
        const std::vector<float> numbers{1.0F, 0.0F, 3.0F, 3.0F, 0.5F, 0.0F, 0.0F, 0.0F};
        const auto unit = core::normalised(core::VectorsView(numbers, 2));
        const auto nearest = core::nearestRows(core::VectorsView(unit, 2), 3, {}, 1);
        QCOMPARE(nearest.of(0)[0], 2);
        support::compareNear(core::cosineAt(double(nearest.distances[0])), 1.0, 1e-6);
        QCOMPARE(nearest.of(0)[1], 1);
        support::compareNear(core::cosineAt(double(nearest.distances[1])), std::sqrt(0.5), 1e-6);
        QCOMPARE(unit[6], 0.0F);
    }

    void recallCountsSharedNeighbours()
    {
        const core::NearestRows space{3, {1, 2, 3, 0, 2, 3}, std::vector<float>(6)};
        const core::NearestRows map{3, {2, 1, 5, 6, 7, 0}, std::vector<float>(6)};
        support::compareNear(core::neighbourRecall(space, map, 2), 0.5, 1e-12);
        support::compareNear(core::neighbourRecall(space, map, 3), 0.5, 1e-12);
        support::compareNear(core::neighbourRecall(space, map, 1), 0.0, 1e-12);
    }

    void endsWhenItIsCancelled()
    {
        const std::vector<float> numbers = support::sampledVectors(100, 8, 4, 1.0);
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(core::Error,
                                 core::nearestRows(core::VectorsView(numbers, 8), 5, {}, 1,
                                                   core::Monitor(stop.get_token(), {})));
    }
};
UNROLL_TEST(NearestTest, QCoreApplication)
#include "nearest_test.moc"
