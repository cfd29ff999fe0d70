#include "core/probe/baselines/baseline_questions.h"
#include "tests/support/test_case.h"
#include "tests/ui/fake_context.h"
#include "tests/ui/opened_curves_view.h"
#include "tests/ui/views_pictures.h"
#include "ui/curves/curve_legend.h"
#include "ui/widgets/number_box.h"

class CurvesTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theHoverTableSnapsToTheNearestPoint()
    {
        ui::CurvesView view;
        const core::RunHistory history = sample::history({});
        sample::open(view, history);
        QTRY_COMPARE(sample::hoverCell(view, ui::HoverTable::Update), u"1,000"_s);
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        const QPoint at(int(std::lround(plot->xAxis->coordToPixel(300.0))),
                        plot->axisRect()->center().y());
        const double exact = plot->xAxis->pixelToCoord(at.x());
        const auto step = std::lround(exact);
        QTest::mouseMove(plot, at);
        QTRY_COMPARE(sample::hoverCell(view, ui::HoverTable::Update), QString::number(step));
        const core::UpdateReport& update = history.updates[size_t(step - 1)];
        QCOMPARE(sample::hoverCell(view, ui::HoverTable::Loss),
                 QString::number(update.loss, 'g', 4));
        QCOMPARE(sample::hoverCell(view, ui::HoverTable::Epoch),
                 QString::number(update.epochPosition, 'f', 2));
        QCOMPARE(
            sample::hoverCell(view, ui::HoverTable::ValidLoss), // of the epoch that ended before
            QString::number(history.epochs[size_t(step / 200 - 1)].validLoss, 'g', 4));
        keyClick(plot, Qt::Key_Left);
        QCOMPARE(sample::hoverCell(view, ui::HoverTable::Update), QString::number(step - 1));
        keyClick(plot, Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(sample::hoverCell(view, ui::HoverTable::Update), QString::number(step + 9));
        keyClick(plot, Qt::Key_Escape);
        QCOMPARE(sample::hoverCell(view, ui::HoverTable::Update), u"1,000"_s);
    }

    void eachScoreOfTheUpdatesHasItsColumns()
    {
        ui::CurvesView view;
        core::RunHistory history = sample::smallHistory();
        sample::open(view, history);
        const auto* table = view.findChild<ui::HoverTable*>();
        const auto text = [&](int column) {
            const QTableWidgetItem* item = table->item(0, column);
            return item ? item->text() : QString();
        };
        const auto title = [&](int column) { return table->horizontalHeaderItem(column)->text(); };
        constexpr int kFirst = ui::HoverTable::FirstScore;
        QTRY_COMPARE(text(kFirst), u"50.0 %"_s);
        QCOMPARE(title(kFirst), u"Accuracy"_s);
        QCOMPARE(text(kFirst + 2), u"62.5 %"_s); // macro F1 has no updates
        QCOMPARE(title(kFirst + 3), u"Rate"_s);
        for (core::UpdateReport& update : history.updates)
            update.scores.clear();
        for (core::EpochReport& epoch : history.epochs)
            epoch.trainScores = epoch.validScores = {};
        ui::CurvesView bare;
        sample::open(bare, history);
        table = bare.findChild<ui::HoverTable*>();
        QTRY_COMPARE(title(kFirst), u"Rate"_s);
        QTRY_COMPARE(text(kFirst), u"0.001"_s);
    }

    /// The curves of the other runs would be flat lines.
    void aRunThatDivergedLeavesThePlot()
    {
        ui::CurvesView view;
        core::RunHistory diverged = sample::history({});
        for (core::UpdateReport& update : diverged.updates)
            if (update.step > 500)
                update.loss *= std::pow(10.0, double(update.step - 500) / 25.0);
        view.setRuns({sample::row("gru", 1), sample::row("lstm", 0)});
        view.store().setHistory(u"/runs/gru"_s, sample::history({.seed = 2}));
        view.store().setHistory(u"/runs/lstm"_s, diverged);
        showSized(view, {1000, 700});
        const auto* plot = namedChild<ui::CurvePlot>(view, "lossPlot");
        QTRY_VERIFY2(plot->beyondText().startsWith(u"lstm leaves the plot: up to "_s),
                     qPrintable(plot->beyondText()));
        QVERIFY(plot->yAxis->range().upper < 4.0);
        QVERIFY(plot->accessibleName().contains(plot->beyondText()));
        takePictures(view, u"curves-diverged"_s, {{1000, 700}});
        auto* logarithmic = view.findChild<QAction*>("logarithmicYAction");
        if (logarithmic != nullptr) {
            logarithmic->trigger();
            QTRY_VERIFY(plot->beyondText().isEmpty());
            QVERIFY(plot->yAxis->range().upper > 1e15);
        }
    }

    void oneUpdateIsADot()
    {
        const auto inkOf = [](size_t updates) {
            ui::CurvesView view;
            core::RunHistory history = sample::history({});
            history.epochs.clear();
            history.updates.resize(updates);
            view.setRuns({sample::row("gru", 1)});
            view.store().setHistory(u"/runs/gru"_s, history);
            showSized(view, {1000, 700});
            QTest::qWait(100); // The history is drawn at the next frame.
            const auto* plot = namedChild<ui::CurvePlot>(view, "lossPlot");
            const QImage image = const_cast<ui::CurvePlot*>(plot)->toPixmap().toImage();
            const QRgb colour = ui::Theme::instance().series(1).rgb();
            int ink = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    ink += image.pixel(x, y) == colour ? 1 : 0;
            return ink;
        };
        QCOMPARE(inkOf(0), 0);
        QVERIFY(inkOf(1) > 5);
    }

    void longNamesTakeTheRoomThatColumnsLeave()
    {
        ui::CurvesView view;
        const std::string longName = "reviews-bidirectional-lstm-with-attention-001";
        view.setRuns({sample::row(longName, 0)});
        view.store().setHistory(QString::fromStdString("/runs/" + longName), sample::history({}));
        showSized(view, {1900, 700});
        auto* table = namedChild<ui::HoverTable>(view, "hoverTable");
        QTRY_COMPARE(table->rowCount(), 1);
        const auto width = [&] {
            return QFontMetrics(table->item(0, ui::HoverTable::Run)->font())
                .horizontalAdvance(QString::fromStdString(longName));
        };
        QTRY_VERIFY(table->columnWidth(ui::HoverTable::Run) > width() + 28);
        view.resize(700, 700);
        QTRY_VERIFY(table->columnWidth(ui::HoverTable::Run) < width());
    }

    void draggingZoomsAndDoubleClickResets()
    {
        ui::CurvesView view;
        sample::open(view, sample::history({}));
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
        QTRY_COMPARE(plot->xAxis->range().upper, sample::padded(1.0, 1000.0));
        QCOMPARE(plot->xAxis->range().lower, 1.0 - 0.02 * 999.0); // off the frame, too
        QVERIFY(!reset->isEnabled());
        keyClick(plot, Qt::Key_Plus);
        QTRY_VERIFY(plot->xAxis->range().size() < 840);
        keyClick(plot, Qt::Key_0);
        QTRY_COMPARE(plot->xAxis->range().upper, sample::padded(1.0, 1000.0));
    }

    void shiftDragMovesTheView()
    {
        ui::CurvesView view;
        sample::open(view, sample::history({}));
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
        sample::open(view, sample::smallHistory());
        auto* slider = view.findChild<QSlider*>("smoothingSlider");
        auto* box = view.findChild<ui::NumberBox*>("smoothingBox");
        slider->setValue(50);
        QCOMPARE(box->value(), 0.5);
        QTRY_COMPARE(sample::hoverCell(view, ui::HoverTable::SmoothLoss), u"3"_s);
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        box->setFocus();
        box->selectAll();
        keyClicks(box, u"0.995"_s);
        QCOMPARE(slider->value(), 99);
        QVERIFY(box->maximum() < 1.0);
        slider->setValue(0);
        QTRY_COMPARE(sample::hoverCell(view, ui::HoverTable::SmoothLoss), u"4"_s);
    }

    void theXAxisCountsWhatIsChosen()
    {
        ui::CurvesView view;
        sample::open(view, sample::smallHistory());
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        auto* axis = view.findChild<QComboBox*>("xAxisBox");
        const double starts[] = {1.0, 0.25, 100.0, 0.5};
        const double ends[] = {4.0, 1.0, 400.0, 2.25}; // the epoch ends after its last update
        for (int i = 0; i < 4; ++i) {
            axis->setCurrentIndex(i);
            QTRY_COMPARE(plot->xAxis->range().upper, sample::padded(starts[i], ends[i]));
        }
    }

    void theMiddleOfTheValuesCanBeFitted()
    {
        core::RunHistory history = sample::history({});
        history.updates[500].loss = 1000.0;
        ui::CurvesView view;
        sample::open(view, history);
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        QTRY_VERIFY(plot->yAxis->range().upper > 1000.0);
        view.findChild<QToolButton*>("axesButton")->menu()->actions().at(2)->trigger();
        QTRY_VERIFY(plot->yAxis->range().upper < 1.0);
    }

    void plotsCanBeSwitchedOff()
    {
        ui::CurvesView view;
        sample::open(view, sample::smallHistory());
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
        sample::open(view, sample::translationHistory());
        QVERIFY(view.findChild<ui::CurvePlot*>("macro_f1Plot") == nullptr);
        auto* bleu = view.findChild<ui::CurvePlot*>("bleuPlot");
        QVERIFY(bleu != nullptr && bleu->isVisible());
        QVERIFY(view.findChild<ui::CurvePlot*>("alignment_error_ratePlot")->isVisible());
        QVERIFY(!view.findChild<ui::CurvePlot*>("chrfPlot")->isVisible());
        view.findChild<QAction*>("chrfAction")->setChecked(true);
        QVERIFY(view.findChild<ui::CurvePlot*>("chrfPlot")->isVisible());
        QVERIFY(view.findChild<QAction*>("bleuAction")->toolTip().contains(u"1- to 4-grams"_s));
        // One more run without them changes nothing; without this run, they go.
        view.setRuns({sample::row("lstm", 0), sample::row("gru", 1)});
        view.store().setHistory("/runs/gru", sample::history({}));
        QVERIFY(view.findChild<ui::CurvePlot*>("macro_f1Plot") != nullptr);
        QVERIFY(bleu->isVisible());
        view.setRuns({sample::row("gru", 1)});
        QVERIFY(!bleu->isVisible());
        QVERIFY(!view.findChild<QAction*>("bleuAction")->isVisible());
    }

    void teacherForcingIsOfferedWhereItIsUsed()
    {
        ui::CurvesView view;
        sample::open(view, sample::history({}));
        auto* action = view.findChild<QAction*>("teacher_forcingAction");
        QVERIFY(!action->isVisible());
        const ui::RunRow translator = sample::row("reverse", 1);
        view.store().setHistory(translator.id, sample::translationHistory());
        view.setRuns({translator});
        QVERIFY(action->isVisible());
        action->setChecked(true);
        auto* plot = view.findChild<ui::CurvePlot*>("teacher_forcingPlot");
        QTRY_VERIFY(plot->yAxis->range().lower < 0.25 && plot->yAxis->range().upper >= 1.0);
    }

    void smallPlotsFoldToALineWhereThereIsLittleRoom()
    {
        ui::CurvesView view;
        core::RunHistory history = sample::history({});
        for (core::UpdateReport& update : history.updates)
            update.learningRate = 0.002;
        sample::open(view, history);
        auto* rate = view.findChild<ui::CurvePlot*>("learning_ratePlot");
        auto* line = view.findChild<QToolButton*>("foldLine");
        view.resize(1000, 900);
        QTRY_VERIFY(rate->isVisible());
        QVERIFY(!line->isVisible());
        view.resize(1000, 380);
        QTRY_VERIFY(!rate->isVisible());
        QVERIFY(line->isVisible());
        QTRY_VERIFY(line->text().startsWith(u"Learning rate 0.002"_s));
        line->click(); // Somebody wants to see them all the same.
        QVERIFY(rate->isVisible());
        line->click();
        QVERIFY(!rate->isVisible());
        view.resize(1000, 900);
        QTRY_VERIFY(rate->isVisible());
        view.findChild<QAction*>("learning_rateAction")->setChecked(false);
        view.resize(1000, 380);
        QTRY_VERIFY(line->isVisible() && !line->text().contains(u"rate"_s));
    }

    void aConstantHasASensibleAxis_data()
    {
        addColumns<double, double, double>("value", "low", "high");
        newRow("rate", 0.002, 0.0, 0.004);
        newRow("large", 5e6, 0.0, 1e7);
        newRow("zero", 0.0, -1.0, 1.0);
    }
    void aConstantHasASensibleAxis()
    {
        QFETCH(double, value);
        QFETCH(double, low);
        QFETCH(double, high);
        core::RunHistory history = sample::history({});
        for (size_t i = 0; i < history.updates.size(); ++i) // but for rounding
            history.updates[i].learningRate = value * (i % 2 == 0 ? 1.0 : 1.0 + 2e-16);
        ui::CurvesView view;
        sample::open(view, history);
        view.resize(1200, 1000);
        auto* plot = view.findChild<ui::CurvePlot*>("learning_ratePlot");
        QTRY_VERIFY(plot->isVisible());
        QTRY_VERIFY(std::abs(plot->yAxis->range().lower - low) <= 1e-9 * high
                    && std::abs(plot->yAxis->range().upper - high) <= 1e-9 * high);
    }

    void noTwoTicksReadAlike()
    {
        ui::Plot plot;
        showSized(plot, {400, 400});
        for (const auto& [low, high] :
             {std::pair(1.0, 1.0 + 1e-9), std::pair(0.0, 1.0), std::pair(123456.1, 123456.3)}) {
            plot.yAxis->setRange(low, high);
            plot.replot();
            QStringList labels = plot.yAxis->tickVectorLabels();
            QVERIFY(labels.size() > 1);
            QCOMPARE(labels.removeDuplicates(), 0);
        }
    }

    void clickingAValidationPointPicksItsEpoch()
    {
        ui::CurvesView view;
        const core::RunHistory history = sample::history({});
        sample::open(view, history);
        QSignalSpy picked(&view, &ui::CurvesView::epochPicked);
        auto* plot = view.findChild<ui::CurvePlot*>("lossPlot");
        const core::EpochReport& second = history.epochs[1];
        const QPoint at(int(plot->xAxis->coordToPixel(double(second.step))),
                        int(plot->yAxis->coordToPixel(second.validLoss)));
        mouseClick(plot, Qt::LeftButton, {}, at);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().at(0).toString(), sample::openedRun());
        QCOMPARE(picked.first().at(1).toInt(), 2);
    }

    /// A jump is clicked at its tip; the point of the line nearest to a click counts.
    void aClickOnTheLineOpensItsUpdate()
    {
        FakeContext context;
        context.rows = {sample::row("lstm", 0)};
        ui::CurvesView view(context, nullptr);
        core::RunHistory history = sample::history({});
        history.updates[299].loss = 4.0;
        sample::open(view, history);
        QSignalSpy picked(&context, &ui::ViewContext::updatePicked);
        QSignalSpy shown(&context, &ui::ViewContext::viewRequested);
        QSignalSpy epochs(&context, &ui::ViewContext::epochPicked);
        auto* plot = namedChild<ui::CurvePlot>(view, "lossPlot");
        const auto at = [&](double step, double loss) {
            return QPoint(int(plot->xAxis->coordToPixel(step)),
                          int(plot->yAxis->coordToPixel(loss)));
        };
        mouseClick(plot, Qt::LeftButton, {}, at(300, 4.0) + QPoint(3, -2));
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().at(0).toString(), sample::openedRun());
        QCOMPARE(picked.first().at(1).toLongLong(), 300);
        QCOMPARE(shown.count(), 1);
        QCOMPARE(shown.first().first().toString(), u"updates"_s);
        mouseClick(plot, Qt::LeftButton, {}, at(600, 3.0)); // Far from every line.
        QCOMPARE(picked.count(), 1);
        auto* rates = namedChild<ui::CurvePlot>(view, "learning_ratePlot");
        mouseClick(rates, Qt::LeftButton, {},
                   QPoint(int(rates->xAxis->coordToPixel(500)),
                          int(rates->yAxis->coordToPixel(history.updates[499].learningRate))));
        QCOMPARE(picked.count(), 1);
        QCOMPARE(epochs.count(), 0);
    }

    void aKeyOpensTheUpdateAtTheCursor()
    {
        FakeContext context;
        context.rows = {sample::row("lstm", 0)};
        ui::CurvesView view(context, nullptr);
        sample::open(view, sample::history({}));
        QSignalSpy picked(&context, &ui::ViewContext::updatePicked);
        auto* plot = namedChild<ui::CurvePlot>(view, "lossPlot");
        plot->setFocus();
        keyClick(plot, Qt::Key_U);
        QCOMPARE(picked.count(), 0); // There is no cursor yet.
        keyClick(plot, Qt::Key_Left);
        keyClick(plot, Qt::Key_Left, Qt::ShiftModifier);
        keyClick(plot, Qt::Key_U);
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().at(1).toLongLong(), 990);
        QVERIFY(plot->accessibleDescription().contains(u"U opens"_s));
    }

    /// Each plot has the line of the baseline that is best by its own score.
    void whatThereIsToBeatIsADottedLine()
    {
        FakeContext context;
        context.rows = {sample::row("lstm", 0)};
        ui::CurvesView view(context, nullptr);
        sample::open(view, sample::history({}));
        const auto* loss = namedChild<ui::CurvePlot>(view, "lossPlot");
        const auto* accuracy = namedChild<ui::CurvePlot>(view, "accuracyPlot");
        const auto* rate = namedChild<ui::CurvePlot>(view, "learning_ratePlot");
        const auto* legend = view.findChild<ui::CurveLegend*>();
        QCOMPARE(context.count<core::AskBaselines>(), size_t{1});
        QCOMPARE(context.last<core::AskBaselines>().run, "/runs/lstm"s);
        QVERIFY(!loss->baseline().content());
        QVERIFY(!legend->entries().contains(u"best baseline (no network)"_s));
        core::BaselineReport report;
        core::Baseline bayes{"naive_bayes", "Naive Bayes", ""},
            regression{"regression", "Regression", ""};
        bayes.scores = {{"accuracy", 0.97}, {"loss", 9.0}};
        regression.scores = {{"accuracy", 0.9}, {"loss", 7.5}};
        report.baselines.all = {bayes, regression};
        context.asked.back()->answer<core::AskBaselines>(report);
        QCOMPARE(loss->baseline().content()->name, u"Regression"_s);
        QCOMPARE(loss->baseline().content()->value, 7.5);
        QCOMPARE(accuracy->baseline().content()->name, u"Naive Bayes"_s);
        QCOMPARE(accuracy->baseline().content()->value, 0.97);
        QVERIFY(!rate->baseline().content());
        QVERIFY(legend->entries().contains(u"best baseline (no network)"_s));
        QTRY_VERIFY(loss->yAxis->range().upper >= 7.5); // The line is seen.
        view.resize(900, 600);
        view.hide();
        view.show(); // What is known is not asked for again.
        QCOMPARE(context.count<core::AskBaselines>(), size_t{1});
    }

    /// In a narrow plot it has several lines.
    void theNameOfABaselineIsReadWhole()
    {
        FakeContext context;
        context.rows = {sample::row("lstm", 0)};
        ui::CurvesView view(context, nullptr);
        sample::open(view, sample::history({}));
        core::BaselineReport report;
        core::Baseline regression{"regression", "Logistic regression, bag of words", ""};
        regression.scores = {{"accuracy", 0.831}, {"loss", 0.5}};
        report.baselines.all = {regression};
        context.asked.back()->answer<core::AskBaselines>(report);
        auto* plot = namedChild<ui::CurvePlot>(view, "accuracyPlot");
        for (const QSize size : {QSize(2000, 800), QSize(380, 600)}) {
            view.resize(size);
            QTest::qWait(50); // Plots are drawn once for several changes.
            const QCPTextElement* caption = plot->baseline().caption();
            QVERIFY(caption != nullptr);
            QVERIFY(caption->text().startsWith(u"Dotted: Logistic regression,"_s));
            QTRY_COMPARE(caption->text().contains(u'\n'), size.width() < 1000);
            const QRect text = QFontMetrics(caption->font()).boundingRect({}, 0, caption->text());
            QVERIFY(caption->outerRect().left() >= 0);
            QVERIFY(caption->outerRect().left() + text.width() <= plot->width());
            // No curve is below it.
            QTRY_VERIFY(caption->outerRect().bottom() < plot->axisRect()->rect().top());
            QVERIFY(caption->outerRect().height() >= text.height());
        }
        // Without a baseline the plot has the room again.
        const int top = plot->axisRect()->rect().top();
        plot->baseline().setContent({});
        plot->replot();
        QVERIFY(plot->baseline().caption() == nullptr);
        QVERIFY(plot->axisRect()->rect().top() < top);
    }

    void looks()
    {
        ui::CurvesView view;
        takePictures(view, "curves-empty", {{900, 600}});
        core::RunHistory resumed = sample::history({.overfit = 0.01});
        resumed.resumedAt = {430};
        view.setRuns({sample::row("lstm", 0)});
        view.store().setHistory(sample::openedRun(), resumed);
        takePictures(view, "curves-one");
        view.setRuns({sample::row("lstm", 0), sample::row("reviews-bilstm-attention-002", 1),
                      sample::row("transformer", 2)});
        view.store().setHistory("/runs/reviews-bilstm-attention-002",
                                sample::history({.epochs = 8, .learningRate = 0.003, .seed = 2}));
        view.store().setHistory(
            "/runs/transformer",
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

UNROLL_TEST(CurvesTest, QApplication)
#include "curves_test.moc"
