#include "tests/ui/views_pictures.h"
#include "tests/ui/views_sample.h"
#include "ui/curves/curve_export.h"
#include "ui/curves/curve_sampling.h"
#include "ui/curves/curve_sentence.h"
#include "ui/curves/curves_view.h"
#include "ui/curves/hover_table.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

#include <algorithm>

namespace {

/// Four updates, of which the third has no finite loss, and one epoch.
core::RunHistory smallHistory()
{
    core::RunHistory history;
    const double losses[] = {1.0, 2.0, std::nan(""), 4.0};
    for (int i = 0; i < 4; ++i) {
        core::UpdateReport update;
        update.step = i + 1;
        update.epoch = 1;
        update.epochPosition = 0.25 * (i + 1);
        update.loss = losses[i];
        update.accuracy = 0.5;
        update.learningRate = 0.001;
        update.gradientNorm = 1.0 + i;
        update.tokens = 100 * (i + 1);
        update.seconds = 0.5 * (i + 1);
        update.tokensPerSecond = 200.0;
        update.clipped = i == 3;
        history.updates.push_back(update);
    }
    core::EpochReport epoch;
    epoch.epoch = 1;
    epoch.step = 4;
    epoch.trainLoss = 2.5;
    epoch.trainAccuracy = 0.5;
    epoch.validLoss = 1.75;
    epoch.validAccuracy = 0.625;
    epoch.validScores = {{"macro_f1", 0.6}};
    epoch.tokens = 400;
    epoch.seconds = 2.25;
    epoch.best = true;
    history.epochs.push_back(epoch);
    return history;
}

core::EpochReport validated(int64_t epoch, double loss)
{
    core::EpochReport report;
    report.epoch = epoch;
    report.step = epoch * 10;
    report.validLoss = loss;
    report.validAccuracy = 0.8;
    return report;
}

std::string fileContent(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

} // namespace

class CurvesTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    const QString m_run = QStringLiteral("/runs/lstm");

    /// A view on one run of 5 epochs of 200 updates, shown and drawn.
    void open(ui::CurvesView& view, const core::RunHistory& history)
    {
        view.setRuns({sample::row("lstm", 0)});
        view.setHistory(m_run, history);
        view.resize(1000, 700);
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        QTRY_VERIFY(
            qFuzzyCompare(plot->xAxis->range().upper, padded(1.0, double(history.updates.size()))));
    }

    /// The end of the x axis: a little beyond the last point.
    static double padded(double first, double last) { return last + 0.02 * (last - first); }

    static QString cell(const ui::CurvesView& view, ui::HoverTable::Column column, int row = 0)
    {
        const auto* item = view.findChild<ui::HoverTable*>("hoverTable")->item(row, column);
        return item ? item->text() : QString();
    }

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

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

    void appendingLiveEqualsReadingTheHistory()
    {
        const core::RunHistory history = sample::history({.epochs = 3, .updatesPerEpoch = 70});
        ui::CurvesView live, read;
        read.setRuns({sample::row("lstm", 0)});
        read.setHistory(m_run, history);
        live.setRuns({sample::row("lstm", 0)});
        size_t epoch = 0;
        for (size_t i = 0; i < history.updates.size(); i += 7) { // in batches of 7
            live.appendUpdates(m_run,
                               {history.updates.begin() + ptrdiff_t(i),
                                history.updates.begin() + ptrdiff_t(i + 7)});
            while (epoch < history.epochs.size()
                   && history.epochs[epoch].step <= history.updates[i + 6].step)
                live.appendEpoch(m_run, history.epochs[epoch++]);
            if (i == 70) { // draw in between, so that smoothing grows in steps
                live.show();
                QTest::qWait(150);
            }
        }
        read.resize(800, 600);
        live.resize(800, 600);
        read.show();
        QTemporaryDir folder;
        for (ui::CurvesView* view : {&live, &read}) {
            const QString path = folder.filePath(view == &live ? "live.csv" : "read.csv");
            view->setSaveChooser([path](auto&&...) { return path; });
            view->findChild<QToolButton*>("exportButton")->menu()->actions().at(3)->trigger();
        }
        const std::string csv = fileContent(folder.filePath("live.csv"));
        QCOMPARE(std::count(csv.begin(), csv.end(), '\n'), 1 + 210 + 3);
        QCOMPARE(csv, fileContent(folder.filePath("read.csv")));
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
        (void)curves.smoothed(ui::Quantity::Loss);
        curves.markResumed(60);
        QCOMPARE(curves.size(), size_t(60));
        QCOMPARE(curves.epochs().size(), size_t(1));
        for (size_t i = 60; i < 100; ++i)
            curves.append(history.updates[i]);
        QCOMPARE(curves.resumedAt(), std::vector<int64_t>{60});
        QCOMPARE(curves.smoothed(ui::Quantity::Loss).values(),
                 plain.smoothed(ui::Quantity::Loss).values());
        curves.markResumed(40);
        QVERIFY(curves.epochs().empty());
        QCOMPARE(curves.resumedAt(), std::vector<int64_t>{40});
    }

