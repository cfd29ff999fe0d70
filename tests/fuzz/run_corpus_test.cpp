#include "tests/fuzz/target.h"
#include "tests/support/test_case.h"

/// Readers of run folders and of tensors; fuzz::require() ends the process.
class RunCorpusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keptInputsAreReadAgain_data()
    {
        QTest::addColumn<fuzz::Target>("target");
        for (const fuzz::Target& target : fuzz::storedTargets())
            newRow(target.name, target);
    }
    void keptInputsAreReadAgain()
    {
        QFETCH(fuzz::Target, target);
        QVERIFY(fuzz::replay(target) > 0); // Otherwise: bash tests/fuzz/run.sh.
    }
};
UNROLL_TEST(RunCorpusTest, QCoreApplication)
#include "run_corpus_test.moc"
