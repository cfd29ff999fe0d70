#include "core/projection/principal_components.h"
#include "tests/core/projection/sampled_vectors.h"
#include "tests/support/near.h"

using support::compareNear;

class PrincipalComponentsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The sums of products are [[10, 8], [8, 10]] with eigenvalues 18 and 2.
    void ofTwoNumbersWorkedByHand()
    {
        const std::vector<float> vectors{3.0F,  3.0F,  1.0F, -1.0F, -1.0F, 1.0F,
                                         -3.0F, -3.0F, 5.0F, 5.0F,  5.0F,  5.0F};
        const auto first = std::vector<float>(vectors.begin(), vectors.begin() + 8);
        const auto components = core::principalComponents(core::VectorsView(first, 2));
        QCOMPARE(components.count, size_t{2});
        // x + y varies by 72, x - y by 8.
        compareNear(components.shares[0], 0.9, 1e-9);
        compareNear(components.shares[1], 0.1, 1e-9);
        const double half = std::sqrt(0.5);
        compareNear(components.directions[0], half, 1e-9);
        compareNear(components.directions[1], half, 1e-9);
        compareNear(components.positions[0], 6.0 * half, 1e-6);
        compareNear(std::abs(components.positions[3]), 2.0 * half, 1e-6);
    }

    void theLargestNumberOfADirectionIsPositive()
    {
        std::vector<float> vectors = support::sampledVectors(300, 20, 3, 4.0);
        const auto before = core::principalComponents(core::VectorsView(vectors, 20), 3);
        for (size_t k = 0; k < 3; ++k) {
            const auto row = before.directions.begin() + std::ptrdiff_t(20 * k);
            const double most = *std::max_element(row, row + 20);
            QVERIFY(most >= -*std::min_element(row, row + 20));
        }
        std::transform(vectors.begin(), vectors.end(), vectors.begin(), std::negate<>());
        const auto after = core::principalComponents(core::VectorsView(vectors, 20), 3);
        for (size_t i = 0; i < 60; ++i)
            compareNear(after.directions[i], before.directions[i], 1e-6);
    }

    void directionsAreOrthogonalAndTheirSharesFall()
    {
        const std::vector<float> vectors = support::sampledVectors(500, 64, 5, 2.0);
        const auto components = core::principalComponents(core::VectorsView(vectors, 64), 4);
        for (size_t a = 0; a < 4; ++a) {
            QVERIFY(a == 0 || components.shares[a] <= components.shares[a - 1]);
            for (size_t b = 0; b < 4; ++b) {
                double along = 0.0;
                for (size_t i = 0; i < 64; ++i)
                    along += components.directions[64 * a + i] * components.directions[64 * b + i];
                compareNear(along, a == b ? 1.0 : 0.0, 1e-9);
            }
        }
    }

    void fewVectorsOfManyNumbers()
    {
        const std::vector<float> vectors = support::sampledVectors(3, 50, 3, 5.0);
        const auto components = core::principalComponents(core::VectorsView(vectors, 50));
        compareNear(components.shares[0] + components.shares[1], 1.0, 1e-6);
        QCOMPARE(core::mapOf(components).size(), size_t{6});
    }

    void withoutAnyVariation()
    {
        const std::vector<float> equal(40, 1.5F);
        const auto components = core::principalComponents(core::VectorsView(equal, 4));
        for (const float each : components.positions)
            QCOMPARE(each, 0.0F);
        QCOMPARE(components.shares[0], 0.0);
        QCOMPARE(core::principalComponents(core::VectorsView({}, 4)).positions.size(), size_t{0});
        const std::vector<float> line{1.0F, 2.0F, 4.0F};
        const auto points = core::mapOf(core::principalComponents(core::VectorsView(line, 1)));
        QCOMPARE(points[1], 0.0F);
        compareNear(points[4] - points[0], 3.0, 1e-6);
    }
};
UNROLL_TEST(PrincipalComponentsTest, QCoreApplication)
#include "principal_components_test.moc"
