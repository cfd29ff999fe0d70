#include "core/data/source/line_reader.h"

#include "tests/support/test_case.h"

namespace {

Strings linesOf(const std::string& text, size_t blockBytes)
{
    core::MemoryStream stream(text, blockBytes);
    core::LineReader reader(stream);
    core::Line line;
    Strings lines;
    while (reader.next(line))
        lines.emplace_back(line.text);
    return lines;
}

} // namespace

class TextLineReaderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesEndAtNewlinesOnly()
    {
        const std::string text = "one\r\ntwo\n\nthree\u0085still\u2028still\rstill";
        const Strings expected{"one", "two", "", "three\u0085still\u2028still\rstill"};
        for (const size_t blockBytes : {size_t{1}, size_t{2}, size_t{7}, size_t{1000}})
            QCOMPARE(linesOf(text, blockBytes), expected);
        QCOMPARE(linesOf("", 5), Strings());
        QCOMPARE(linesOf("a\n", 5), Strings{"a"});
    }

    void aLineBeyondTheLimitIsPassedOver()
    {
        const std::string text = "ab\n" + std::string(5000, 'x') + "\nlast";
        core::MemoryStream stream(text, 64);
        core::LineReader reader(stream, 100);
        core::Line line;
        QVERIFY(reader.next(line));
        QVERIFY(reader.next(line));
        QVERIFY(line.tooLong);
        QCOMPARE(line.number, int64_t{2});
        QVERIFY(reader.next(line));
        QCOMPARE(line.text, std::string_view("last"));
        QCOMPARE(line.number, int64_t{3});
        QVERIFY(!reader.next(line));
    }

    void heldLinesStayTogether()
    {
        const std::string text = "zero\none\r\ntwo\nthree\nfour";
        core::MemoryStream stream(text, 3);
        core::LineReader reader(stream);
        core::Line line;
        QVERIFY(reader.next(line));
        QVERIFY(reader.next(line));
        reader.hold();
        QVERIFY(reader.next(line));
        QVERIFY(reader.next(line));
        QCOMPARE(reader.held(), std::string_view("one\r\ntwo\nthree"));
        reader.rewindAfter(6); // In "two".
        QVERIFY(reader.next(line));
        QCOMPARE(line.text, std::string_view("three"));
        QCOMPARE(line.number, int64_t{4});
        QVERIFY(reader.next(line));
        QCOMPARE(line.text, std::string_view("four"));
        QVERIFY(!reader.next(line));
    }

    void aLongLineInAHeldRecordIsSeenAgain()
    {
        const std::string text = "open\n" + std::string(300, 'x') + "\nend";
        core::MemoryStream stream(text, 16);
        core::LineReader reader(stream, 100);
        core::Line line;
        QVERIFY(reader.next(line));
        reader.hold();
        QVERIFY(reader.next(line));
        QVERIFY(line.tooLong);
        reader.rewindAfter(0);
        QVERIFY(reader.next(line));
        QVERIFY(line.tooLong);
        QCOMPARE(line.number, int64_t{2});
        QVERIFY(reader.next(line));
        QCOMPARE(line.text, std::string_view("end"));
        QCOMPARE(line.number, int64_t{3});
    }
};

UNROLL_TEST(TextLineReaderTest, QCoreApplication)
#include "text_line_reader_test.moc"
