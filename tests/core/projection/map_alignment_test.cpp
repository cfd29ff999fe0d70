#include "core/projection/alignment.h"
#include "tests/core/projection/sampled_vectors.h"
#include "tests/support/near.h"

class MapAlignmentTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsATurnAndAMirror_data()
    {
        addColumn<double>("mirror");
        newRow("turned", 1.0);
        newRow("mirrored", -1.0);
    }

    void findsATurnAndAMirror()
    {
        QFETCH(double, mirror);
        const core::MapPoints earlier = support::sampledVectors(30, 2, 1, 1.0);
        constexpr double kAngle = 2.3;
        core::MapPoints turned(earlier.size());
        for (size_t i = 0; i < earlier.size(); i += 2) {
            const double x = double(earlier[i]), y = mirror * double(earlier[i + 1]);
            turned[i] = float(std::cos(kAngle) * x - std::sin(kAngle) * y + 40.0);
            turned[i + 1] = float(std::sin(kAngle) * x + std::cos(kAngle) * y - 3.0);
        }
        const core::MapPoints back = core::aligned(turned, earlier);
        for (size_t i = 0; i < earlier.size(); ++i)
            support::compareNear(back[i], earlier[i], 1e-4);
    }

    void distancesStay()
    {
        const core::MapPoints earlier = support::sampledVectors(30, 2, 1, 1.0);
        const core::MapPoints other{support::sampledVectors(60, 2, 1, 3.0)};
        const core::MapPoints points(other.begin() + 60, other.end());
        const core::MapPoints moved = core::aligned(points, earlier);
        for (size_t i = 2; i < points.size(); i += 2)
            support::compareNear(std::hypot(moved[i] - moved[0], moved[i + 1] - moved[1]),
                                 std::hypot(points[i] - points[0], points[i + 1] - points[1]),
                                 1e-4);
    }
};
UNROLL_TEST(MapAlignmentTest, QCoreApplication)
#include "map_alignment_test.moc"