    void theHoverTableSnapsToTheNearestPoint()
    {
        ui::CurvesView view;
        const core::RunHistory history = sample::history({});
        open(view, history);
        QTRY_COMPARE(cell(view, ui::HoverTable::Update), QStringLiteral("1,000"));
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        const QPoint at(int(std::lround(plot->xAxis->coordToPixel(300.0))),
                        plot->axisRect()->center().y());
        const double exact = plot->xAxis->pixelToCoord(at.x());
        const auto step = std::lround(exact);
        QTest::mouseMove(plot, at);
        QTRY_COMPARE(cell(view, ui::HoverTable::Update), QString::number(step));
        const core::UpdateReport& update = history.updates[size_t(step - 1)];
        QCOMPARE(cell(view, ui::HoverTable::Loss), QString::number(update.loss, 'g', 4));
        QCOMPARE(cell(view, ui::HoverTable::Epoch), QString::number(update.epochPosition, 'f', 2));
        QCOMPARE(cell(view, ui::HoverTable::ValidLoss), // of the epoch that ended before
                 QString::number(history.epochs[size_t(step / 200 - 1)].validLoss, 'g', 4));
        QTest::keyClick(plot, Qt::Key_Left);
        QCOMPARE(cell(view, ui::HoverTable::Update), QString::number(step - 1));
        QTest::keyClick(plot, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(cell(view, ui::HoverTable::Update), QString::number(step + 9));
        QTest::keyClick(plot, Qt::Key_Escape);
        QCOMPARE(cell(view, ui::HoverTable::Update), QStringLiteral("1,000"));
    }

    void draggingZoomsAndDoubleClickResets()
    {
        ui::CurvesView view;
        open(view, sample::history({}));
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        auto* other = view.findChild<ui::CurvePlot*>("gradient_normPlot");
        auto* reset = view.findChild<QToolButton*>("resetButton");
        QVERIFY(!reset->isEnabled());
        const QRect rect = plot->axisRect()->rect();
        const QPoint from(rect.left() + rect.width() / 4, rect.top() + 10);
        const QPoint to(rect.left() + rect.width() / 2, rect.bottom() - 20);
        const double low = plot->xAxis->pixelToCoord(from.x());
        QTest::mousePress(plot, Qt::LeftButton, {}, from);
        QTest::mouseMove(plot, to);
        QTest::mouseRelease(plot, Qt::LeftButton, {}, to);
        QTRY_COMPARE(plot->xAxis->range().lower, low);
        QTRY_COMPARE(other->xAxis->range().lower, low); // one x axis for all
        QVERIFY(plot->xAxis->range().upper < 600);
        QVERIFY(reset->isEnabled());
        QTest::mouseDClick(plot, Qt::LeftButton, {}, rect.center());
        QTRY_COMPARE(plot->xAxis->range().upper, padded(1.0, 1000.0));
        QCOMPARE(plot->xAxis->range().lower, 1.0 - 0.02 * 999.0); // off the frame, too
        QVERIFY(!reset->isEnabled());
        QTest::keyClick(plot, Qt::Key_Plus);
        QTRY_VERIFY(plot->xAxis->range().size() < 840);
        QTest::keyClick(plot, Qt::Key_0);
        QTRY_COMPARE(plot->xAxis->range().upper, padded(1.0, 1000.0));
    }

    void shiftDragMovesTheView()
    {
        ui::CurvesView view;
        open(view, sample::history({}));
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        const double width = plot->axisRect()->width();
        const QPoint from = plot->axisRect()->center();
        QTest::mousePress(plot, Qt::LeftButton, Qt::ShiftModifier, from);
        QTest::mouseMove(plot, from - QPoint(50, 0));
        QTest::mouseRelease(plot, Qt::LeftButton, Qt::ShiftModifier, from - QPoint(50, 0));
        QTRY_COMPARE(std::lround(plot->xAxis->range().lower),
                     std::lround(1 - 999 * 0.02 + 50 / width * 999 * 1.04));
    }

    void sliderAndBoxHoldOneSmoothing()
    {
        ui::CurvesView view;
        open(view, smallHistory());
        auto* slider = view.findChild<QSlider*>("smoothingSlider");
        auto* box = view.findChild<QDoubleSpinBox*>("smoothingBox");
        slider->setValue(50);
        QCOMPARE(box->value(), 0.5);
        QTRY_COMPARE(cell(view, ui::HoverTable::SmoothLoss), QStringLiteral("3"));
        box->setValue(0.995);
        QCOMPARE(slider->value(), 99);
        QVERIFY(box->maximum() < 1.0);
        slider->setValue(0);
        QTRY_COMPARE(cell(view, ui::HoverTable::SmoothLoss), QStringLiteral("4"));
    }

    void theXAxisCountsWhatIsChosen()
    {
        ui::CurvesView view;
        open(view, smallHistory());
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        auto* axis = view.findChild<QComboBox*>("xAxisBox");
        const double starts[] = {1.0, 0.25, 100.0, 0.5};
        const double ends[] = {4.0, 1.0, 400.0, 2.25}; // the epoch ends after its last update
        for (int i = 0; i < 4; ++i) {
            axis->setCurrentIndex(i);
            QTRY_COMPARE(plot->xAxis->range().upper, padded(starts[i], ends[i]));
        }
    }

    void theMiddleOfTheValuesCanBeFitted()
    {
        core::RunHistory history = sample::history({});
        history.updates[500].loss = 1000.0;
        ui::CurvesView view;
        open(view, history);
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        QTRY_VERIFY(plot->yAxis->range().upper > 1000.0);
        view.findChild<QToolButton*>("axesButton")->menu()->actions().at(2)->trigger();
        QTRY_VERIFY(plot->yAxis->range().upper < 1.0);
    }

    void plotsCanBeSwitchedOff()
    {
        ui::CurvesView view;
        open(view, smallHistory());
        auto* speed = view.findChild<ui::CurvePlot*>("speedPlot");
        auto* f1 = view.findChild<ui::CurvePlot*>("macro_f1Plot");
        QVERIFY(f1 != nullptr); // The run has this score.
        QVERIFY(speed->isVisible());
        QVERIFY(!f1->isVisible());
        view.findChild<QAction*>("speedAction")->setChecked(false);
        view.findChild<QAction*>("macro_f1Action")->setChecked(true);
        QVERIFY(!speed->isVisible());
        QVERIFY(f1->isVisible());
    }

    void scoresAreOfferedWhereTheRunsHaveThem()
    {
        ui::CurvesView view;
        open(view, sample::translationHistory());
        QVERIFY(view.findChild<ui::CurvePlot*>("macro_f1Plot") == nullptr);
        auto* bleu = view.findChild<ui::CurvePlot*>("bleuPlot");
        QVERIFY(bleu != nullptr && bleu->isVisible());
        QVERIFY(view.findChild<ui::CurvePlot*>("alignment_error_ratePlot")->isVisible());
        QVERIFY(!view.findChild<ui::CurvePlot*>("chrfPlot")->isVisible());
        view.findChild<QAction*>("chrfAction")->setChecked(true);
        QVERIFY(view.findChild<ui::CurvePlot*>("chrfPlot")->isVisible());
        QVERIFY(view.findChild<QAction*>("bleuAction")
                    ->toolTip()
                    .contains(QStringLiteral("1- to 4-grams")));
        // One more run without them changes nothing; without this run, they go.
        view.setRuns({sample::row("lstm", 0), sample::row("gru", 1)});
        view.setHistory("/runs/gru", sample::history({}));
        QVERIFY(view.findChild<ui::CurvePlot*>("macro_f1Plot") != nullptr);
        QVERIFY(bleu->isVisible());
        view.setRuns({sample::row("gru", 1)});
        QVERIFY(!bleu->isVisible());
        QVERIFY(!view.findChild<QAction*>("bleuAction")->isVisible());
    }

    void teacherForcingIsOfferedWhereItIsUsed()
    {
        ui::CurvesView view;
        open(view, sample::history({}));
        auto* action = view.findChild<QAction*>("teacher_forcingAction");
        QVERIFY(!action->isVisible());
        view.setHistory(m_run, sample::translationHistory());
        QVERIFY(action->isVisible());
        action->setChecked(true);
        auto* plot = view.findChild<ui::CurvePlot*>("teacher_forcingPlot");
        QTRY_VERIFY(plot->yAxis->range().lower < 0.25 && plot->yAxis->range().upper >= 1.0);
    }

    void perplexityIsTheExponentialOfTheLoss()
    {
        ui::RunCurves curves;
        curves.setSmoothing(0.5);
        curves.setHistory(smallHistory());
        QCOMPARE(curves.raw(ui::Quantity::Perplexity).at(1), std::exp(2.0));
        QVERIFY(std::isnan(curves.raw(ui::Quantity::Perplexity).at(2)));
        const double smooth = 1.25 / 0.75; // of the losses 1 and 2, as above
        QCOMPARE(curves.smoothed(ui::Quantity::Perplexity).at(1), std::exp(smooth));
        const core::EpochReport& epoch = curves.epochs().front();
        QCOMPARE(ui::RunCurves::epochValue(epoch, "valid_perplexity"), std::exp(1.75));
        QCOMPARE(ui::RunCurves::epochValue(epoch, "valid_macro_f1"), 0.6);
        QVERIFY(std::isnan(ui::RunCurves::epochValue(epoch, "valid_bleu")));
        QVERIFY(std::isnan(ui::RunCurves::epochValue(epoch, "")));
    }

    void tablesHaveTheColumnsThatTheRunsHave()
    {
        ui::RunCurves first, second;
        first.setHistory(smallHistory());
        core::RunHistory other = smallHistory();
        other.updates.resize(1);
        other.updates[0].teacherForcing = 0.75;
        other.epochs[0].validScores = {{"zeal", 3.0}, {"bleu", 31.5}};
        second.setHistory(other);
        const std::string csv
            = ui::curvesCsv({{&first, QStringLiteral("a"), 0}, {&second, QStringLiteral("b"), 1}});
        const QStringList lines = QString::fromStdString(csv).split('\n');
        QVERIFY(lines[0].endsWith(QStringLiteral("tokens_per_second,teacher_forcing,valid_loss,"
                                                 "valid_accuracy,valid_macro_f1,valid_bleu,"
                                                 "valid_zeal,best")));
        const qsizetype commas = lines[0].count(u',');
        for (const QString& line : lines.mid(0, lines.size() - 1))
            QCOMPARE(line.count(u','), commas);
        QVERIFY(lines[1].endsWith(QStringLiteral(",200,,,,,,,")));
        QVERIFY(lines[5].endsWith(QStringLiteral(",1.75,0.625,0.6,,,1")));
        QVERIFY(lines[6].endsWith(QStringLiteral(",200,0.75,,,,,,")));
        QVERIFY(lines[7].endsWith(QStringLiteral(",1.75,0.625,,31.5,3,1")));
    }

    void unknownRunsAreAskedForOnce()
    {
        ui::CurvesView view;
        QSignalSpy requested(&view, &ui::CurvesView::historyRequested);
        ui::RunRow hidden = sample::row("gru", 1);
        hidden.shown = false;
        view.setRuns({sample::row("lstm", 0), hidden});
        view.setRuns({sample::row("lstm", 0), hidden});
        QCOMPARE(requested.count(), 1);
        QCOMPARE(requested.first().first().toString(), m_run);
        QVERIFY(!view.knows(m_run));
        view.setHistory(m_run, smallHistory());
        QVERIFY(view.knows(m_run));
        view.setRuns({hidden});
        QVERIFY(!view.knows(m_run));
        view.setRuns({sample::row("lstm", 0)});
        QCOMPARE(requested.count(), 2);
    }

    void clickingAValidationPointPicksItsEpoch()
    {
        ui::CurvesView view;
        const core::RunHistory history = sample::history({});
        open(view, history);
        QSignalSpy picked(&view, &ui::CurvesView::epochPicked);
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        const core::EpochReport& second = history.epochs[1];
        const QPoint at(int(plot->xAxis->coordToPixel(double(second.step))),
                        int(plot->yAxis->coordToPixel(second.validLoss)));
        QTest::mouseClick(plot, Qt::LeftButton, {}, at);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().at(0).toString(), m_run);
        QCOMPARE(picked.first().at(1).toInt(), 2);
    }

