#include "core/base/error.h"
#include "core/train/benchmark.h"

#include <QtTest>

#include <set>

class BenchmarkTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyCaseHasANameOfItsOwn()
    {
        const auto names = core::benchmarkCases();
        QCOMPARE(names.size(), size_t{11});
        QCOMPARE(std::set<std::string>(names.begin(), names.end()).size(), names.size());
    }

    void aCaseCountsItsRealTokensAndItsRateFollows()
    {
        int64_t tokens = 0;
        for (int64_t i = 0; i < 64; ++i)
            tokens += 20 + 37 * i % 181; // the rule, for lengths 20 to 200
        const core::BenchmarkResult result = core::runBenchmark("dnn", 1, 2);
        QCOMPARE(result.tokensPerStep, tokens);
        QVERIFY(result.secondsPerStep > 0.0);
        QCOMPARE(result.tokensPerSecond * result.secondsPerStep, static_cast<double>(tokens));
        QCOMPARE(result.threads, 1);
    }

    void translatorsCountWhatTheyPredictAndBeamsWhatTheyWrite()
    {
        int64_t predicted = 0;
        for (int64_t i = 0; i < 64; ++i)
            predicted += 8 + 37 * i % 23 + 1; // lengths 8 to 30, and an end mark
        QCOMPARE(core::runBenchmark("nmt_transformer", 1, 1).tokensPerStep, predicted);
        QCOMPARE(core::runBenchmark("beam5", 1, 1).tokensPerStep, int64_t{16 * 30});
    }

    void theJsonLineHasTheBaselinesMembers()
    {
        const core::Json json = core::toJson({"rnn", "1.13.0", 2, 6911, 0.123456789, 55979.57});
        QCOMPARE(QByteArray::fromStdString(json.dump()),
                 QByteArray(R"({"case":"rnn","torch":"1.13.0","threads":2,"tokens_per_step":6911,)"
                            R"("seconds_per_step":0.12346,"tokens_per_second":55979.6})"));
    }

    void anUnknownCaseIsRefusedWithTheNamesThereAre()
    {
        try {
            core::runBenchmark("bilstn", 1, 1);
            QFAIL("accepted");
        } catch (const core::Error& error) {
            QVERIFY(error.failure().sentence().find("bilstm_attention") != std::string::npos);
        }
    }
};

QTEST_APPLESS_MAIN(BenchmarkTest)
#include "benchmark_test.moc"
