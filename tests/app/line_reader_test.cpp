#include "app/cli/line_reader.h"

#include "tests/support/test_case.h"

#include <unistd.h>

class LineReaderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesAreTakenAsTheyCome()
    {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        app::LineReader reader(ends[0]);
        put(ends[1], "one\r\ntwo\nthr");
        QCOMPARE(reader.next(10), (Strings{"one", "two"}));
        put(ends[1], "ee\n\nlast");
        QCOMPARE(reader.next(1), (Strings{"three"}));
        ::close(ends[1]);
        QCOMPARE(reader.next(10), (Strings{"", "last"}));
        QVERIFY(reader.next(10).empty());
        ::close(ends[0]);
    }

private:
    static void put(int descriptor, const std::string& text)
    {
        QCOMPARE(::write(descriptor, text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
};
UNROLL_TEST(LineReaderTest, QCoreApplication)
#include "line_reader_test.moc"
