#include "core/probe/updates/weight_matrix.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/view_tests.h"
#include "tests/ui/views_pictures.h"
#include "ui/table/row_view.h"
#include "ui/text/sentences.h"
#include "ui/updates/histogram_bars.h"
#include "ui/updates/histogram_page.h"
#include "ui/updates/landscape_page.h"
#include "ui/updates/loss_picker.h"
#include "ui/updates/updates_view.h"
#include "ui/widgets/heat_map.h"
#include "ui/widgets/number_box.h"

class UpdatesViewTest : public ViewTests<ui::UpdatesView> {
    Q_OBJECT
private:
    /// The loss falls; update 33 of 60, the third of the fourth epoch, jumps.
    static core::RunHistory history(int64_t updates = 60)
    {
        core::RunHistory all;
        all.layers[core::LayerQuantity::GradientNorm]
            = {"encoder.embedding", "encoder.rnn.l0", "head.output"};
        for (int64_t step = 1; step <= updates; ++step) {
            core::UpdateReport report;
            report.step = step;
            report.epoch = 1 + (step - 1) / 10;
            report.loss = step == 33
                ? 2.5
                : 1.0 / (1.0 + 0.02 * double(step)) + 0.03 * std::sin(double(step * step));
            report.learningRate = 0.001;
            report.gradientNorm = step == 33 ? 8.0 : 0.5;
            report.clipped = step == 33;
            report.clippedNorm = step == 33 ? 1.0 : std::nan("");
            report.layers[core::LayerQuantity::GradientNorm]
                = {float(0.2 * report.gradientNorm), float(0.9 * report.gradientNorm),
                   float(0.3 * report.gradientNorm)};
            all.updates.push_back(report);
        }
        all.changes = {{35, "training.batch_size", 16, 8}};
        return all;
    }
    static core::UpdateBatch batch(const core::AskUpdateBatch& question)
    {
        core::UpdateBatch batch;
        batch.place = question.place;
        batch.recorded = true;
        batch.networkStep = 60;
        batch.networkEpoch = 6;
        batch.lossNow = 0.4;
        const char* texts[] = {"the film was not bad at all", "a dull and tedious story",
                               "lovely, bright, superb", "nobody knows what it was about"};
        for (int i = 0; i < 12; ++i) {
            core::UpdateItem item;
            item.text = texts[i % 4];
            item.reference = i % 3 == 0 ? "pos" : "neg";
            item.row = 7 * i;
            item.tokens = 4 + i % 4;
            item.lossThen = 0.3 + 0.4 * ((i * 5) % 12);
            item.lossNow = 0.1 + 0.05 * i;
            batch.items.push_back(item);
        }
        return batch;
    }
    static int binOf(double value)
    {
        int bin = core::SignedHistogram::kZero;
        while (core::SignedHistogram::innerEdge(bin + 1) <= value)
            ++bin;
        return bin;
    }
    static core::SignedHistogram histogram(double scale, bool positive)
    {
        core::SignedHistogram result;
        result.counts.assign(core::SignedHistogram::kBins, 0);
        const int middle = binOf(scale);
        const int zero = core::SignedHistogram::kZero;
        for (int offset = -9; offset <= 4; ++offset) {
            const auto here = uint32_t(400.0 * std::exp(-0.12 * (offset - 1) * (offset - 1)));
            result.counts[size_t(middle + offset)] += here;
            if (!positive)
                result.counts[size_t(2 * zero - middle - offset)] += here;
            result.count += positive ? here : 2 * here;
        }
        result.minimum = positive ? 0.0 : -8.0 * scale;
        result.maximum = 8.0 * scale;
        result.rootMeanSquare = 2.0 * scale;
        return result;
    }
    /// Larger from update to update.
    static core::WeightMatrix matrix(const core::AskWeightMatrix& question)
    {
        core::WeightMatrix found;
        found.parameters = {"encoder.rnn.weight_hh_l0", "head.output.weight"};
        found.parameter
            = question.parameter.empty() ? found.parameters.front() : question.parameter;
        found.shape = {5, 3};
        if (question.parameter == "head.output.weight") {
            found.shape = {6, 3};
            found.gates = {"r", "z"};
        }
        found.rows = 3;
        found.columns = 3;
        found.rowBlock = 2;
        found.update = question.update > 0 ? question.update : 60;
        if (question.run == "/runs/one")
            for (int64_t step = 2; step <= 60; step += 2)
                found.keptUpdates.push_back(step);
        const auto scale = float(found.update) / 100.0F;
        for (int cell = 0; cell < 9; ++cell) {
            found.weights.push_back(scale * float(cell - 4));
            if (question.update > 0)
                found.change.push_back(0.001F * float(cell - 2));
        }
        found.largestWeight = 4.0 * double(scale);
        found.largestChange = question.update > 0 ? 0.006 : 0.0;
        return found;
    }
    static core::ShownRecording recording(int updates, bool live)
    {
        core::ShownRecording shown;
        shown.live = live;
        shown.wish = {core::RecordingWish::Where::Memory, "encoder.rnn.l0"};
        shown.parameters = {{"encoder.embedding.weight", "encoder.embedding", {900, 16}, 14400},
                            {"encoder.rnn.weight_ih_l0", "encoder.rnn.l0", {64, 16}, 1024},
                            {"encoder.rnn.weight_hh_l0", "encoder.rnn.l0", {64, 16}, 1024},
                            {"head.output.weight", "head.output", {2, 16}, 32}};
        for (int step = 61 - updates; step <= 60; ++step) {
            auto update = std::make_shared<core::RecordedUpdate>();
            update->step = step;
            update->chosen = step % 2 == 0 ? "encoder.rnn.l0" : "";
            if (update->isWhole()) {
                const double size = step >= 33 && step < 40 ? 4.0 : 1.0;
                const double scales[] = {0.1, 0.003 * size, 0.002, 1e-6, 5e-4 * size};
                for (size_t i = 0; i < core::kUpdateQuantities; ++i)
                    if (i != size_t(core::UpdateQuantity::FirstMoment))
                        update->histograms[i]
                            = histogram(scales[i], i == size_t(core::UpdateQuantity::SecondMoment));
                for (size_t i = 0; i < 4; ++i)
                    update->norms.push_back({float(3 + i), 0.2F, float(0.004 * size)});
                shown.keptWeights.push_back(step);
            }
            shown.updates.push_back(update);
        }
        shown.share = 0.031;
        shown.bytes = 4'300'000;
        return shown;
    }
    static core::Landscape landscape(const core::AskLandscape& question)
    {
        core::Landscape shown;
        shown.place = question.place;
        shown.path = question.path;
        const bool step = question.path == core::LandscapePath::Step;
        for (int i = 0; i < question.points; ++i)
            shown.a.push_back((step ? -1.0 : -1.0)
                              + (step ? 4.0 : 2.0) * i / double(question.points - 1));
        shown.b = {0.0};
        if (question.path == core::LandscapePath::RandomPlane)
            shown.b = shown.a;
        for (const double b : shown.b)
            for (const double a : shown.a)
                shown.losses.push_back(0.5 + 0.4 * (a - 0.5) * (a - 0.5) + b * b
                                       + 0.2 * std::sin(3 * a * b));
        shown.beforeUpdate = step;
        shown.networkStep = 60;
        shown.directionNorm = 0.03;
        shown.stepCosine = step ? 0.61 : std::nan("");
        return shown;
    }
    void open(bool live = false, int recorded = 0, const core::RunHistory& known = history())
    {
        m_context->shown.live = live;
        m_context->shown.spec.training.batchSize = 8;
        m_context->answerWith<core::AskUpdateBatch>(&batch);
        m_context->answerWith<core::AskLandscape>(&landscape);
        m_context->answerWith<core::AskWeightMatrix>(&matrix);
        m_context->answerWith<core::AskRecording>(
            [live, recorded](const core::AskRecording&) { return recording(recorded, live); });
        m_view = std::make_unique<ui::UpdatesView>(*m_context);
        showSized(*m_view, {1000, 700});
        m_context->lead(*m_view);
        Q_EMIT m_context->historyRead(u"/runs/one"_s, known);
    }
    void show(int page) { find<QComboBox>("pageBox").setCurrentIndex(page); }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void theLargestJumpIsFoundAgainstTheMeanOfTheTenBefore()
    {
        QCOMPARE(ui::UpdateSeries().largestJump(), 0);
        const auto run = std::make_shared<ui::RunCurves>();
        const ui::UpdateSeries series(run);
        QCOMPARE(series.largestJump(), 0);
        run->join(history());
        QCOMPARE(series.largestJump(), 33);
        QVERIFY(series.largestJump(34) > 33);
        double mean = 0.0;
        for (int64_t step = 23; step < 33; ++step)
            mean += series.report(step)->loss / 10.0;
        QVERIFY(std::abs(series.lossBefore(33) - mean) < 1e-6);
        QVERIFY(std::isnan(series.lossBefore(1)));
        QCOMPARE(series.nearest(1000), 60);
        QVERIFY(series.report(33)->layers == history().updates[32].layers);
        QCOMPARE(series.report(33)->clippedNorm, 1.0);
        run->markResumed(40);
        QCOMPARE(series.size(), size_t{40});
        QVERIFY(!series.report(41));
    }

