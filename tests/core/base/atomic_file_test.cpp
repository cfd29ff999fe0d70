#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

using support::failureOf;

class AtomicFileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void contentIsWrittenWholeAndReplaced()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.txt";
        core::writeFileAtomically(path, std::string("one\0two", 7));
        QCOMPARE(core::readFile(path), std::string("one\0two", 7));
        core::writeFileAtomically(path, "");
        QCOMPARE(core::readFile(path), ""s);
        // No temporary file stays behind.
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden).size(), 1);
    }

    void othersMayReadWhatWasWritten()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.txt";
        core::writeFileAtomically(path, "x");
        const auto permissions = std::filesystem::status(path).permissions();
        QVERIFY((permissions & std::filesystem::perms::owner_write)
                != std::filesystem::perms::none);
        QVERIFY((permissions & std::filesystem::perms::group_read) != std::filesystem::perms::none);
    }

    /// The umask belongs to the whole process: set to 0 for a moment, it made the files of other
    /// threads writable by everybody.
    void otherThreadsKeepTheirUmask()
    {
        // In memory, where thousands of files are written in a second.
        const QTemporaryDir folder(u"/dev/shm/umask-XXXXXX"_s);
        if (!folder.isValid())
            QSKIP("There is no file system in memory.");
        const std::filesystem::path root = folder.path().toStdString();
        const mode_t before = ::umask(0077);
        std::atomic<bool> done = false;
        std::atomic<int> open = 0;
        std::thread other([&] {
            while (!done) {
                const core::FileDescriptor file(
                    ::open((root / "other").c_str(), O_CREAT | O_RDWR, 0666));
                struct stat status { };
                if (::fstat(file.get(), &status) != 0 || (status.st_mode & 0077) != 0)
                    ++open;
                ::unlink((root / "other").c_str());
            }
        });
        for (int i = 0; i < 20000; ++i)
            core::writeFileAtomically(root / "own", "x");
        done = true;
        other.join();
        ::umask(before);
        QCOMPARE(open.load(), 0);
    }

    void aFileWithOtherNamesIsCopiedBeforeItIsWrittenTo()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        core::writeFileAtomically(root / "thesis", "mine");
        std::filesystem::create_hard_link(root / "thesis", root / "log");
        const auto file = core::openOwnFile(root / "log", O_RDWR | O_APPEND);
        QVERIFY(core::writeAll(file.get(), " and more"));
        QCOMPARE(core::readFile(root / "log"), "mine and more"s);
        QCOMPARE(core::readFile(root / "thesis"), "mine"s);
        std::filesystem::create_symlink(root / "thesis", root / "link");
        QVERIFY(failureOf([&] { core::openOwnFile(root / "link", O_RDWR); })
                    .sentence()
                    .find("is a link")
                != std::string::npos);
    }

    void aHeldFolderStaysTheSameOne()
    {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        std::filesystem::create_directories(root / "run");
        std::filesystem::create_directories(root / "outside");
        const core::FilePlace held = core::FilePlace::held(root / "run");
        std::filesystem::rename(root / "run", root / "moved");
        std::filesystem::create_directory_symlink(root / "outside", root / "run");
        core::writeFileAtomically(held / "a.txt", "x");
        QCOMPARE(core::readFile(held / "a.txt"), "x"s);
        core::renameFile(held / "a.txt", held / "b.txt");
        QVERIFY(core::linkFile(held / "b.txt", held / "c.txt"));
        QCOMPARE(core::fileNames(held).size(), size_t{2});
        QCOMPARE(core::readFile(root / "moved" / "c.txt"), "x"s);
        QVERIFY(std::filesystem::is_empty(root / "outside"));
        // Its path is only for sentences.
        QCOMPARE((held / "b.txt").path(), root / "run" / "b.txt");
        QVERIFY(failureOf([&] { core::FilePlace::held(root / "run", core::Links::Refuse); }).code
                == core::ErrorCode::FileMissing);
    }

    void aMissingFolderIsASentence()
    {
        const auto failure
            = failureOf([] { core::writeFileAtomically("/nowhere/at/all.txt", "x"); });
        QVERIFY(failure.code == core::ErrorCode::FileUnwritable);
        QVERIFY(failure.sentence().find("/nowhere/at/all.txt") != std::string::npos);
    }

    void aFolderIsNoFile()
    {
        const QTemporaryDir folder;
        const auto path = folder.path().toStdString();
        QVERIFY(failureOf([&] { core::readFile(path); }).code == core::ErrorCode::FileMissing);
        QVERIFY(failureOf([&] { core::writeFileAtomically(path, "x"); }).code
                == core::ErrorCode::FileUnwritable);
    }

    void aFileThatIsTooLargeIsRefused()
    {
        const QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "a.txt";
        core::writeFileAtomically(path, "12345");
        QCOMPARE(core::readFile(path, 5), "12345"s);
        QVERIFY(failureOf([&] { core::readFile(path, 4); }).code == core::ErrorCode::FileMalformed);
    }
};
UNROLL_TEST(AtomicFileTest, QCoreApplication)
#include "atomic_file_test.moc"
