#include "core/metric/paired_bootstrap.h"
#include "tests/support/test_case.h"

namespace {

core::Outcomes shares(const std::vector<double>& right)
{
    core::Outcomes outcomes{"accuracy"};
    for (const double each : right)
        outcomes.add(each, 1.0);
    return outcomes;
}

core::PairedComparison compared(const core::Outcomes& run, const core::Outcomes& other,
                                const core::BootstrapSettings& settings = {})
{
    const core::Outcomes* const others[] = {&other};
    return core::pairedBootstrap(run, others, settings, core::Monitor()).front();
}

} // namespace

class PairedBootstrapTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Rows that differ by d with a share q each: the difference of the means is normal around its
    /// value with the deviation √(Var / n), here √(0.16 / 400) = 0.02 of a mean of 0.2.
    void intervalIsThatOfTheNormalDistribution()
    {
        std::vector<double> run, other;
        for (int i = 0; i < 400; ++i) {
            run.push_back(i % 5 == 0 || i % 5 == 1 ? 1.0 : 0.0);
            other.push_back(i % 5 == 0 ? 1.0 : 0.0);
        }
        const auto found = compared(shares(run), shares(other), {.resamples = 20000});
        QCOMPARE(found.run, 0.4);
        QCOMPARE(found.other, 0.2);
        QVERIFY(std::abs(found.difference - 0.2) < 1e-12);
        QVERIFY(std::abs(found.low - (0.2 - 1.96 * 0.02)) < 0.003);
        QVERIFY(std::abs(found.high - (0.2 + 1.96 * 0.02)) < 0.003);
        QCOMPARE(found.probability, 1.0);
    }

    void equalOutcomesAreEven()
    {
        const core::Outcomes same = shares({1, 0, 1, 1, 0});
        const auto found = compared(same, same);
        QCOMPARE(found.difference, 0.0);
        QCOMPARE(found.low, 0.0);
        QCOMPARE(found.high, 0.0);
        QCOMPARE(found.probability, 0.5);
    }

    void lowerErrorsAreBetter()
    {
        core::Outcomes run{"mean_absolute_error"}, other{"mean_absolute_error"};
        for (int i = 0; i < 50; ++i) {
            run.add(1.0 + i % 3, 1.0);
            other.add(3.0 + i % 4, 1.0);
        }
        const auto found = compared(run, other);
        QVERIFY(found.difference < 0.0);
        QCOMPARE(found.probability, 1.0);
        QCOMPARE(compared(other, run).probability, 0.0);
    }

    void sameSeedSameInterval()
    {
        const core::Outcomes run = shares({1, 0, 1, 1, 0, 1, 1}),
                             other = shares({0, 0, 1, 0, 1, 1, 0});
        const auto first = compared(run, other, {.resamples = 300, .seed = 5});
        const auto again = compared(run, other, {.resamples = 300, .seed = 5});
        const auto others = compared(run, other, {.resamples = 300, .seed = 6});
        QCOMPARE(first.low, again.low);
        QCOMPARE(first.probability, again.probability);
        QVERIFY(first.probability != others.probability);
    }

    void perplexityIsTheExponentialOfTheMean()
    {
        core::Outcomes run{"perplexity", core::Outcomes::Form::Exponential};
        run.add(6.0, 2.0); // nats, tokens
        run.add(4.0, 3.0);
        QVERIFY(std::abs(run.whole() - std::exp(2.0)) < 1e-12);
    }

    /// 80 of 100 right: the resampled counts are binomial, with quantiles of 2.5 and 97.5 % at 72
    /// and 88.
    void anIntervalIsThatOfTheBinomialDistribution()
    {
        core::Outcomes run{"accuracy"};
        for (int row = 0; row < 100; ++row)
            run.add(row % 5 != 0 ? 1.0 : 0.0, 1.0);
        const core::ScoreInterval found
            = core::bootstrapInterval(run, {.resamples = 20000}, core::Monitor());
        QCOMPARE(found.value, 0.8);
        QVERIFY2(std::abs(found.low - 0.72) <= 0.011, qPrintable(QString::number(found.low)));
        QVERIFY2(std::abs(found.high - 0.88) <= 0.011, qPrintable(QString::number(found.high)));
        const core::ScoreInterval narrower = core::bootstrapInterval(
            run, {.resamples = 20000, .confidence = 0.5}, core::Monitor());
        QVERIFY(narrower.low > found.low && narrower.high < found.high);
    }

    /// Counts add up: BLEU of all pairs is that of the corpus.
    void bleuIsThatOfTheCorpus()
    {
        const std::vector<std::string> hypotheses{"the cat sat on the mat today", "a dog barks",
                                                  "we saw the very small house by the sea"};
        const std::vector<std::string> references{"the cat sat on a mat today",
                                                  "The dog barks loud",
                                                  "we saw a very small house by the sea"};
        for (const bool lowercase : {false, true}) {
            core::Outcomes run{"bleu", core::Outcomes::Form::Bleu, {.lowercase = lowercase}};
            for (size_t i = 0; i < hypotheses.size(); ++i)
                run.addPair(hypotheses[i], references[i]);
            QCOMPARE(run.rows(), size_t{3});
            const double corpus
                = core::corpusBleu(hypotheses, references, {.lowercase = lowercase}).score;
            QVERIFY(corpus > 20.0);
            QCOMPARE(run.whole(), corpus);
        }
    }
};

UNROLL_TEST(PairedBootstrapTest, QCoreApplication)
#include "paired_bootstrap_test.moc"
