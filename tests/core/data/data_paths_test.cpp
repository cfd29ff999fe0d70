#include "core/data/preview.h"
#include "data_files.h"
#include "tests/support/test_case.h"

using core::DataSpec;
using Paths = Strings;

class DataPathsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void namesDecide()
    {
        const DataFiles files;
        const std::string train = files.file("imdb_train.csv", "x");
        const std::string dev = files.file("tweets-2016dev-A.tsv", "x");
        const std::string test = files.file("imdb_test.csv", "x");
        const DataSpec spec = core::dataSpecFromPaths({test, train, dev}, {});
        QCOMPARE(spec.train, Paths{train});
        QCOMPARE(spec.valid, Paths{dev});
        QCOMPARE(spec.test, Paths{test});
        QCOMPARE(spec.sample.kind, "none"s);
    }

    void filesThatSayNothingAreTrain()
    {
        const DataFiles files;
        const std::string a = files.file("Arabic.txt", "x"), b = files.file("Irish.txt", "x");
        const std::string test = files.file("test.txt", "x");
        const DataSpec spec = core::dataSpecFromPaths({a, b, test, a}, {});
        QCOMPARE(spec.train, (Paths{a, b}));
        QCOMPARE(spec.test, Paths{test});
    }

    void aFolderWithPartsGoesToEach()
    {
        const DataFiles files;
        files.file("aclImdb/train/pos/0.txt", "x");
        files.file("aclImdb/test/pos/0.txt", "x");
        const std::string folder = files.path("aclImdb");
        const DataSpec spec = core::dataSpecFromPaths({folder}, {});
        QCOMPARE(spec.train, Paths{folder});
        QCOMPARE(spec.test, Paths{folder});
        QVERIFY(spec.valid.empty());
    }

    void anArchiveWithPartsGoesToEach()
    {
        const DataFiles files;
        const std::string zip = files.zip(
            "data.zip", {{"train.csv", "a,b\n"}, {"valid.csv", "a,b\n"}, {"test.csv", "a,b\n"}});
        const DataSpec spec = core::dataSpecFromPaths({zip}, {});
        QCOMPARE(spec.train, Paths{zip});
        QCOMPARE(spec.valid, Paths{zip});
        QCOMPARE(spec.test, Paths{zip});
    }

    void aDroppedTestFileJoinsTheTrainSet()
    {
        const DataFiles files;
        DataSpec base;
        base.train = {files.file("reviews.csv", "x")};
        base.format = {"delimited", core::Json{{"header", "yes"}}};
        base.splitSeed = 5;
        const std::string test = files.file("reviews_test.csv", "x");
        const DataSpec spec = core::dataSpecFromPaths({test}, base);
        QCOMPARE(spec.train, base.train);
        QCOMPARE(spec.test, Paths{test});
        QCOMPARE(spec.format, base.format);
        const std::string other = files.file("other_test.csv", "x");
        QCOMPARE(core::dataSpecFromPaths({other}, spec).test, Paths{other});
    }

    void newTrainingFilesReplaceWhatWasThere()
    {
        const DataFiles files;
        DataSpec base;
        base.train = {files.path("old.csv")};
        base.test = {files.path("old_test.csv")};
        base.format = {"delimited", core::Json{{"header", "yes"}}};
        base.encoding = "latin-1";
        base.splitSeed = 5;
        const std::string path = files.file("new.csv", "x");
        const DataSpec spec = core::dataSpecFromPaths({path}, base);
        QCOMPARE(spec.train, Paths{path});
        QVERIFY(spec.test.empty());
        QCOMPARE(spec.format.kind, "auto"s);
        QCOMPARE(spec.encoding, "auto"s);
        QCOMPARE(spec.splitSeed, int64_t{5});
    }

    void aLoneTestFileIsAllThereIs()
    {
        const DataFiles files;
        DataSpec base;
        base.sample.kind = "reviews";
        const std::string path = files.file("test.csv", "x");
        const DataSpec spec = core::dataSpecFromPaths({path}, base);
        QCOMPARE(spec.train, Paths{path});
        QVERIFY(spec.test.empty());
        QCOMPARE(spec.sample.kind, "none"s);
    }

    void aMissingPathIsLeftToThePreview()
    {
        const DataSpec spec = core::dataSpecFromPaths({"/nowhere/data.csv"}, {});
        QCOMPARE(spec.train, Paths{"/nowhere/data.csv"});
    }
};

UNROLL_TEST(DataPathsTest, QCoreApplication)
#include "data_paths_test.moc"