    void numbersAreExportedAsTheyAre()
    {
        ui::RunCurves curves;
        curves.setHistory(smallHistory());
        curves.setSmoothing(0.5);
        const std::string csv = ui::curvesCsv({{&curves, QStringLiteral("a, \"b\""), 0}});
        const QStringList lines = QString::fromStdString(csv).split('\n');
        QCOMPARE(lines.size(), 1 + 4 + 1 + 1);
        QCOMPARE(lines[1],
                 QStringLiteral("\"a, \"\"b\"\"\",update,1,0.25,100,0.5,1,1,0.5,0.5,0.001,"
                                "1,0,200,,,,"));
        QCOMPARE(lines[3],
                 QStringLiteral("\"a, \"\"b\"\"\",update,3,0.75,300,1.5,,,0.5,0.5,0.001,"
                                "3,0,200,,,,"));
        QCOMPARE(lines[4],
                 QStringLiteral("\"a, \"\"b\"\"\",update,4,1,400,2,4,3,0.5,0.5,0.001,"
                                "4,1,200,,,,"));
        QCOMPARE(lines[5],
                 QStringLiteral("\"a, \"\"b\"\"\",epoch,4,1,400,2.25,2.5,,0.5,,,,,,"
                                "1.75,0.625,0.6,1"));
    }

