#include "core/data/source/delimited_reader.h"

#include "tests/support/test_case.h"

using core::Dialect;
using core::Quoting;
using core::RecordFault;

namespace {

struct Read {
    int64_t line = 0;
    Strings cells;
    RecordFault fault = RecordFault::None;
};

std::vector<Read> recordsOf(const std::string& text, Dialect dialect = {}, size_t blockBytes = 4)
{
    core::MemoryStream stream(text, blockBytes);
    core::LineReader lines(stream);
    core::DelimitedReader reader(lines, dialect);
    core::DelimitedRecord record;
    std::vector<Read> all;
    while (reader.next(record))
        all.push_back({record.line, {record.cells.begin(), record.cells.end()}, record.fault});
    return all;
}

using Cells = Strings;

} // namespace

class DelimitedReaderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cellsMayHoldDelimitersQuotesAndLineEnds()
    {
        const auto records = recordsOf("a,\"b,c\",\"say \"\"hi\"\"\"\r\n"
                                       "\"two\r\nlines\",,\"\"\r\n"
                                       "\r\n"
                                       "last,x,y");
        QCOMPARE(records.size(), size_t{3});
        QCOMPARE(records[0].cells, (Cells{"a", "b,c", "say \"hi\""}));
        QCOMPARE(records[1].cells, (Cells{"two\nlines", "", ""}));
        QCOMPARE(records[1].line, int64_t{2});
        QCOMPARE(records[2].cells, (Cells{"last", "x", "y"}));
        QCOMPARE(records[2].line, int64_t{5});
    }

    void aQuoteInsideAnUnquotedCellIsACharacter()
    {
        QCOMPARE(recordsOf("5\" disk,7\"")[0].cells, (Cells{"5\" disk", "7\""}));
    }

    void withoutQuotingEveryQuoteIsACharacter()
    {
        const auto records = recordsOf("1\t\"open\tx\n2\ty\"\tz\"\n", {'\t', Quoting::None});
        QCOMPARE(records.size(), size_t{2});
        QCOMPARE(records[0].cells, (Cells{"1", "\"open", "x"}));
        QCOMPARE(records[1].cells, (Cells{"2", "y\"", "z\""}));
    }

    void anOpenQuoteCostsOneRow()
    {
        const auto records = recordsOf("a,1\nb,\"never closed\nc,3\nd,4\n");
        QCOMPARE(records.size(), size_t{4});
        QCOMPARE(records[1].fault, RecordFault::OpenQuote);
        QCOMPARE(records[1].line, int64_t{2});
        QCOMPARE(records[2].cells, (Cells{"c", "3"}));
        QCOMPARE(records[2].line, int64_t{3});
        QCOMPARE(records[3].cells, (Cells{"d", "4"}));
    }

    void anOpenQuoteBeforeQuotedRowsCostsOneRow()
    {
        const auto records = recordsOf("\"stray,1\n\"good one\",2\n\"good two\",3\n");
        QCOMPARE(records.size(), size_t{3});
        QCOMPARE(records[0].fault, RecordFault::TextAfterQuote);
        QCOMPARE(records[0].line, int64_t{1});
        QCOMPARE(records[1].cells, (Cells{"good one", "2"}));
        QCOMPARE(records[2].cells, (Cells{"good two", "3"}));
    }

    void theLineNamedIsTheOneWithTheQuote()
    {
        // The first cell spans lines 1 and 2 rightly; the quote that never closes is in line 2.
        const auto records = recordsOf("\"one\ntwo\",\"open\nnext,row\n");
        QCOMPARE(records.size(), size_t{2});
        QCOMPARE(records[0].fault, RecordFault::OpenQuote);
        QCOMPARE(records[0].line, int64_t{2});
        QCOMPARE(records[1].cells, (Cells{"next", "row"}));
        QCOMPARE(records[1].line, int64_t{3});
    }

    void textBehindAClosingQuoteIsAFault()
    {
        const auto records = recordsOf("\"he said \"hi\" twice\",x\nok,y\n");
        QCOMPARE(records.size(), size_t{2});
        QCOMPARE(records[0].fault, RecordFault::TextAfterQuote);
        QCOMPARE(records[1].cells, (Cells{"ok", "y"}));
    }

    void anEndlessQuoteIsGivenUpAtTheLimit()
    {
        std::string text = "\"open\n";
        const std::string row = "some,row of text that goes on and on\n";
        while (text.size() < 2 * core::kLongestText)
            text += row;
        const auto records = recordsOf(text, {}, core::kBlockBytes);
        QCOMPARE(records[0].fault, RecordFault::OpenQuote);
        QCOMPARE(records.size(), (text.size() - 6) / row.size() + 1);
        QCOMPARE(records.back().cells.size(), size_t{2});
    }

    void aLineBeyondTheLimitIsOneFault()
    {
        const auto records = recordsOf("a,b\n" + std::string(core::kLongestText + 1, 'x') + "\nc,d",
                                       {}, core::kBlockBytes);
        QCOMPARE(records.size(), size_t{3});
        QCOMPARE(records[1].fault, RecordFault::TooLong);
        QCOMPARE(records[1].line, int64_t{2});
        QCOMPARE(records[2].cells, (Cells{"c", "d"}));
    }

    void resultsDoNotDependOnBlocks()
    {
        const std::string text = "a,\"b\r\n\"\"c\",d\n\"x\"y,1\n\"open\nlast,row";
        const auto whole = recordsOf(text, {}, 1000);
        for (size_t blockBytes = 1; blockBytes < 12; ++blockBytes) {
            const auto cut = recordsOf(text, {}, blockBytes);
            QCOMPARE(cut.size(), whole.size());
            for (size_t i = 0; i < whole.size(); ++i) {
                QCOMPARE(cut[i].fault, whole[i].fault);
                QCOMPARE(cut[i].line, whole[i].line);
                if (whole[i].fault == RecordFault::None)
                    QCOMPARE(cut[i].cells, whole[i].cells);
            }
        }
    }
};

UNROLL_TEST(DelimitedReaderTest, QCoreApplication)
#include "delimited_reader_test.moc"
