#include "core/projection/clusters.h"
#include "tests/core/projection/sampled_vectors.h"
#include "tests/support/test_case.h"

class ClustersTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsWhatTheDataWereDrawnFrom()
    {
        constexpr size_t kCentres = 5;
        const std::vector<float> numbers = support::sampledVectors(500, 30, kCentres, 4.0);
        const auto clusters = core::clustersOf(core::VectorsView(numbers, 30), kCentres, 1, 1);
        std::set<int32_t> found;
        for (size_t i = 0; i < clusters.size(); ++i) {
            found.insert(clusters[i]);
            QCOMPARE(clusters[i], clusters[i % kCentres]);
        }
        QCOMPARE(found.size(), kCentres);
        QVERIFY(core::clustersOf(core::VectorsView(numbers, 30), kCentres, 1, 3) == clusters);
    }

    void theLargestComesFirst()
    {
        const std::vector<float> numbers{0.0F, 10.0F, 10.1F, 10.2F, 0.1F, 10.3F};
        QCOMPARE(core::clustersOf(core::VectorsView(numbers, 1), 2, 1, 1),
                 (std::vector<int32_t>{1, 0, 0, 0, 1, 0}));
    }

    void noMoreThanThereAreVectors()
    {
        const std::vector<float> numbers{0.0F, 10.0F};
        QCOMPARE(core::clustersOf(core::VectorsView(numbers, 1), 9, 1, 1).size(), size_t{2});
        QCOMPARE(core::clustersOf(core::VectorsView({}, 3), 9, 1, 1).size(), size_t{0});
    }
};
UNROLL_TEST(ClustersTest, QCoreApplication)
#include "clusters_test.moc"