    void picturesAreExported()
    {
        ui::CurvesView view;
        open(view, sample::history({}));
        QTemporaryDir folder;
        const std::pair<const char*, const char*> files[]
            = {{"a.png", "\x89PNG"}, {"a.svg", "<?xml"}, {"a.pdf", "%PDF"}};
        for (int i = 0; i < 3; ++i) {
            const QString path = folder.filePath(QLatin1String(files[i].first));
            view.setSaveChooser([path](auto&&...) { return path; });
            view.findChild<QToolButton*>("exportButton")->menu()->actions().at(i)->trigger();
            const std::string content = fileContent(path);
            QVERIFY2(content.starts_with(files[i].second), files[i].first);
            QVERIFY(content.size() > 5000);
        }
    }

    void theStateIsSaidInASentence()
    {
        ui::RunCurves curves;
        QCOMPARE(ui::curveSentence(curves), QStringLiteral("No update yet."));
        curves.append(validated(1, 0.6));
        curves.append(validated(2, 0.5));
        curves.append(validated(3, 0.412));
        QCOMPARE(ui::curveSentence(curves),
                 QStringLiteral("Validation loss is the lowest so far: "
                                "epoch 3, 0.412; validation accuracy "
                                "80.0 %."));
        curves.append(validated(4, 0.45));
        QCOMPARE(ui::curveSentence(curves),
                 QStringLiteral("Validation loss rose in the last "
                                "epoch; best was epoch 3, 0.412."));
        curves.append(validated(5, 0.48));
        QCOMPARE(ui::curveSentence(curves),
                 QStringLiteral("Validation loss has risen for 2 "
                                "epochs; best was epoch 3, 0.412."));
        curves.append(validated(6, 0.46));
        QCOMPARE(ui::curveSentence(curves),
                 QStringLiteral("Validation loss fell to 0.46; best was epoch 3, 0.412."));
    }

