#include "tests/support/command_line.h"
#include "tests/support/test_case.h"

using cli::Outcome;
using cli::run;
using cli::words;

class CliBenchTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listNamesTheCases()
    {
        const Outcome outcome = run(words("bench --list"));
        QCOMPARE(outcome.code, 0);
        const QByteArrayList names = outcome.lines();
        QCOMPARE(names.size(), 28);
        QCOMPARE(names.front(), "dnn"_ba);
        QVERIFY(names.contains("tagger") && names.contains("lm_lstm"));
        QCOMPARE(names.back(), "beam5"_ba);
    }

    void aCaseIsOneJsonLine()
    {
        const Outcome outcome = run(words("bench tagger --threads 1 --steps 1"));
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.lines().size(), 1);
        const QJsonObject line = outcome.object(0);
        QCOMPARE(line["case"].toString(), u"tagger"_s);
        QCOMPARE(line["threads"].toInt(), 1);
        QCOMPARE(line["tokens_per_step"].toInt(), 1152);
        QVERIFY(line["tokens_per_second"].toDouble() > 0.0);
        QVERIFY(line["sgemm_gflops"].toDouble() > 0.0);
        QVERIFY(line["flops_per_step"].toDouble() > 0.0);
        QVERIFY(line["peak_share"].toDouble() > 0.0);
        QVERIFY(!line.contains(u"length"_s));
    }

    void lengthsAndBatchesAreALineEach()
    {
        const Outcome outcome
            = run(words("bench --lengths 5,10 --batches 2,3 --steps 1 rnn tagger"));
        QCOMPARE(outcome.code, 0);
        QCOMPARE(outcome.lines().size(), 2 * 2 * 2);
        QCOMPARE(outcome.object(1)["length"].toInt(), 10);
        QCOMPARE(outcome.object(1)["batch"].toInt(), 2);
        QCOMPARE(outcome.object(1)["tokens_per_step"].toInt(), 20);
        QCOMPARE(outcome.object(-1)["case"].toString(), u"tagger"_s);
        QCOMPARE(outcome.object(-1)["tokens_per_step"].toInt(), 30);
    }

    void wrongUsageIsTwo_data()
    {
        addColumn<QStringList>("arguments");
        newRow("unknown case", words("bench bilstn"));
        newRow("no steps", words("bench rnn --steps 0"));
        newRow("no tokens", words("bench rnn --lengths 0"));
        newRow("no number", words("bench rnn --lengths 10,x"));
    }

    void wrongUsageIsTwo()
    {
        QFETCH(QStringList, arguments);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.code, 2);
        QVERIFY(!outcome.err.trimmed().isEmpty());
    }
};

UNROLL_TEST(CliBenchTest, QCoreApplication)
#include "cli_bench_test.moc"
