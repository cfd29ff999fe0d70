#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/regular_file.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <fcntl.h>
#include <sys/stat.h>

using core::ErrorCode;
using core::Links;
using core::RegularFile;
using support::failureOf;

class RegularFileTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name) const
    {
        return m_folder.filePath(QString::fromUtf8(name)).toStdString();
    }

private Q_SLOTS:
    void init()
    {
        for (const auto& entry : std::filesystem::directory_iterator(m_folder.path().toStdString()))
            std::filesystem::remove_all(entry.path());
        core::writeFileAtomically(path("file"), "0123456789");
    }

    void aFileIsReadToItsEnd()
    {
        RegularFile file(path("file"));
        QCOMPARE(file.size(), uint64_t{10});
        std::string text(8, ' ');
        QCOMPARE(file.read(text.data(), 8), size_t{8});
        QCOMPARE(text, "01234567"s);
        QCOMPARE(file.read(text.data(), 8), size_t{2});
        QCOMPARE(file.read(text.data(), 8), size_t{0});
    }

    /// Without anybody at the other end an ordinary open() waits for ever.
    void aPipeIsRefusedAtOnce()
    {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        const auto reading = failureOf([&] { RegularFile file(path("pipe")); });
        QVERIFY(reading.code == ErrorCode::FileMissing);
        QVERIFY(reading.sentence().find("pipe is not a file") != std::string::npos);
        QVERIFY(failureOf([&] { core::readFile(path("pipe")); }).code == ErrorCode::FileMissing);
        for (const int flags : {O_WRONLY | O_APPEND, O_RDWR | O_CREAT}) {
            const auto writing = failureOf([&] { core::openRegularFile(path("pipe"), flags); });
            QVERIFY(writing.code == ErrorCode::FileUnwritable);
            QVERIFY(writing.sentence().find("pipe is not a file") != std::string::npos);
        }
    }

    void devicesAndFoldersAreRefused()
    {
        for (const char* name : {"/dev/null", "/dev/zero", "/"})
            QVERIFY2(failureOf([&] { RegularFile file(name); }).code == ErrorCode::FileMissing,
                     name);
    }

    void linksAreFollowedOnlyWhereTheyMay()
    {
        std::filesystem::create_symlink(path("file"), path("link"));
        QCOMPARE(core::readFile(path("link")), "0123456789"s);
        const auto refused
            = failureOf([&] { core::readFile(path("link"), UINT64_MAX, Links::Refuse); });
        QVERIFY(refused.code == ErrorCode::FileMissing);
        QVERIFY(refused.sentence().find("link is a link") != std::string::npos);
        std::filesystem::create_symlink(path("elsewhere"), path("dangling"));
        const auto made = failureOf(
            [&] { core::openRegularFile(path("dangling"), O_WRONLY | O_CREAT, Links::Refuse); });
        QVERIFY(made.code == ErrorCode::FileUnwritable);
        QVERIFY(!std::filesystem::exists(path("elsewhere")));
    }

    void filesOfTheKernelAreReadToo()
    {
        QVERIFY(core::readFile("/proc/self/status").find("VmRSS") != std::string::npos);
    }

    void aFileIsMadeWhereOneMayBe()
    {
        const auto file = core::openRegularFile(path("new"), O_WRONLY | O_CREAT, Links::Refuse);
        QVERIFY(file.get() >= 0);
        QVERIFY(std::filesystem::is_regular_file(path("new")));
    }

    void temporaryNamesAreKnown()
    {
        QVERIFY(core::isTemporaryOf(".a.json.x0YzT9", "a.json"));
        for (const char* name : {"a.json", ".a.json", ".a.json.x0YzT", ".a.json.x0Yz-9", ".a.json.",
                                 "xa.json.x0YzT9", ".b.json.x0YzT9"})
            QVERIFY2(!core::isTemporaryOf(name, "a.json"), name);
    }
};
UNROLL_TEST(RegularFileTest, QCoreApplication)
#include "regular_file_test.moc"
