#include "core/base/error.h"
#include "core/bench/benchmark.h"
#include "core/bench/benchmark_products.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::ProductCount;

class BenchmarkTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void casesRunInTheBaselinesOrder()
    {
        QCOMPARE(
            core::benchmarkCases(),
            wordsOf(
                "dnn rnn gru bilstm bilstm_attention bilstm_large transformer_small transformer "
                "lstm_written_out lstm_peephole lstm_coupled lstm_layer_norm lstm_nested mgu "
                "mut1 mut2 mut3 gru_nested rnn_linear tagger tagger_crf lm_lstm lm_transformer "
                "lm_transformer_generation lm_transformer_uncached nmt_lstm_attention "
                "nmt_transformer beam5"));
    }

    void everyCaseMakesAStepOfAnySize_data()
    {
        addColumn<int>("tokens");
        // Two sequences of three tokens; translations have an end mark, too.
        for (const char* name :
             {"dnn", "rnn", "gru", "bilstm", "bilstm_attention", "bilstm_large",
              "transformer_small", "transformer", "tagger", "tagger_crf", "lm_lstm",
              "lm_transformer", "lm_transformer_generation", "lm_transformer_uncached", "beam5"})
            newRow(name, 2 * 3);
        newRow("nmt_lstm_attention", 2 * 4);
        newRow("nmt_transformer", 2 * 4);
    }

    void everyCaseMakesAStepOfAnySize()
    {
        QFETCH(int, tokens);
        const core::BenchmarkResult result
            = core::runBenchmark({QTest::currentDataTag(), 1, 2, {2, 3}});
        QCOMPARE(result.tokensPerStep, int64_t{tokens});
        QCOMPARE(result.threads, 1);
        QVERIFY(result.secondsPerStep > 0.0);
        QVERIFY(result.sgemmFlops > 1e6);
        QVERIFY(result.flopsPerStep > 0);
        QVERIFY(result.peakShare() > 0.0 && result.peakShare() < 1.5);
    }

    // The rule by hand: lengths lo + 37 i mod (hi - lo + 1).
    void tokensAreThoseOfTheRule_data()
    {
        addColumns<int, int>("batch", "tokens");
        newRow("dnn", 3, 20 + 57 + 94); // 37 i mod 181 = 0, 37, 74
        newRow("bilstm_large", 8, 8 * 20 + 37 * (0 + 1 + 2 + 3 + 4 + 5 + 6) + 22);
        newRow("tagger", 3, 5 + 42 + 23); // 37 i mod 56 = 0, 37, 18
        newRow("tagger_crf", 3, 5 + 42 + 23);
        newRow("lm_lstm", 3, 3 * 35);
        newRow("lm_transformer", 3, 3 * 64);
        newRow("nmt_transformer", 3, 9 + 23 + 14); // 37 i mod 23 = 0, 14, 5
    }

    void tokensAreThoseOfTheRule()
    {
        QFETCH(int, batch);
        QFETCH(int, tokens);
        const core::BenchmarkResult result
            = core::runBenchmark({QTest::currentDataTag(), 1, 1, {batch, 0}});
        QCOMPARE(result.tokensPerStep, int64_t{tokens});
    }

    void aCaseOfItsOwnSizeCountsItsTokensAndItsRateFollows()
    {
        int64_t tokens = 0;
        for (int64_t i = 0; i < 64; ++i)
            tokens += 20 + 37 * i % 181;
        const core::BenchmarkResult result = core::runBenchmark({"dnn", 1, 2, {}});
        QCOMPARE(result.tokensPerStep, tokens);
        QCOMPARE(result.tokensPerSecond() * result.secondsPerStep, static_cast<double>(tokens));
    }

    void beamsCountWhatTheyWrite()
    {
        QCOMPARE(core::runBenchmark({"beam5", 1, 1, {}}).tokensPerStep, int64_t{16 * 30});
    }

    // ---- Arithmetic --------------------------------------------------------------------------

    void aProductCostsAsMuchAgainForEachGradient()
    {
        ProductCount training(ProductCount::Pass::Training), forward(ProductCount::Pass::Forward);
        for (ProductCount* count : {&training, &forward}) {
            count->add(2, 3, 5);
            count->add(7, 3, 2, ProductCount::Wanted::OneGradient);
        }
        QCOMPARE(forward.flops(), int64_t{60 + 84});
        QCOMPARE(training.flops(), int64_t{3 * 60 + 2 * 84});
    }

    void recurrentLayersMultiplyInputsAndStates()
    {
        // GRU, 2 layers, 2 directions, 5 -> 2; two sequences with 7 tokens together. A direction's
        // first layer: 7 x 5 x 6 of inputs and, but for the first tokens, 5 x 2 x 6 of states; the
        // second reads 2 * 2 features.
        const core::RecurrentShape shape{3, 2, 2, 5, 2};
        const int64_t states = 2 * 2 * 2 * (5 * 2 * 6), firstStates = 2 * 2 * 2 * (2 * 2 * 6);
        const int64_t inputs = 2 * 2 * (7 * 5 * 6 + 7 * 4 * 6);
        const auto flops = [&](core::FirstState first) {
            ProductCount count(ProductCount::Pass::Training);
            core::addRecurrent(count, shape, 7, 2, first);
            return count.flops();
        };
        QCOMPARE(flops(core::FirstState::Zero), 3 * (inputs + states));
        QCOMPARE(flops(core::FirstState::Given), 3 * (inputs + states) + 2 * firstStates);
        QCOMPARE(flops(core::FirstState::Learned), 3 * (inputs + states + firstStates));
    }

    void attentionLooksAtPairs()
    {
        // Lengths 2 and 3 look at memories of 4 and 1: 11 pairs; 5 tokens, 5 of memory, 6 features.
        QCOMPARE(core::pairsOf({2, 3}, {4, 1}), int64_t{11});
        QCOMPARE(core::causalPairsOf({2, 3}), int64_t{3 + 6});
        ProductCount count(ProductCount::Pass::Forward);
        core::addAttention(count, 6, 5, 5, 11);
        QCOMPARE(count.flops(), int64_t{2 * (5 * 6 * 6 * 4 + 11 * 6 * 2)});
    }

    void flopsOfSmallCasesAreThoseWorkedOutByHand_data()
    {
        addColumn<qint64>("flops");
        // Two sequences of three tokens.
        // dnn: 2 x (100 x 128 + 128 x 2), three times.
        newRow("dnn", qint64{3 * 2 * 2 * (100 * 128 + 128 * 2)});
        // tagger: two directions of 6 x 100 x 512 and 4 x 128 x 512; 6 x 256 x 17.
        newRow("tagger", qint64{3 * 2 * (2 * (6 * 100 * 512 + 4 * 128 * 512) + 6 * 256 * 17)});
        // lm_lstm: two layers of 6 x 200 x 800 twice, 6 x 200 x 10000; what is carried into the
        // first step, 2 x 200 x 800 a layer, has no gradient.
        newRow("lm_lstm", qint64{95040000 - 2 * 2 * (2 * 200 * 800)});
        // lm_transformer: 4 layers of 6 tokens, 2 x (1 + 2 + 3) pairs, 128 features, 512 in
        // between; 65 characters.
        newRow(
            "lm_transformer",
            qint64{3 * 2
                   * (4 * (6 * 128 * 128 * 4 + 12 * 128 * 2 + 6 * 128 * 512 * 2) + 6 * 128 * 65)});
        // Written: the same forward; read again at each of three tokens: 2, 4 and 6 tokens.
        const auto decoder = [](qint64 tokens, qint64 pairs) {
            return 2
                * (4 * (tokens * 128 * 128 * 4 + pairs * 128 * 2 + tokens * 128 * 512 * 2)
                   + tokens * 128 * 65);
        };
        newRow("lm_transformer_generation", decoder(6, 12));
        newRow("lm_transformer_uncached", decoder(2, 2) + decoder(4, 6) + decoder(6, 12));
        // transformer_small: 6 tokens, 18 pairs, 32 features, 128 in between.
        newRow("transformer_small",
               qint64{3 * 2 * (6 * 32 * 32 * 4 + 18 * 32 * 2 + 6 * 32 * 128 * 2 + 2 * 32 * 2)});
        // beam5: 1 + 5 + 5 rows a sentence, forward only. Encoder: 6 tokens, 4 of them behind
        // another. Decoder: 22 rows, each looks at 3 tokens.
        const qint64 encoder = 2 * (6 * 256 * 1024 + 4 * 256 * 1024) + 6 * 256 * 256;
        const qint64 layers = 22 * (512 + 256 + 256 + 256) * 1024;
        const qint64 look = 22 * 256 * 256 + 22 * 3 * 256 * 2;
        newRow("beam5", qint64{2 * (encoder + layers + look + 22 * 768 * 8000)});
    }

    void flopsOfSmallCasesAreThoseWorkedOutByHand()
    {
        QFETCH(qint64, flops);
        QCOMPARE(qint64{core::runBenchmark({QTest::currentDataTag(), 1, 1, {2, 3}}).flopsPerStep},
                 flops);
    }

    // ---- What is said ------------------------------------------------------------------------

    void theJsonLineHasTheBaselinesMembersAndOurs()
    {
        core::BenchmarkResult result;
        result.name = "rnn";
        result.torchVersion = "1.13.0";
        result.threads = 2;
        result.tokensPerStep = 8000;
        result.secondsPerStep = 0.125004;
        result.flopsPerStep = 5000000000;
        result.sgemmFlops = 1e11;
        QCOMPARE(QByteArray::fromStdString(core::toJson(result).dump()),
                 R"({"case":"rnn","torch":"1.13.0","threads":2,"tokens_per_step":8000,)"
                 R"("seconds_per_step":0.125,"tokens_per_second":63998.0,)"
                 R"("flops_per_step":5000000000,"sgemm_gflops":100.0,)"
                 R"("peak_share":0.4})"_ba);
        result.size = {16, 50};
        result.peakMemoryBytes = 123456789;
        const core::Json json = core::toJson(result);
        QCOMPARE(json["batch"].get<int>(), 16);
        QCOMPARE(json["length"].get<int>(), 50);
        QCOMPARE(json["peak_memory_mb"].get<double>(), 123.5);
    }

    void peakMemoryIsThatOfTheCaseAlone()
    {
        const core::BenchmarkResult small = core::runBenchmark({"transformer", 1, 1, {2, 4}});
        if (small.peakMemoryBytes == 0)
            QSKIP("this system does not let a process forget its peak");
        const core::BenchmarkResult large = core::runBenchmark({"transformer", 1, 1, {64, 200}});
        const core::BenchmarkResult again = core::runBenchmark({"transformer", 1, 1, {2, 4}});
        const int64_t grown = large.peakMemoryBytes - small.peakMemoryBytes;
        QVERIFY2(grown > 50000000, qPrintable(QString::number(grown)));
        QVERIFY(again.peakMemoryBytes < small.peakMemoryBytes + grown / 2);
    }

    void anUnknownCaseIsRefusedWithTheNamesThereAre()
    {
        QVERIFY(support::contains(support::sentenceOf([&] {
                                      core::runBenchmark({"bilstn", 1, 1, {}});
                                  }),
                                  "bilstm_attention"));
    }
};

UNROLL_TEST(BenchmarkTest, QCoreApplication)
#include "benchmark_test.moc"
