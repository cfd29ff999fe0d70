#include "core/base/atomic_file.h"
#include "core/base/line_file.h"
#include "core/base/seal.h"
#include "tests/support/test_case.h"

#include <fcntl.h>
#include <unistd.h>

#include <charconv>

using core::LineFile;

namespace {

/// "12 and more" -> 12; 0 of a line without a number.
int64_t numberOf(std::string_view line)
{
    int64_t number = 0;
    std::from_chars(line.data(), line.data() + line.size(), number);
    return number;
}

} // namespace

class LineFileTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;
    std::filesystem::path path() const { return m_folder.filePath("lines").toStdString(); }

    /// All lines from the first on, and that going backwards gives the same.
    Strings linesOf(const std::string& content)
    {
        core::writeFileAtomically(path(), content);
        const auto file = core::openRegularFile(path(), O_RDONLY);
        LineFile lines(file, path());
        Strings all, back;
        uint64_t end = 0;
        for (auto line = lines.lineAt(0); line; line = lines.lineAt(line->end)) {
            all.emplace_back(line->text);
            end = line->end;
        }
        if (lines.beginOfLine(lines.size()) != end)
            return {"another end"};
        for (auto line = lines.lineBefore(end); line; line = lines.lineBefore(line->begin))
            back.insert(back.begin(), std::string(line->text));
        return all == back ? all : Strings{"another way back"};
    }
    using Lines = Strings;

private Q_SLOTS:
    void linesComeForwardsAndBackwards()
    {
        QCOMPARE(linesOf(""), Lines());
        QCOMPARE(linesOf("torn"), Lines());
        QCOMPARE(linesOf("\n"), Lines{""});
        QCOMPARE(linesOf("one\n\nthree\nto"), (Lines{"one", "", "three"}));
    }

    void linesMayLieInSeveralBlocks()
    {
        const std::string megabytes(size_t{3} << 20, 'x');
        QCOMPARE(linesOf("a\n" + megabytes + "\nb\n"), (Lines{"a", megabytes, "b"}));
        // The end of a line is the last byte of a block, and the first.
        for (const size_t length : {(size_t{1} << 20) - 1, size_t{1} << 20}) {
            const std::string block(length, 'y');
            QCOMPARE(linesOf(block + "\nafter\n"), (Lines{block, "after"}));
        }
    }

    void aLineThatIsTooLongIsLeftEmpty()
    {
        const std::string tooLong(LineFile::kLongest + 1, 'x');
        QCOMPARE(linesOf("a\n" + tooLong + "\nb\n"), (Lines{"a", "", "b"}));
    }

    /// It took 22 seconds and as much memory.
    void whatWasNeverWrittenTakesNoTime()
    {
        core::writeFileAtomically(path(), "first\n");
        QCOMPARE(::truncate(path().c_str(), off_t{64} << 30), 0);
        {
            const auto file = core::openRegularFile(path(), O_WRONLY | O_APPEND);
            QVERIFY(core::writeAll(file.get(), "\nlast\n"));
        }
        QElapsedTimer timer;
        timer.start();
        const auto file = core::openRegularFile(path(), O_RDONLY);
        LineFile lines(file, path());
        Lines all;
        for (auto line = lines.lineAt(0); line; line = lines.lineAt(line->end))
            all.emplace_back(line->text);
        QCOMPARE(all, (Lines{"first", "", "last"}));
        QCOMPARE(std::string(lines.lineBefore(lines.size())->text), "last"s);
        QVERIFY(timer.elapsed() < 2000);
    }

    void aLineIsFoundByItsNumber()
    {
        std::string content = "names\n";
        std::vector<uint64_t> begins;
        for (int number = 10; number < 5000; number += 10) {
            if (number % 700 == 0)
                content += "names\nnames\n";
            begins.push_back(content.size());
            content += std::to_string(number) + std::string(size_t(number % 977), '.') + "\n";
        }
        core::writeFileAtomically(path(), content + "4990 torn");
        const auto file = core::openRegularFile(path(), O_RDONLY);
        LineFile lines(file, path());
        for (const int64_t number : {1, 10, 11, 700, 4980, 4990}) {
            const auto index = static_cast<size_t>(std::max<int64_t>(0, (number + 9) / 10 - 1));
            QCOMPARE(lines.firstOf(number, numberOf), begins[index]);
        }
        QCOMPARE(lines.firstOf(4991, numberOf), content.size());
        core::writeFileAtomically(path(), "names\nnames\n");
        const auto unnumbered = core::openRegularFile(path(), O_RDONLY);
        LineFile none(unnumbered, path());
        QCOMPARE(none.firstOf(1, numberOf), uint64_t{12});
    }

    void aFlippedBitIsFound()
    {
        const std::string object = R"({"event":"update","loss":0.25})";
        const std::string line = core::withChecksum(object);
        QVERIFY(line.starts_with(object.substr(0, object.size() - 1) + ",\"xxh32\":\""));
        QVERIFY(core::isIntact(line));
        QCOMPARE(core::checksumOf(line).size(), size_t{20});
        for (size_t i = 1; i + 20 < line.size(); ++i)
            for (int bit = 0; bit < 8; ++bit) {
                std::string damaged = line;
                damaged[i] = static_cast<char>(damaged[i] ^ (1 << bit));
                QVERIFY(!core::isIntact(damaged));
            }
        // Of an earlier version of the program.
        QVERIFY(core::isIntact(object));
        QVERIFY(core::checksumOf(object).empty());
    }
};
UNROLL_TEST(LineFileTest, QCoreApplication)
#include "line_file_test.moc"
