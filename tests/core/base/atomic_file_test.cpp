#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "tests/support/test_case.h"

#include <QDir>
#include <QTemporaryDir>

#include <filesystem>

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
        QCOMPARE(core::readFile(path), std::string());
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
        QCOMPARE(core::readFile(path, 5), std::string("12345"));
        QVERIFY(failureOf([&] { core::readFile(path, 4); }).code == core::ErrorCode::FileMalformed);
    }

private:
    template <class Function> static core::Failure failureOf(Function&& function)
    {
        try {
            function();
        } catch (...) {
            return core::currentFailure();
        }
        return {};
    }
};
UNROLL_TEST(AtomicFileTest, QCoreApplication)
#include "atomic_file_test.moc"
