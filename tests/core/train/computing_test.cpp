#include "core/train/computing.h"
#include "core/train/training.h"

#include "tests/support/test_case.h"

/// The description of the machine that a training computes on.
class ComputingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theLibraryOfProductsIsAFileThatIsThere()
    {
        const core::BlasLibrary library = core::blasLibrary();
        QVERIFY2(std::filesystem::is_regular_file(library.file), library.file.c_str());
        // However slow this machine is just now, a fast library is not blamed for it.
        QCOMPARE(core::slowLibraryNote().has_value(),
                 !library.isOptimised && core::measureProductGflops() < 20.0);
    }

    void aSlowLibraryIsNamedWithWhatToDo()
    {
        const std::string said
            = core::slowProductsNote(3.14159, {"/usr/lib/blas/libblas.so.3.11.0", false}).plain();
        QCOMPARE(said,
                 "Matrix products are slow here (3.1 GFLOP/s, computed by "
                 "/usr/lib/blas/libblas.so.3.11.0, which is not made for speed). Install "
                 "libopenblas0-pthread; training is then many times faster.");
    }

    void aFastLibraryIsNotBlamed()
    {
        const std::string said
            = core::slowProductsNote(12, {"/usr/lib/openblas/libblas.so.3", true}).plain();
        QVERIFY2(said.find("/usr/lib/openblas/libblas.so.3") != std::string::npos, said.c_str());
        QVERIFY2(said.find("Install") == std::string::npos, said.c_str());
        QVERIFY2(said.find("shared with other programs") != std::string::npos, said.c_str());
    }
};

UNROLL_TEST(ComputingTest, QCoreApplication)
#include "computing_test.moc"
