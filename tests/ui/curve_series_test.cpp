#include "tests/support/test_case.h"
#include "tests/ui/views_sample.h"
#include "ui/curves/curve_drawing.h"
#include "ui/curves/curve_table.h"
#include "ui/series/run_curves.h"

namespace {

core::EpochReport validated(int64_t epoch, double loss)
{
    core::EpochReport report;
    report.epoch = epoch;
    report.step = epoch * 10;
    report.validLoss = loss;
    report.validScores = {{"accuracy", 0.8}};
    return report;
}

} // namespace

class CurveSeriesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void smoothingIsDebiasedAndLetsNanThrough()
    {
        ui::DebiasedSmoother smoother(0.5);
        QCOMPARE(smoother.add(1.0), 1.0);
        QCOMPARE(smoother.add(2.0), 1.25 / 0.75); // (0.5 * 0.5 + 0.5 * 2) / (1 - 0.25)
        QVERIFY(std::isnan(smoother.add(std::nan(""))));
        QCOMPARE(smoother.add(4.0), 2.625 / 0.875); // (0.5 * 1.25 + 0.5 * 4) / (1 - 0.125)
    }

    void smoothingLeavesAConstantSeriesAlone()
    {
        ui::DebiasedSmoother smoother(0.9);
        for (int i = 0; i < 50; ++i)
            QVERIFY(smoother.add(0.1) == 0.1);
    }

    void extentsEqualAPlainSearchAlsoAfterCutting()
    {
        ui::Series series;
        std::mt19937 random(3);
        for (int i = 0; i < 5000; ++i)
            series.append(i % 97 == 0 ? std::nan("") : double(random() % 100000));
        series.truncate(4099);
        for (int i = 0; i < 700; ++i)
            series.append(double(random() % 100000) - 50000.0);
        for (int trial = 0; trial < 400; ++trial) {
            size_t first = random() % series.size(), last = random() % series.size();
            if (first > last)
                std::swap(first, last);
            ui::Extent plain;
            for (size_t i = first; i < last; ++i)
                plain.add(series.at(i));
            const ui::Extent quick = series.extent(first, last);
            QCOMPARE(quick.low, plain.low);
            QCOMPARE(quick.high, plain.high);
        }
    }

    void aSpikeAmongManyPointsIsDrawn()
    {
        ui::Series series;
        std::vector<double> x;
        for (int i = 0; i < 100000; ++i) {
            x.push_back(i);
            series.append(i == 61803 ? 9.0 : i == 31415 ? -9.0 : 0.5);
        }
        for (const bool logarithmic : {false, true}) {
            const ui::VisibleRange visible{QCPRange(1.0, 99999.0), logarithmic, 500};
            const QVector<QCPGraphData> drawn = ui::sampled(x, series, visible);
            QVERIFY(drawn.size() <= 4 * 502);
            QVERIFY(std::is_sorted(drawn.begin(), drawn.end(),
                                   [](const auto& a, const auto& b) { return a.key < b.key; }));
            double low = 0.0, high = 0.0;
            for (const QCPGraphData& point : drawn) {
                low = std::min(low, point.value);
                high = std::max(high, point.value);
            }
            QCOMPARE(high, 9.0);
            QCOMPARE(low, -9.0);
        }
    }

    void fewPointsAreDrawnAsTheyAre()
    {
        ui::Series series;
        const std::vector<double> x{1, 2, 3, 4, 5};
        for (const double value : {5.0, 3.0, std::nan(""), 4.0, 2.0})
            series.append(value);
        const auto drawn = ui::sampled(x, series, {QCPRange(2.5, 3.5), false, 100});
        QCOMPARE(drawn.size(), 3); // the one inside and a neighbour on each side
        QCOMPARE(drawn[0].key, 2.0);
        QVERIFY(std::isnan(drawn[1].value));
        QCOMPARE(drawn[2].value, 4.0);
    }

    void aResumedRunForgetsWhatCameAfterItsCheckpoint()
    {
        ui::RunCurves curves, plain;
        curves.setSmoothing(0.7);
        plain.setSmoothing(0.7);
        const core::RunHistory history = sample::history({.epochs = 2, .updatesPerEpoch = 50});
        for (const core::UpdateReport& update : history.updates)
            plain.append(update);
        for (int i = 0; i < 80; ++i)
            curves.append(history.updates[size_t(i)]);
        curves.append(history.epochs[0]);
        (void)curves.smoothed(ui::quantity::kLoss);
        curves.markResumed(60);
        QCOMPARE(curves.size(), size_t(60));
        QCOMPARE(curves.epochs().size(), size_t(1));
        for (size_t i = 60; i < 100; ++i)
            curves.append(history.updates[i]);
        QCOMPARE(curves.resumedAt(), std::vector<int64_t>{60});
        QCOMPARE(curves.smoothed(ui::quantity::kLoss).values(),
                 plain.smoothed(ui::quantity::kLoss).values());
        curves.markResumed(40);
        QVERIFY(curves.epochs().empty());
        QCOMPARE(curves.resumedAt(), std::vector<int64_t>{40});
    }

    void perplexityIsTheExponentialOfTheLoss()
    {
        ui::RunCurves curves;
        curves.setSmoothing(0.5);
        curves.join(sample::smallHistory());
        QCOMPARE(curves.raw(ui::quantity::kPerplexity).at(1), std::exp(2.0));
        QVERIFY(std::isnan(curves.raw(ui::quantity::kPerplexity).at(2)));
        const double smooth = 1.25 / 0.75; // of the losses 1 and 2, as above
        QCOMPARE(curves.smoothed(ui::quantity::kPerplexity).at(1), std::exp(smooth));
        const core::EpochReport& epoch = curves.epochs().front();
        QCOMPARE(ui::RunCurves::epochValue(epoch, "valid_perplexity"), std::exp(1.75));
        QCOMPARE(ui::RunCurves::epochValue(epoch, "valid_macro_f1"), 0.6);
        QVERIFY(std::isnan(ui::RunCurves::epochValue(epoch, "valid_bleu")));
        QVERIFY(std::isnan(ui::RunCurves::epochValue(epoch, "")));
    }

    void runsHaveTheScoresThatTheirTasksMeasure()
    {
        ui::RunCurves curves;
        curves.setSmoothing(0.5);
        core::UpdateReport update;
        update.step = 1;
        curves.append(update); // one without
        update.step = 2;
        update.scores = {{"accuracy", 0.25}};
        curves.append(update);
        QCOMPARE(curves.raw("accuracy").size(), size_t{2});
        QVERIFY(std::isnan(curves.raw("accuracy").at(0)));
        QCOMPARE(curves.raw("accuracy").at(1), 0.25);
        update.step = 3;
        update.scores = {{"accuracy", 0.75}};
        curves.append(update);
        QCOMPARE(curves.smoothed("accuracy").at(2), (0.5 * 0.25 + 0.75) / 1.5);
        QCOMPARE(curves.raw("bleu").size(), size_t{0});
        QCOMPARE(curves.smoothed("bleu").size(), size_t{0});
        QCOMPARE(curves.scoreNames(), std::set<std::string>{"accuracy"});
    }

    void theStateIsSaidInASentence()
    {
        ui::RunCurves curves;
        QCOMPARE(ui::curveSentence(curves, "valid_loss"), u"No update yet."_s);
        curves.append(validated(1, 0.6));
        curves.append(validated(2, 0.5));
        curves.append(validated(3, 0.412));
        QCOMPARE(ui::curveSentence(curves, "valid_loss"),
                 u"Validation loss is the lowest so far: "
                 "epoch 3, 0.412; validation accuracy "
                 "80.0 %."_s);
        curves.append(validated(4, 0.45));
        QCOMPARE(ui::curveSentence(curves, "valid_loss"),
                 u"Validation loss rose in the last "
                 "epoch; best was epoch 3, 0.412."_s);
        curves.append(validated(5, 0.48));
        QCOMPARE(ui::curveSentence(curves, "valid_loss"),
                 u"Validation loss has risen for 2 "
                 "epochs; best was epoch 3, 0.412."_s);
        curves.append(validated(6, 0.46));
        QCOMPARE(ui::curveSentence(curves, "valid_loss"),
                 u"Validation loss is 0.46 in epoch 6; best was epoch 3, 0.412."_s);
    }

    void theSentenceGoesByTheRunsOwnMeasure()
    {
        ui::RunCurves curves;
        const auto add = [&curves](int epoch, double loss, double accuracy, bool best) {
            core::EpochReport report = validated(epoch, loss);
            report.validScores = {{"accuracy", accuracy}};
            report.best = best;
            curves.append(report);
        };
        const auto text = [&curves] { return ui::curveSentence(curves, "valid_accuracy"); };
        add(1, 0.4, 0.75, true);
        add(2, 0.5, 0.8, true); // The loss was lower before: the star is here, and so is the text.
        QCOMPARE(curves.best()->epoch, 2);
        QCOMPARE(text(),
                 u"Validation accuracy is the highest so far: epoch 2, 80.0 %; "
                 "validation loss 0.5."_s);
        add(3, 0.3, 0.8, false); // As good: the first of the two has the star.
        QCOMPARE(text(),
                 u"Validation accuracy is 80.0 % in epoch 3, as in epoch 2, the best "
                 "one."_s);
        add(4, 0.2, 0.7, false);
        QCOMPARE(text(),
                 u"Validation accuracy fell in the last epoch; best was epoch 2, "
                 "80.0 %."_s);
        add(5, 0.1, 0.6, false);
        QCOMPARE(text(),
                 u"Validation accuracy has fallen for 2 epochs; best was epoch 2, "
                 "80.0 %."_s);
        QVERIFY(ui::curveSentence(curves, "valid_bleu").contains(u"No update"_s));
    }
};

UNROLL_TEST(CurveSeriesTest, QApplication)
#include "curve_series_test.moc"
