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
                       part.key({"head", "Head"}, head)
                           .matrix({"weights", "Weights"},
                                   std::vector<float>{1, 0, 0.5F, 0.5F,
                                                      -std::numeric_limits<float>::infinity(), 2},
                                   Strings{"x", "y"}, Strings{"p", "q", "r"});
                   })
            .named({"probabilities", "Probabilities"}, {"neg", "pos"},
                   std::vector<float>{0.25F, 0.75F});
        return readout;
    }

    static Strings namesOf(const Readout& readout)
    {
        Strings names;
        for (const ReadoutName& each : tablesOf(readout))
            names.push_back(each.name);
        return names;
    }
    static std::string csv(const Readout& readout, const std::string& name)
    {
        return tableCsv(tableOf(readout, name));
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
        QCOMPARE(namesOf(sample()),
                 (Strings{"values", "tokens", "rows", "attention", "attention.weights"}));
        QCOMPARE(tablesOf(sample()).back().title, "Attention / Weights"s);
    }

    void csvIsQuotedWhereItMustBe()
    {
        QCOMPARE(csv(sample(), "rows"),
                 "name,count,half\n\"a, b\",3,0.125\n\"say \"\"no\"\"\",40,nan\n"s);
        QCOMPARE(csv(sample(), "attention.1.weights"), ",p,q,r\nx,1,0,0.5\ny,0.5,-inf,2\n"s);
        QCOMPARE(csv(sample(), "tokens"), "tokens\né\nb\n"s);
    }

    void singleValuesAreRows()
    {
        QCOMPARE(csv(sample(), "values"),
                 "name,value,unit\nloss,0.5,nats\nknown,,\nprobabilities.neg,0.25,\n"
                 "probabilities.pos,0.75,\n"s);
    }

    void partsOfOneKindShareTables()
    {
        QCOMPARE(csv(sample(), "attention"), "number,head\n0,0\n1,1\n"s);
        const std::string weights = csv(sample(), "attention.weights");
        QVERIFY2(weights.starts_with("number,head,row,row_label,column,column_label,weights\n"
                                     "0,0,0,x,0,p,1\n0,0,0,x,1,q,0\n"),
                 weights.c_str());
        QVERIFY(weights.ends_with("\n1,1,1,y,2,r,2\n"));
        QCOMPARE(std::count(weights.begin(), weights.end(), '\n'), 13);
    }

    void partsMayLackWhatOthersHave()
    {
        Readout readout;
        readout.parts({"texts", "Text"}, std::vector<int>{0, 1}, [](int text, Readout& part) {
            part.list({"tokens", "Tokens"}, Strings{"a", "b"});
            if (text == 1)
                part.list({"tags", "Tags"}, Strings{"O", "P"}, "tokens").value({"loss", "Loss"}, 2);
        });
        QCOMPARE(csv(readout, "texts.tokens"),
                 "number,place,tokens,tags\n0,0,a,\n0,1,b,\n1,0,a,O\n1,1,b,P\n"s);
        QCOMPARE(csv(readout, "texts"), "number,loss\n1,2\n"s);
        QCOMPARE(csv(readout, "texts.1.tags"), "tags\nO\nP\n"s);
    }

    void aNameInTwoPlacesIsToldApart()
    {
        Readout readout;
        readout.parts({"rows", "Row"}, std::vector<int>{7}, [](int row, Readout& part) {
            part.key({"name", "Name"}, row)
                .parts({"gates", "Gate"}, std::vector<int>{8}, [](int gate, Readout& inner) {
                    inner.value({"name", "Name"}, gate);
                });
        });
        QCOMPARE(csv(readout, "rows.gates"), "rows.number,rows.name,number,name\n0,7,0,8\n"s);
    }

    void aTableThatIsNotThereIsRefusedWithThoseThatAre()
    {
        const std::string sentence = support::sentenceOf([&] { tableOf(sample(), "weights"); });
        QVERIFY2(sentence.find("attention.weights") != std::string::npos, sentence.c_str());
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

    /// A line of two thousand tokens and one of their numbers cannot be read.
    void longListsSideBySideAreATable()
    {
        const auto linesOf = [](size_t count) {
            std::vector<std::string> labels;
            std::vector<double> numbers;
            for (size_t i = 0; i < count; ++i) {
                labels.push_back("word" + std::to_string(i));
                numbers.push_back(double(i) / 2.0);
            }
            Readout readout;
            readout.list({"points", "Points"}, labels).list({"x", "X"}, numbers, "points");
            return textLines(readout);
        };
        QCOMPARE(linesOf(2), (Strings{"Points: word0 word1", "X: 0 0.5"}));
        const Strings some = linesOf(60), many = linesOf(2000);
        QCOMPARE(some.size(), size_t{62});
        QCOMPARE(some[1], "  Points     X"s);
        QCOMPARE(some[61], "  word59  29.5"s);
        QCOMPARE(many.size(), size_t{23});
        QCOMPARE(many[21], "  word19  9.5"s);
        QCOMPARE(many[22], "  and 1980 more: see --json, or --table points"s);
    }

    void aPartIsLeftOut()
    {
        QCOMPARE(namesOf(sample().without("attention")), (Strings{"values", "tokens", "rows"}));
    }
};

UNROLL_TEST(ReadoutTest, QCoreApplication)
#include "readout_test.moc"