    void looks()
    {
        ui::CurvesView view;
        takePictures(view, "curves-empty", {{900, 600}});
        core::RunHistory resumed = sample::history({.overfit = 0.01});
        resumed.resumedAt = {430};
        view.setRuns({sample::row("lstm", 0)});
        view.setHistory(m_run, resumed);
        takePictures(view, "curves-one");
        view.setRuns({sample::row("lstm", 0), sample::row("reviews-bilstm-attention-002", 1),
                      sample::row("transformer", 2)});
        view.setHistory("/runs/reviews-bilstm-attention-002",
                        sample::history({.epochs = 8, .learningRate = 0.003, .seed = 2}));
        view.setHistory("/runs/transformer",
                        sample::history({.updatesPerEpoch = 130, .overfit = 0.02, .seed = 3}));
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        takePictures(view, "curves-three", {{900, 600}, {1400, 900}}, [plot] {
            QTest::mouseMove(plot, plot->axisRect()->center());
            QTest::qWait(100);
        });
        view.findChild<QToolButton*>("axesButton")->menu()->actions().at(0)->trigger();
        m_theme.setPresentation(true);
        takePictures(view, "curves-presentation", {{1400, 900}});
        m_theme.setPresentation(false);
    }
};

QTEST_MAIN(CurvesTest)
#include "curves_test.moc"