    /// Batches of 16 became batches of 8 with update 35, in the middle of the epoch of 31 to 40.
    void anUpdateIsPlacedInItsEpochWithTheBatchSizesOfThen()
    {
        const auto run = std::make_shared<ui::RunCurves>();
        run->join(history());
        const ui::UpdateSeries series(run);
        core::ExperimentSpec spec;
        spec.training.batchSize = 8;
        const core::UpdatePlace place = series.place(33, spec);
        QCOMPARE(place.epoch, 4);
        QCOMPARE(place.firstStep, 31);
        QCOMPARE(place.sizes, (std::vector<core::BatchSizeFrom>{{31, 16, 0}, {35, 8, 0}}));
        QCOMPARE(series.place(45, spec).sizes, (std::vector<core::BatchSizeFrom>{{41, 8, 0}}));
    }

    void aFinishedRunOpensAtItsLargestJump()
    {
        open();
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 33);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().run, "/runs/one"s);
        QVERIFY2(text("updateLabel").startsWith(u"Update 33 in epoch 4: loss 2.5 (mean"_s),
                 qPrintable(text("updateLabel")));
        QVERIFY(text("updateLabel").endsWith(u"clipped to 1 (factor 0.125)."_s));
        QVERIFY(text("batchLabel").startsWith(u"Batch of update 33: 12 texts."_s));
        auto& table = find<ui::RowView>("batchTable");
        QCOMPARE(table.model()->rowCount(), 12);
        QVERIFY(exportedTable(*m_view, "update_batch", "items")
                    .startsWith(u"text,reference,row,tokens,loss_then,loss_now\n"_s));
        QCOMPARE(find<ui::RowView>("layerNormTable").model()->rowCount(), 3);
        QVERIFY(exportedTable(*m_view, "update_layers").contains(u"encoder.rnn.l0,7.2"_s));
    }

    void updatesAreChosenByMouseKeysAndNumber()
    {
        open();
        auto& picker = find<ui::LossPicker>("lossPicker");
        picker.setFocus();
        keyClick(&picker, Qt::Key_Left);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 32);
        keyClick(&picker, Qt::Key_End);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 60);
        keyClick(&picker, Qt::Key_PageUp);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 50);
        picker.replot();
        // A click beside the peak means the peak.
        const QPoint near(int(picker.xAxis->coordToPixel(33.0)) + 2,
                          picker.axisRect()->center().y());
        mouseClick(&picker, Qt::LeftButton, {}, near);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 33);
        auto& box = find<ui::NumberBox>("updateBox");
        QCOMPARE(box.value(), 33.0);
        box.stepBy(1);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 34);
        find<QPushButton>("jumpButton").click();
        QCOMPARE(box.value(), 33.0);
    }

    /// A click in Curves does so, whether or not the run's history is there yet.
    void anUpdatePickedElsewhereIsShown()
    {
        m_context->shown.update = 12;
        m_context->answerWith<core::AskUpdateBatch>(&batch);
        m_view = std::make_unique<ui::UpdatesView>(*m_context);
        showSized(*m_view, {1000, 700});
        m_context->lead(*m_view);
        QCOMPARE(m_context->count<core::AskUpdateBatch>(), size_t{0}); // Its epoch is not known.
        Q_EMIT m_context->historyRead(u"/runs/one"_s, history());
        QCOMPARE(m_context->count<core::AskUpdateBatch>(), size_t{1});
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 12);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.epoch, 2);
        QVERIFY(text("updateLabel").startsWith(u"Update 12 in epoch 2: loss "_s));
        m_context->shown.update = 40;
        m_view->follow(m_context->shown);
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 40);
        QCOMPARE(find<ui::NumberBox>("updateBox").value(), 40.0);
        // What is chosen here is what all views hear of.
        QSignalSpy picked(m_context.get(), &ui::ViewContext::updatePicked);
        find<ui::NumberBox>("updateBox").stepBy(1);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().at(0).toString(), u"/runs/one"_s);
        QCOMPARE(picked.first().at(1).toLongLong(), 41);
        m_view->follow(m_context->shown = [&] {
            ui::Shown next = m_context->shown;
            next.update = 41;
            return next;
        }());
        QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, 41);
    }

    void ofAnUpdateThatIsGoneTheNearestIsShown()
    {
        core::RunHistory gone = history();
        gone.updates.erase(gone.updates.begin() + 10, gone.updates.begin() + 20); // 11 to 20
        open(false, 0, gone);
        for (const auto& [wanted, nearest] : {std::pair(13, 10), std::pair(18, 21)}) {
            m_context->shown.update = wanted;
            m_view->follow(m_context->shown);
            QCOMPARE(m_context->last<core::AskUpdateBatch>().place.step, nearest);
            const QString expected
                = u"Update %1 is no longer stored; the nearest one is: Update %2 in"_s.arg(wanted)
                      .arg(nearest);
            QVERIFY2(text("updateLabel").startsWith(expected), qPrintable(text("updateLabel")));
        }
        find<ui::NumberBox>("updateBox").stepBy(1);
        QVERIFY(text("updateLabel").startsWith(u"Update 22 in epoch 3"_s));
    }

    void aTextOfTheBatchIsOpened()
    {
        open();
        QSignalSpy looked(m_context.get(), &ui::ViewContext::looked);
        QSignalSpy shown(m_context.get(), &ui::ViewContext::viewRequested);
        auto& table = find<ui::RowView>("batchTable");
        Q_EMIT table.rowActivated(0);
        QCOMPARE(looked.size(), 1);
        QCOMPARE(shown.first().first().toString(), u"sentence"_s);
    }

    void aTrainingIsNotHeldUpUnasked()
    {
        open(true);
        QCOMPARE(m_context->count<core::AskUpdateBatch>(), size_t{0});
        QCOMPARE(m_context->last<core::AskRecording>().wish.where,
                 core::RecordingWish::Where::Nowhere);
        find<QPushButton>("jumpButton").click();
        QCOMPARE(m_context->count<core::AskUpdateBatch>(), size_t{1});
        QCOMPARE(m_context->count<core::AskLandscape>(), size_t{0});
    }

    void recordingIsWishedForByItsBoxes()
    {
        open(true, 20);
        show(1);
        using Where = core::RecordingWish::Where;
        QVERIFY(!find<QCheckBox>("onDiskBox").isEnabled());
        find<QCheckBox>("recordBox").setChecked(true);
        QCOMPARE(m_context->last<core::AskRecording>().wish.where, Where::Memory);
        find<QCheckBox>("onDiskBox").setChecked(true);
        QCOMPARE(m_context->last<core::AskRecording>().wish.where, Where::Disk);
        auto& names = find<QComboBox>("parameterBox");
        QCOMPARE(names.count(), 3 + 4);
        names.setCurrentIndex(5);
        Q_EMIT names.activated(5);
        QCOMPARE(m_context->last<core::AskRecording>().wish.chosen, "encoder.rnn.weight_hh_l0"s);
        QCOMPARE(m_context->asked.back()->choice.epoch, -1);
        QVERIFY2(text("recordingLabel")
                     .startsWith(u"10 of the last 20 updates are recorded with "
                                 "histograms, 10 with all weights; this takes 3.1 %"_s),
                 qPrintable(text("recordingLabel")));
    }

    void histogramsAreAMapOfBinsAndUpdates()
    {
        open(false, 60);
        show(1);
        const auto& map = find<ui::HeatMap>("histogramMap");
        QCOMPARE(map.content().columns, 30);
        QCOMPARE(map.content().columnLabels.first(), u"2"_s);
        QCOMPARE(map.content().firstColumn,
                 15); // 32 or 34 is the nearest to 33; the first of them.
        QVERIFY2(text("histogramLabel")
                     .contains(QStringLiteral("recorded update nearest to the chosen update 33")),
                 qPrintable(text("histogramLabel")));
        QVERIFY(map.describe(0, 0).startsWith(u"Update 2: "_s));
        QCOMPARE(find<ui::RowView>("parameterNormTable").model()->rowCount(), 4);
        QVERIFY(find<ui::HistogramBars>("histogramBars").plottableCount() == 1);
        find<QComboBox>("quantityBox").setCurrentIndex(int(core::UpdateQuantity::FirstMoment));
        QCOMPARE(map.content().columns, 0);
        QVERIFY(text("histogramLabel").startsWith(u"This optimiser has no such"_s));
        find<QComboBox>("quantityBox").setCurrentIndex(int(core::UpdateQuantity::SecondMoment));
        QCOMPARE(map.content().columns, 30);
        QVERIFY(exportedTable(*m_view, "update_histograms", "updates.second_moment.bins")
                    .startsWith(u"number,step,from,count\n1,2,"_s));
        QVERIFY(exportedTable(*m_view, "update_histograms", "updates.norms")
                    .startsWith(u"number,updates.step,parameter,weight,gradient,step\n"_s));
        QVERIFY(arePicturesExported(*m_view, "update_histograms", 1000));
    }

    void aWeightMatrixIsDrawnAtRecordedUpdates()
    {
        open(false, 60);
        show(3);
        auto& slider = find<QSlider>("matrixSlider");
        QCOMPARE(slider.maximum(), 29); // Updates 2, 4 ... 60.
        const auto& map = find<ui::HeatMap>("matrixMap");
        const auto& step = find<ui::HeatMap>("matrixStepMap");
        slider.setValue(4);
        QCOMPARE(m_context->last<core::AskWeightMatrix>().update, 10);
        QCOMPARE(text("matrixUpdateLabel"), u"update 10"_s);
        QCOMPARE(map.content().colours, ui::ColourMap::Signed);
        QCOMPARE(map.content().values.front(), -0.4F);
        QCOMPARE(step.content().values.back(), 0.006F);
        QVERIFY2(text("matrixLabel").contains(u"a block of 2 \u00d7 1 weights"_s),
                 qPrintable(text("matrixLabel")));
        QCOMPARE(map.describe(0, 2), u"row 0 to 1, column 2: %1"_s.arg(ui::value(double(-0.2F))));
        slider.setValue(29);
        QCOMPARE(map.content().values.front(), -2.4F);
        QCOMPARE(find<ui::NumberBox>("updateBox").value(), 60.0);
        auto& names = find<QComboBox>("matrixBox");
        names.setCurrentIndex(1);
        Q_EMIT names.activated(1);
        QCOMPARE(m_context->last<core::AskWeightMatrix>().parameter, "head.output.weight"s);
        QCOMPARE(map.content().rowLabels, QStringList({u"r 0"_s, u"r 2"_s, u"z 1"_s}));
        QVERIFY(map.describe(1, 0).startsWith(u"row r 2 to z 0,"_s));
        QVERIFY(exportedTable(*m_view, "weight_matrix", "step_taken").contains(u"0.006"_s));
        QVERIFY(arePicturesExported(*m_view, "weight_matrix", 500));
    }

    void withoutARecordingTheMatrixIsThatOfTheShownEpoch()
    {
        open();
        m_context->answerWith<core::AskWeightMatrix>([](core::AskWeightMatrix question) {
            question.run.clear(); // Nothing was recorded.
            return matrix(question);
        });
        show(3);
        QCOMPARE(m_context->last<core::AskWeightMatrix>().update, 0);
        QVERIFY(!find<QSlider>("matrixSlider").isEnabled());
        QVERIFY(find<ui::HeatMap>("matrixMap").isVisible());
        QVERIFY(!find<ui::HeatMap>("matrixStepMap").isVisible());
        QVERIFY2(text("matrixLabel").contains(u"was not recorded"_s),
                 qPrintable(text("matrixLabel")));
    }

    void whatWasNotRecordedIsSaid()
    {
        open();
        show(1);
        QVERIFY(text("recordingLabel").startsWith(u"Nothing was recorded for this run."_s));
        show(2);
        QVERIFY(!find<QPushButton>("measureButton").isEnabled());
        QVERIFY(text("landscapeHint").contains(u"are not in memory"_s));
        find<QComboBox>("pathBox").setCurrentIndex(1);
        QVERIFY(find<QPushButton>("measureButton").isEnabled());
    }

    void aPlaneIsASquareAndLinesHaveTheColourOfTheRun()
    {
        ui::RunRow row;
        row.id = m_context->shown.choice.run;
        row.colourIndex = 3;
        m_context->rows = {row};
        open();
        QCOMPARE(find<ui::LossPicker>("lossPicker").graph(0)->pen().color(), m_theme.series(3));
        ui::LandscapePlot plot;
        plot.resize(900, 400);
        plot.show();
        core::AskLandscape question;
        question.path = core::LandscapePath::RandomPlane;
        question.points = 21;
        plot.setLandscape(landscape(question), u"loss"_s, u"x"_s, u"y"_s);
        const QCPAxisRect& area = *plot.axisRect();
        QTRY_COMPARE(area.width(), area.height());
        QVERIFY(area.height() > 250);
        question.path = core::LandscapePath::Step;
        plot.setLandscape(landscape(question), u"loss"_s, u"x"_s, u"y"_s);
        QTRY_VERIFY(area.width() > 700);
    }

    void landscapesAreMeasuredWhenAskedFor()
    {
        open(false, 60);
        show(2);
        find<ui::NumberBox>("updateBox").stepBy(1);
        QCOMPARE(m_context->count<core::AskLandscape>(), size_t{0});
        find<QPushButton>("measureButton").click();
        QCOMPARE(m_context->last<core::AskLandscape>().place.step, 34);
        QCOMPARE(m_context->last<core::AskLandscape>().points, 41);
        QVERIFY2(text("landscapeLabel")
                     .startsWith(u"Batch of update 34, around the weights right before it. "
                                 "The step changed the loss of its own batch from 0.6 "
                                 "to 0.6; the minimum along it is 0.5 at 0.5."_s),
                 qPrintable(text("landscapeLabel")));
        QVERIFY(text("landscapeLabel").contains(u"Cosine"_s));
        auto& plot = find<ui::LandscapePlot>("landscapePlot");
        QCOMPARE(plot.graph(0)->dataCount(), 41);
        QCOMPARE(plot.graph(1)->dataCount(), 2);
        find<QComboBox>("pathBox").setCurrentIndex(3);
        find<QPushButton>("measureButton").click();
        QCOMPARE(m_context->last<core::AskLandscape>().points, 21);
        QCOMPARE(plot.graph(0)->dataCount(), 0);
        QVERIFY(exportedTable(*m_view, "loss_landscape", "losses").startsWith(u",-1,"_s));
        QVERIFY(arePicturesExported(*m_view, "loss_landscape", 1000));
    }

    /// A measurement belongs to the update that was chosen when it began.
    void choosingAnotherUpdateEndsTheMeasurement()
    {
        open(false, 60);
        show(2);
        find<ui::NumberBox>("updateBox").stepBy(1); // One whose weights are kept.
        m_context->forget<core::AskLandscape>();
        find<QPushButton>("measureButton").click();
        const auto asked = m_context->asked.back();
        const auto measured = *asked->question.as<core::AskLandscape>();
        QVERIFY(find<QPushButton>("cancelButton").isVisibleTo(m_view.get()));
        Q_EMIT find<ui::LossPicker>("lossPicker").picked(measured.place.step - 3);
        QVERIFY(asked->withdrawn);
        QVERIFY(!find<QPushButton>("cancelButton").isVisibleTo(m_view.get()));
        asked->withdrawn = false; // Its answer was on its way.
        asked->answer<core::AskLandscape>(landscape(measured));
        QCOMPARE(text("landscapeLabel"), QString());
    }

    void aLandscapeNamesItsBatchAndItsNetwork()
    {
        open();
        show(2);
        find<QComboBox>("pathBox").setCurrentIndex(2); // Around the network that is shown.
        find<QPushButton>("measureButton").click();
        const auto step = m_context->last<core::AskLandscape>().place.step;
        QVERIFY2(
            text("landscapeLabel")
                .startsWith(u"Batch of update %1, around the network after update 60."_s.arg(step)),
            qPrintable(text("landscapeLabel")));
        QVERIFY(!text("landscapeHint").contains(u"Measured"_s));
    }

    void aFailedRecordingTouchesNeitherBatchNorMeasurement()
    {
        open(false, 60);
        find<ui::NumberBox>("updateBox").stepBy(1); // One whose weights are kept.
        const QString before = text("batchLabel");
        QVERIFY(!before.isEmpty());
        m_context->forget<core::AskRecording>();
        m_context->forget<core::AskLandscape>();
        show(2);
        find<QPushButton>("measureButton").click();
        m_context->shown.updates = 100; // The recording is asked for anew.
        m_view->follow(m_context->shown);
        QVERIFY(m_context->asked.back()->question.as<core::AskRecording>() != nullptr);
        m_context->asked.back()->hearer.failed(
            {core::ErrorCode::FileMalformed, {"The recording is damaged.", {}}, {}, {}});
        QVERIFY(find<QPushButton>("cancelButton").isVisibleTo(m_view.get()));
        QCOMPARE(text("batchLabel"), before);
        QCOMPARE(text("messageText"), u"The recording is damaged."_s);
    }

    void nothingOfAnotherRunsBatchStays()
    {
        open();
        QVERIFY(!exportedTable(*m_view, "update_batch", "items").isEmpty());
        m_context->shown.choice.run = u"/runs/two"_s;
        m_context->shown.live = true; // No update of it is chosen unasked.
        m_view->follow(m_context->shown);
        Q_EMIT m_context->historyRead(u"/runs/two"_s, history());
        const auto figures = m_view->figures();
        QVERIFY(std::none_of(figures.begin(), figures.end(), [](const ui::Figure& figure) {
            return figure.name == u"update_batch"_s;
        }));
    }

    void theBoxIsEmptyUntilAnUpdateIsChosen()
    {
        open(true); // Then none is chosen unasked.
        auto& box = find<ui::NumberBox>("updateBox");
        QCOMPARE(box.text(), QString());
        Q_EMIT find<ui::LossPicker>("lossPicker").picked(12);
        QCOMPARE(box.text(), u"12"_s);
    }

    /// Alt and a digit go to a view of the window.
    void noControlTakesADigit()
    {
        open();
        for (const auto* button : m_view->findChildren<QAbstractButton*>())
            for (int digit = 0; digit < 10; ++digit)
                QVERIFY2(button->shortcut() != QKeySequence(u"Alt+%1"_s.arg(digit)),
                         qPrintable(button->text()));
    }

    void pictures()
    {
        open(true, 60);
        find<QPushButton>("jumpButton").click();
        const QList<QSize> sizes{{780, 590}, {1420, 870}};
        takePictures(*m_view, u"updates-batch"_s, sizes);
        show(1);
        find<QCheckBox>("recordBox").setChecked(true);
        takePictures(*m_view, u"updates-histograms"_s, sizes);
        show(2);
        find<ui::NumberBox>("updateBox").stepBy(1);
        find<QPushButton>("measureButton").click();
        takePictures(*m_view, u"updates-step"_s, sizes);
        find<QComboBox>("pathBox").setCurrentIndex(3);
        find<QPushButton>("measureButton").click();
        takePictures(*m_view, u"updates-plane"_s, sizes);
        m_theme.setPresentation(true);
        takePictures(*m_view, u"updates-plane-presented"_s, {{1420, 870}});
        m_theme.setPresentation(false);
    }
};
UNROLL_TEST(UpdatesViewTest, QApplication)
#include "updates_view_test.moc"
