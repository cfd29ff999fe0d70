#include "core/base/error.h"
#include "core/base/readout.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using namespace core;

namespace {

struct Row {
    std::string name;
    int64_t count = 0;
    double share = 0.0;
};

} // namespace

class ReadoutTest : public QObject {
    Q_OBJECT

    /// One of each kind of content.
    static Readout sample()
    {
        const std::vector<Row> rows{{"a, b", 3, 0.25}, {"say \"no\"", 40, std::nan("")}};
        Readout readout;
        readout.value({"loss", "Loss", "nats"}, 0.5)
            .value({"known", "Known"}, std::optional<double>())
            .list({"tokens", "Tokens"}, Strings{"é", "b"})
            .table({"rows", "Rows"}, rows, column({"name", "Name"}, &Row::name),
                   column({"count", "Count", "texts"}, &Row::count),
                   column({"half", "Half"}, [](const Row& row) { return row.share / 2; }))
            .parts({"attention", "Attention"}, std::vector<int>{0, 1},
                   [](int head, Readout& part) {
                       part.value({"head", "Head"}, head)
                           .matrix({"weights", "Weights"},
                                   std::vector<float>{1, 0, 0.5F, 0.5F,
                                                      -std::numeric_limits<float>::infinity(), 2},
                                   Strings{"x", "y"}, Strings{"p", "q", "r"});
                   })
            .named({"probabilities", "Probabilities"}, {"neg", "pos"},
                   std::vector<float>{0.25F, 0.75F});
        return readout;
    }

private Q_SLOTS:
    void jsonKeepsOrderAndShapes()
    {
        // With ' for ", as moc loses its way in raw strings of this kind.
        std::string expected = "{'loss':0.5,'known':null,'tokens':['é','b'],'rows':["
                               "{'name':'a, b','count':3,'half':0.125},"
                               "{'name':'say \\'no\\'','count':40,'half':null}],'attention':["
                               "{'head':0,'weights':[[1.0,0.0,0.5],[0.5,null,2.0]]},"
                               "{'head':1,'weights':[[1.0,0.0,0.5],[0.5,null,2.0]]}],"
                               "'probabilities':{'neg':0.25,'pos':0.75}}";
        std::replace(expected.begin(), expected.end(), '\'', '"');
        QCOMPARE(toJson(sample()).dump(), expected);
    }

    void tablesAreNamedByTheirPlace()
    {
        QCOMPARE(tableNames(sample()),
                 (Strings{"tokens", "rows", "attention.0.weights", "attention.1.weights"}));
    }

    void csvIsQuotedWhereItMustBe()
    {
        QCOMPARE(tableCsv(sample(), "rows"),
                 "name,count,half\n\"a, b\",3,0.125\n\"say \"\"no\"\"\",40,nan\n"s);
        QCOMPARE(tableCsv(sample(), "attention.1.weights"), ",p,q,r\nx,1,0,0.5\ny,0.5,-inf,2\n"s);
        QCOMPARE(tableCsv(sample(), "tokens"), "tokens\né\nb\n"s);
    }

    void aTableThatIsNotThereIsRefusedWithThoseThatAre()
    {
        const std::string sentence = support::sentenceOf([&] { tableCsv(sample(), "weights"); });
        QVERIFY2(sentence.find("attention.0.weights") != std::string::npos, sentence.c_str());
    }

    void textIsAlignedAndLeavesOutWhatIsUnknown()
    {
        const Strings lines = textLines(sample());
        const Strings expected{"Loss: 0.5 nats",
                               "Tokens: é b",
                               "Rows:",
                               "  Name      Count (texts)   Half",
                               "  a, b                  3  0.125",
                               "  say \"no\"             40    nan",
                               "Attention 1:",
                               "  Head: 0",
                               "  Weights:",
                               "         p     q    r",
                               "    x    1     0  0.5",
                               "    y  0.5  -inf    2",
                               "Attention 2:",
                               "  Head: 1",
                               "  Weights:",
                               "         p     q    r",
                               "    x    1     0  0.5",
                               "    y  0.5  -inf    2",
                               "Probabilities:",
                               "  neg: 0.25",
                               "  pos: 0.75"};
        for (size_t i = 0; i < std::min(lines.size(), expected.size()); ++i)
            QCOMPARE(lines[i], expected[i]);
        QCOMPARE(lines.size(), expected.size());
    }

    void aLargeMatrixIsCounted()
    {
        Readout readout;
        readout.matrix({"weights", "Weights"}, std::vector<float>(40 * 30), size_t{40}, size_t{30});
        QCOMPARE(textLines(readout), Strings{"Weights: 40 x 30 values"});
    }

    void aPartIsLeftOut()
    {
        QCOMPARE(tableNames(sample().without("attention")), (Strings{"tokens", "rows"}));
    }
};

UNROLL_TEST(ReadoutTest, QCoreApplication)
#include "readout_test.moc"
