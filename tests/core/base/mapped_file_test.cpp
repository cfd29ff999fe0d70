#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/base/mapped_file.h"
#include "core/base/text_list.h"
#include "tests/support/test_case.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>

class MappedFileTest : public QObject {
    Q_OBJECT
private:
    static constexpr size_t kBytes = size_t{1} << 20;
    QTemporaryDir m_folder;
    std::filesystem::path path() const { return m_folder.filePath("file").toStdString(); }

    std::string failure() const
    {
        try {
            core::MappedFile::throwIfCut();
        } catch (const core::Error& error) {
            return error.failure().sentence();
        }
        return {};
    }

private Q_SLOTS:
    /// It ended the program by SIGBUS.
    void aFileThatIsShortenedReadsAsZerosAndIsSaid()
    {
        core::writeFileAtomically(path(), std::string(kBytes, 'x'));
        const auto file = core::openRegularFile(path(), O_RDONLY);
        std::optional<core::MappedFile> mapped;
        mapped.emplace(file, kBytes, path());
        QCOMPARE(mapped->bytes()[kBytes - 1], 'x');
        QCOMPARE(failure(), ""s);
        QCOMPARE(::truncate(path().c_str(), 1000), 0);
        QCOMPARE(mapped->bytes()[0], 'x');
        QCOMPARE(mapped->bytes()[kBytes - 1], '\0');
        QCOMPARE(mapped->bytes()[kBytes / 2], '\0');
        QVERIFY2(failure().find("file was shortened") != std::string::npos, failure().c_str());
        // Whoever reads texts of it hears of it where they are given back.
        const std::array<std::string_view, 2> views{mapped->bytes().substr(0, 10),
                                                    mapped->bytes().substr(kBytes - 10)};
        const core::TextList texts(views, core::TextList::Memory::MappedFile);
        QVERIFY_THROWS_EXCEPTION(core::Error, texts.release(0, 2));
        // With the file goes what is wrong with it.
        mapped.reset();
        QCOMPARE(failure(), ""s);
        core::writeFileAtomically(path(), std::string(kBytes, 'y'));
        const auto whole = core::openRegularFile(path(), O_RDONLY);
        const core::MappedFile again(whole, kBytes, path());
        QCOMPARE(again.bytes()[kBytes - 1], 'y');
        QCOMPARE(failure(), ""s);
    }
};
UNROLL_TEST(MappedFileTest, QCoreApplication)
#include "mapped_file_test.moc"
