#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::DataSpec;
using pairs::captions;
using pairs::recognised;
using Paths = Strings;
using support::contains;

/// Dropped validation and test files join the loaded training files where they fit them.
class HeldOutFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// A held-out file joins loaded training files where it can be read like them.
    void heldOutFilesJoinWhatTheyFit()
    {
        const DataFiles files;
        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kPairs, tasks::kTexts};
        std::string reviews = "review,sentiment\n", tweets = "1\tpositive\tfine\n", prose;
        for (int i = 0; i < 40; ++i) {
            const std::string text = "Film " + std::to_string(i) + " was seen by many people.";
            reviews += "\"" + text + "\"," + (i % 2 ? "bad" : "good") + "\n";
            tweets += std::to_string(i) + "\t" + (i % 2 ? "negative" : "positive") + "\t" + text
                + "\n";
            prose += text + "\n";
        }
        const std::string train = files.file("films_train.csv", reviews);
        const std::string heldOut = files.file("films_test.csv", reviews);
        const std::string other = files.file("tweets-test.tsv", tweets);
        const std::string text = files.file("prose.txt", prose);
        const std::string valid = files.file("prose.valid.txt", prose);
        DataSpec films;
        films.train = {train};
        const DataSpec read = core::previewData(tasks::kLabelled, films, {}).spec;
        const auto dropped = [&](const std::string& path, const char* task, const DataSpec& base) {
            return core::recogniseData({path}, task, all, base).spec;
        };
        QCOMPARE(dropped(heldOut, "classification", read).train, Paths{train});
        QCOMPARE(dropped(heldOut, "classification", read).test, Paths{heldOut});
        QCOMPARE(dropped(other, "classification", read).train, Paths{other});
        QVERIFY(dropped(other, "classification", read).test.empty());
        DataSpec novel;
        novel.train = {text};
        QCOMPARE(dropped(valid, "language_model", novel).valid, Paths{valid});
        QCOMPARE(dropped(heldOut, "language_model", novel).train, Paths{heldOut});
        novel.train = {files.path("gone.txt")};
        QCOMPARE(dropped(valid, "language_model", novel).train, Paths{valid});
        QVERIFY(dropped(valid, "language_model", novel).valid.empty());
    }

    /// However its path is written.
    void aHeldOutFileThatIsTrainedOnIsNoted()
    {
        const DataFiles files;
        std::string reviews = "review,sentiment\n";
        for (int i = 0; i < 40; ++i)
            reviews += "Film " + std::to_string(i) + (i % 2 ? ",bad\n" : ",good\n");
        DataSpec spec;
        spec.train = {files.file("films.csv", reviews)};
        spec.valid = {files.file("others.csv", reviews)};
        const std::string note = " is also training data";
        const auto notesOf = [&] {
            std::string all;
            for (const core::Message& each : core::loadCorpus(spec, tasks::kLabelled, {}).notes)
                all += each.plain();
            return all;
        };
        QVERIFY(notesOf().find(note) == std::string::npos); // A copy is another file.
        spec.test = {files.path("./films.csv")};
        QVERIFY(notesOf().find(spec.test.front() + note) != std::string::npos);
    }

    void heldOutFilesAreAddedToWhatIsLoaded()
    {
        const DataFiles files;
        captions(files, "m");
        const DataSpec base
            = recognised({files.path("m/train.de.gz"), files.path("m/train.en.gz")});
        QCOMPARE(base.train.size(), size_t{1});
        const std::string de = files.path("m/val.de.gz"), en = files.path("m/val.en.gz");
        const DataSpec both = recognised({en, de}, "translation", base);
        QCOMPARE(both.train, base.train);
        QCOMPARE(both.valid, Paths{de});
        QCOMPARE(both.validTarget, Paths{en});

        const DataSpec half = recognised({en}, "translation", base);
        QVERIFY(half.valid.empty());
        QCOMPARE(half.validTarget, Paths{en});
        QVERIFY(contains(support::plain(pairs::preview(half).problems),
                         "One side of the validation files is missing"));
        const DataSpec whole = recognised({de}, "translation", half);
        QCOMPARE(whole.valid, Paths{de});
        QCOMPARE(whole.validTarget, Paths{en});
        QCOMPARE(whole.train, base.train);
        QCOMPARE(whole.trainTarget, base.trainTarget);

        const std::string test = files.path("m/test_2016_flickr.de.gz");
        const DataSpec alone = recognised({files.path("m/test_2016_flickr.en.gz"), test});
        QCOMPARE(alone.train, Paths{test}); // There is nothing to add them to.
    }

    /// A test file of something else begins an experiment of its own.
    void heldOutTablesAreAddedWhereTheyFit()
    {
        const DataFiles files;
        const auto rows = [](const char* header, const char* first, const char* second) {
            std::string all = header;
            for (int i = 0; i < 30; ++i)
                all += std::string(i % 2 == 0 ? first : second) + "\n";
            return all;
        };
        const std::string train = files.file(
            "mine.csv", rows("review,label\n", "a fine film with songs,pos", "a dull film,neg"));
        const DataSpec base = tasks::recognised({train}, "classification", {}).spec;
        const std::string fits = files.file(
            "mine_test.csv", rows("review,label\n", "a good book,pos", "a bad book,neg"));
        const auto joined = tasks::recognised({fits}, "classification", base);
        QCOMPARE(joined.spec.train, Paths{train});
        QCOMPARE(joined.spec.test, Paths{fits});

        const std::string other = files.file("tweets_test.tsv",
                                             rows("", "17\tneutral\tgood morning to all of you",
                                                  "18\tnegative\tthis is a bad day for us"));
        const auto anew = tasks::recognised({other}, "classification", base);
        QCOMPARE(anew.spec.train, Paths{other});
        QVERIFY(anew.spec.test.empty());

        std::filesystem::remove(train); // What is no longer there is completed by nothing.
        QCOMPARE(tasks::recognised({fits}, "classification", base).spec.train, Paths{fits});
    }
};

UNROLL_TEST(HeldOutFilesTest, QCoreApplication)
#include "held_out_files_test.moc"
