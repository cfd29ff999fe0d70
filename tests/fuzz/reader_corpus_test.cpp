#include "tests/fuzz/target.h"
#include "tests/support/test_case.h"

/// Readers of data and text; fuzz::require() ends the process.
class ReaderCorpusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keptInputsAreReadAgain_data()
    {
        QTest::addColumn<fuzz::Target>("target");
        for (const fuzz::Target& target : fuzz::readerTargets())
            newRow(target.name, target);
    }
    void keptInputsAreReadAgain()
    {
        QFETCH(fuzz::Target, target);
        QVERIFY(fuzz::replay(target) > 0); // Otherwise: bash tests/fuzz/run.sh.
    }
};
UNROLL_TEST(ReaderCorpusTest, QCoreApplication)
#include "reader_corpus_test.moc"
