#include "core/base/json.h"
#include "core/projection/principal_components.h"
#include "tests/core/projection/sampled_vectors.h"
#include "tests/parity/python.h"

#include <fstream>

namespace {

struct ParityVectors {
    std::string name;
    size_t points = 0, size = 0, centres = 1;
    double apart = 1.0;
    size_t count = 2; ///< Components.
};

const std::vector<ParityVectors> kParityVectors{{"clusters", 600, 50, 6, 3.0, 2},
                                                {"four_components", 400, 30, 5, 4.0, 4},
                                                {"fewer_points_than_numbers", 20, 80, 4, 5.0, 2},
                                                {"two_numbers", 100, 2, 3, 2.0, 2}};

} // namespace

class ProjectionParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void componentsAreThoseOfScikitLearn()
    {
        parity::compareInPython(
            UNROLL_PARITY_SCRIPTS "/projection_parity.py", kParityVectors,
            [](const ParityVectors& each, const std::filesystem::path& path) {
                const std::vector<float> vectors
                    = support::sampledVectors(each.points, each.size, each.centres, each.apart);
                const core::PrincipalComponents ours
                    = core::principalComponents(core::VectorsView(vectors, each.size), each.count);
                std::ofstream(path) << core::Json{{"vectors", vectors},
                                                  {"size", each.size},
                                                  {"count", each.count},
                                                  {"positions", ours.positions},
                                                  {"shares", ours.shares}};
            },
            u"sklearn"_s);
    }
};

UNROLL_TEST(ProjectionParityTest, QCoreApplication)
#include "projection_parity_test.moc"
