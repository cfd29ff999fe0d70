#include "core/base/error.h"
#include "core/data/source/source_files.h"
#include "core/data/source/split_name.h"
#include "data_files.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <stop_token>

using Names = Strings;
using support::contains;

namespace {

struct Walk {
    Names names, shownNames;
    std::map<std::string, std::string> contents;
    std::string leftOut; ///< All sentences.
};

Walk walk(const std::string& path, const core::Monitor& monitor = {})
{
    Walk result;
    core::LeftOut leftOut;
    core::ReadProgress progress(monitor, "Reading %1", core::bytesOnDisk(path));
    core::visitFiles(path, progress, leftOut,
                     [&](const core::SourceFile& file, core::ByteStream& bytes) {
                         result.names.push_back(file.name);
                         result.shownNames.push_back(file.shownName);
                         std::string& content = result.contents[file.name];
                         for (auto block = bytes.next(); !block.empty(); block = bytes.next())
                             content += block;
                         return core::Visit::Continue;
                     });
    for (const core::Message& message : leftOut.messages())
        result.leftOut += message.plain() + "\n";
    return result;
}

core::Failure failureOfWalk(const std::string& path)
{
    return support::failureOf([&] { walk(path); });
}

} // namespace

class SourceFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aLoneFileIsItself()
    {
        const DataFiles files;
        const Walk plain = walk(files.file("reviews.csv", "a,b\n"));
        QCOMPARE(plain.names, Names{"reviews.csv"});
        QCOMPARE(plain.contents.at("reviews.csv"), "a,b\n"s);
        const Walk packed = walk(files.gzip("reviews.csv.gz", "c,d\n"));
        QCOMPARE(packed.names, Names{"reviews.csv"});
        QCOMPARE(packed.shownNames, Names{"reviews.csv.gz"});
        QCOMPARE(packed.contents.at("reviews.csv"), "c,d\n"s);
        QVERIFY(!core::isContainer(files.path("reviews.csv.gz")));
        QCOMPARE(walk(files.gzip("empty.gz", "")).contents.at("empty"), ""s);
        QCOMPARE(walk(files.file("empty.txt", "")).contents.at("empty.txt"), ""s);
    }

    void aFolderIsWalkedInSortedOrder()
    {
        const DataFiles files;
        files.file("d/b/2.txt", "B2");
        files.file("d/a/10.txt", "A10");
        files.file("d/a/1.txt", "A1");
        files.file("d/.hidden", "no");
        files.file("d/.git/config", "no");
        files.file("d/__MACOSX/x.txt", "no");
        files.gzip("d/c.csv.gz", "C");
        const Walk result = walk(files.path("d"));
        QCOMPARE(result.names, (Names{"a/1.txt", "a/10.txt", "b/2.txt", "c.csv"}));
        QCOMPARE(result.shownNames[3], "d/c.csv.gz"s);
        QCOMPARE(result.contents.at("c.csv"), "C"s);
        QCOMPARE(result.leftOut, ""s);
        QCOMPARE(walk(files.path("d/")).names, result.names);
    }

    /// Each part begins with the line breaks of all before it: many would take for ever.
    void aDocumentHasNoThousandsOfParts()
    {
        const DataFiles files;
        std::string document = "{\"train\": []";
        for (int i = 1; i < 1000; ++i)
            document += ",\n\"k" + std::to_string(i) + "\": []";
        files.file("most.json", document + "}");
        files.file("more.json", document + ",\"one\": []}");
        QCOMPARE(walk(files.path("most.json")).names.size(), size_t{1000});
        QVERIFY_THROWS_EXCEPTION(core::Error, walk(files.path("more.json")));
    }

    void linksThatLeaveAFolderAreNotFollowed()
    {
        namespace fs = std::filesystem;
        const DataFiles files;
        files.file("secret.txt", "secret");
        files.file("other/more.txt", "more");
        files.file("d/in.txt", "in");
        fs::create_symlink(files.path("secret.txt"), files.path("d/out.txt"));
        fs::create_directory_symlink(files.path("other"), files.path("d/outside"));
        fs::create_directory_symlink(files.path("d"), files.path("d/loop"));
        fs::create_symlink("in.txt", files.path("d/within.txt"));
        fs::create_symlink("nowhere", files.path("d/broken.txt"));
        const Walk result = walk(files.path("d"));
        QCOMPARE(result.names, (Names{"in.txt", "within.txt"}));
        QVERIFY(contains(result.leftOut, "links are not followed: 4"));
    }

    void archivesGiveTheirMembers_data()
    {
        addColumn<bool>("zipped");
        addRow("zip") << true;
        addRow("tar.gz") << false;
    }
    void archivesGiveTheirMembers()
    {
        QFETCH(bool, zipped);
        const DataFiles files;
        const std::vector<DataFiles::Member> members{
            {"./b/2.txt", "B2"}, {"a/1.txt", std::string(300'000, 'x')}, {".DS_Store", "no"}};
        const std::string path
            = zipped ? files.zip("x.zip", members) : files.tarGz("x.tgz", members);
        QVERIFY(core::isContainer(path));
        const Walk result = walk(path);
        QCOMPARE(result.names, (Names{"b/2.txt", "a/1.txt"}));
        QCOMPARE(result.shownNames[0], std::string(zipped ? "x.zip: b/2.txt" : "x.tgz: b/2.txt"));
        QCOMPARE(result.contents.at("a/1.txt").size(), size_t{300'000});
        QCOMPARE(result.leftOut, ""s);
    }

    void namesThatLeadOutAreRefused()
    {
        const DataFiles files;
        const Walk result = walk(files.tarGz("evil.tar.gz",
                                             {{"../outside.txt", "1"},
                                              {"/etc/passwd", "2"},
                                              {"a/../../b.txt", "3"},
                                              {"good.txt", "4"},
                                              {"link.txt", {}, "/etc/passwd"}}));
        QCOMPARE(result.names, Names{"good.txt"});
        QVERIFY(contains(result.leftOut,
                         "lead out of the archive: 3 (../outside.txt, /etc/passwd, "
                         "a/../../b.txt)"));
        QVERIFY(contains(result.leftOut, "links are not followed: 1 (link.txt)"));
        QVERIFY(!std::filesystem::exists(files.path("../outside.txt")));
        const Walk windows = walk(files.zip("w.zip", {{"C:\\x.txt", "1"}, {"..\\y.txt", "2"}}));
        QCOMPARE(windows.names, Names());
    }

    void archivesInsideAreNotOpened()
    {
        const DataFiles files;
        files.file("d/a.txt", "a");
        files.zip("d/inner.zip", {{"x.txt", "x"}});
        const Walk folder = walk(files.path("d"));
        QCOMPARE(folder.names, Names{"a.txt"});
        QVERIFY(contains(folder.leftOut, "archives inside are not opened: 1 (inner.zip)"));
        const Walk archive = walk(files.zip("o.zip", {{"in.zip", "PK"}, {"a.txt", "a"}}));
        QCOMPARE(archive.names, Names{"a.txt"});
    }

    void bombsAreRefused()
    {
        const DataFiles files;
        const std::string zeros(80u << 20, '0');
        const auto zipped = failureOfWalk(files.zip("bomb.zip", {{"a.txt", zeros}}));
        QCOMPARE(zipped.code, core::ErrorCode::FileMalformed);
        QVERIFY(contains(zipped.what.plain(), "bomb.zip unpacks to more than 200 times its size"));
        QVERIFY(!zipped.advice.empty());
        QCOMPARE(failureOfWalk(files.gzip("bomb.txt.gz", zeros)).code,
                 core::ErrorCode::FileMalformed);
        QCOMPARE(failureOfWalk(files.tarGz("bomb.tgz", {{"a.txt", zeros}})).code,
                 core::ErrorCode::FileMalformed);
    }

    void smallFilesMayShrinkALot()
    {
        const DataFiles files;
        const Walk result = walk(files.gzip("same.txt.gz", std::string(4u << 20, 'a')));
        QCOMPARE(result.contents.at("same.txt").size(), size_t{4u << 20});
    }

    void damageIsSaid()
    {
        const DataFiles files;
        std::string text;
        for (int i = 0; i < 50'000; ++i)
            text += std::to_string(i * 7919 % 100'003) + "\n";
        const std::string path = files.gzip("cut.csv.gz", text);
        std::filesystem::resize_file(path, std::filesystem::file_size(path) / 2);
        const auto failure = failureOfWalk(path);
        QCOMPARE(failure.code, core::ErrorCode::FileMalformed);
        QVERIFY(contains(failure.what.plain(), "cut.csv.gz cannot be unpacked"));
        QVERIFY(contains(failure.advice.plain(), "damaged or cut off"));
        QCOMPARE(failureOfWalk(files.file("fake.zip", "PK\3\4 and then nonsense")).code,
                 core::ErrorCode::FileMalformed);
    }

    void everyCheckSumIsChecked_data()
    {
        addColumn<QString>("name");
        addColumn<int>("fromEnd"); ///< Of the byte that is damaged; 0: in the middle.
        for (const char* name : {"a.csv.gz", "a.tar.gz", "a.zip"}) {
            addRow("%s, in the middle", name) << QString(name) << 0;
            if (!QString(name).endsWith(".zip"))
                addRow("%s, the check sum", name) << QString(name) << 6;
        }
    }
    void everyCheckSumIsChecked()
    {
        QFETCH(QString, name);
        QFETCH(int, fromEnd);
        const DataFiles files;
        std::string text;
        for (int i = 0; i < 20'000; ++i)
            text += std::to_string(i * 7919 % 100'003) + ",a\n";
        const std::string file = name.toStdString();
        std::string path;
        if (file == "a.csv.gz")
            path = files.gzip(file, text);
        else if (file == "a.zip")
            path = files.zip(file, {{"a.csv", text}});
        else
            path = files.tarGz(file, {{"a.csv", text}, {"b.csv", text}});
        QVERIFY(failureOfWalk(path).what.empty());
        const auto size = static_cast<std::streamoff>(std::filesystem::file_size(path));
        std::fstream damaged(path, std::ios::in | std::ios::out | std::ios::binary);
        const std::streamoff at = fromEnd == 0 ? size / 3 : size - fromEnd;
        damaged.seekg(at);
        const char byte = static_cast<char>(damaged.get() ^ 0x10);
        damaged.seekp(at);
        damaged.put(byte);
        damaged.close();
        const auto failure = failureOfWalk(path);
        QCOMPARE(failure.code, core::ErrorCode::FileMalformed);
        QVERIFY2(contains(failure.what.plain(), file + " cannot be unpacked"),
                 failure.what.plain().c_str());
    }

    void gzipFilesMayStandBehindEachOther()
    {
        const DataFiles files;
        files.gzip("a.gz", "one\n");
        files.gzip("b.gz", "two\n");
        std::ofstream joined(files.path("ab.txt.gz"), std::ios::binary);
        for (const char* part : {"a.gz", "b.gz"})
            joined << std::ifstream(files.path(part), std::ios::binary).rdbuf();
        joined.close();
        QCOMPARE(walk(files.path("ab.txt.gz")).contents.at("ab.txt"), "one\ntwo\n"s);
    }

    void aPasswordIsSaid()
    {
        const DataFiles files;
        const auto failure = failureOfWalk(files.lockedZip("locked.zip", {{"a.txt", "text"}}));
        QCOMPARE(failure.what.plain(), "locked.zip is protected by a password."s);
    }

    void whatIsNotThereIsSaid()
    {
        const DataFiles files;
        const auto failure = failureOfWalk(files.path("nothing.csv"));
        QCOMPARE(failure.code, core::ErrorCode::FileMissing);
        QVERIFY(contains(failure.what.plain(), "nothing.csv"));
        QCOMPARE(failureOfWalk("/dev/zero").code, core::ErrorCode::FileMissing);
    }

    void readingCanBeStopped()
    {
        const DataFiles files;
        const std::string path = files.file("long.txt", std::string(4u << 20, 'a'));
        std::stop_source stop;
        int reports = 0;
        const core::Monitor monitor(stop.get_token(), [&](const core::Progress& progress) {
            ++reports;
            QVERIFY(progress.fraction >= 0 && progress.fraction <= 1);
            stop.request_stop();
        });
        QCOMPARE(support::failureOf([&] { walk(path, monitor); }).code, core::ErrorCode::Cancelled);
        QVERIFY(reports >= 1);
    }

    void splitsAreWordsOfNames()
    {
        using core::Split;
        QCOMPARE(core::splitOfFileName("imdb_test.csv"), std::optional(Split::Test));
        QCOMPARE(core::splitOfFileName("twitter-2016dev-A.tsv"), std::optional(Split::Valid));
        QCOMPARE(core::splitOfFileName("train_subset_9999.csv"), std::optional(Split::Train));
        QCOMPARE(core::splitOfFileName("TestData.csv"), std::optional(Split::Test));
        QCOMPARE(core::splitOfFileName("TRAIN.TSV"), std::optional(Split::Train));
        QCOMPARE(core::splitOfFileName("contest_latest.csv"), std::optional<Split>());
        QCOMPARE(core::splitOfFileName("train_test.csv"), std::optional<Split>());
        QCOMPARE(core::splitOfFolderName("20news-bydate-test"), std::optional(Split::Test));
        QCOMPARE(core::splitOfFolderName("train data"), std::optional(Split::Train));
        QCOMPARE(core::splitOfFolderName("test drive reports"), std::optional<Split>());
        QCOMPARE(core::splitOfInnerPath("aclImdb/train/pos/0_9.txt", core::FileNames::Ignore),
                 std::optional(Split::Train));
        QCOMPARE(core::splitOfInnerPath("x/dev.csv", core::FileNames::Decide),
                 std::optional(Split::Valid));
        QCOMPARE(core::splitOfInnerPath("x/dev.csv", core::FileNames::Ignore),
                 std::optional<Split>());
    }
};

UNROLL_TEST(SourceFilesTest, QCoreApplication)
#include "source_files_test.moc"
