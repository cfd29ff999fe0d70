#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/states_sample.h"
#include "tests/ui/view_tests.h"
#include "tests/ui/views_pictures.h"
#include "ui/gradients/flow_plot.h"
#include "ui/gradients/gradients_view.h"
#include "ui/gradients/quantity_texts.h"
#include "ui/widgets/heat_map.h"

namespace {
char kNothing = 0;
}

class GradientsViewTest : public ViewTests<ui::GradientsView> {
    Q_OBJECT
private:
    void open()
    {
        m_context->answerWith<core::AskGradientFlow>(
            [](const core::AskGradientFlow& question) { return states_sample::flow(question); });
        show({1000, 720}, u"red a f k b b e m"_s);
    }
    void openBatch(const QString& sentence = u"red a f k b b e m"_s)
    {
        m_context->answerWith<core::AskGradientFlow>(
            [](const core::AskGradientFlow& question) { return states_sample::flow(question); });
        m_context->answerWith<core::AskBatchGradients>([](const core::AskBatchGradients& question) {
            core::BatchGradients batch = states_sample::batch(question);
            batch.batches = std::shared_ptr<core::UpdateBatches>(
                std::make_shared<int>(), // Never looked into.
                reinterpret_cast<core::UpdateBatches*>(&kNothing));
            return batch;
        });
        m_view = std::make_unique<ui::GradientsView>(*m_context);
        showSized(*m_view, {1000, 720});
        find<QComboBox>("flowOfBox").setCurrentIndex(1);
        m_context->lead(*m_view);
        if (!sentence.isEmpty())
            m_context->look(sentence);
    }
    static core::UpdateReport update(int64_t step, double norm, double clipped)
    {
        core::UpdateReport report;
        report.step = step;
        report.gradientNorm = norm;
        report.clipped = !std::isnan(clipped);
        report.clippedNorm = clipped;
        report.layers[core::LayerQuantity::GradientNorm] = {float(norm * 0.6), float(norm * 0.8)};
        return report;
    }
    static core::RunHistory history(int64_t updates)
    {
        core::RunHistory all;
        all.layers[core::LayerQuantity::GradientNorm] = {"encoder.rnn.l0", "head.output"};
        for (int64_t step = 1; step <= updates; ++step)
            all.updates.push_back(step % 4 == 0 ? update(step, 4.0, 1.0)
                                                : update(step, 0.5, std::nan("")));
        return all;
    }

private Q_SLOTS:
    void init() { begin(); }
    void cleanup() { end(); }

    void columnsStandForMoreAndMoreUpdates()
    {
        ui::FollowedLayers followed;
        const core::LayerSeries& gradients = followed.series();
        ui::RunCurves ten, thousand;
        ten.join(history(10));
        thousand.join(history(1000));
        followed.follow(ten);
        QCOMPARE(gradients.columns().size(), size_t{10});
        QCOMPARE(gradients.columns()[3].normBefore(), 4.0);
        QCOMPARE(gradients.columns()[3].normAfter(), 1.0);
        QVERIFY(std::abs(gradients.columns()[0].value(core::LayerQuantity::GradientNorm, 1) - 0.4)
                < 1e-7);
        followed.follow(thousand);
        QVERIFY(gradients.columns().size() <= core::LayerSeries::kColumns);
        QVERIFY(2 * gradients.columns().size() > core::LayerSeries::kColumns);
        QCOMPARE(gradients.updates(), 1000);
        QCOMPARE(gradients.clipped(), 250);
        QCOMPARE(gradients.meanFactor(), 0.25);
        int64_t next = 1;
        for (const auto& column : gradients.columns()) {
            QCOMPARE(column.first, next);
            next = column.last + 1;
        }
        QCOMPARE(next, 1001);
        // Root mean square of a column with one update in four at 4, the others at 0.5.
        const double expected = std::sqrt((16.0 + 3 * 0.25) / 4.0);
        QVERIFY(std::abs(gradients.columns()[0].normBefore() - expected) < 1e-9);
        followed.follow(thousand); // All of them are known already.
        QCOMPARE(gradients.updates(), 1000);
        thousand.append(update(1000, 9.0, std::nan(""))); // The run was resumed.
        followed.follow(thousand);
        QCOMPARE(gradients.updates(), 1000);
        QCOMPARE(gradients.columns().back().last, 1000);
    }

    void theFlowIsDrawnOverTheWords()
    {
        open();
        auto& plot = find<ui::FlowPlot>("flowPlot");
        QCOMPARE(plot.graphCount(), 2); // h and c
        QCOMPARE(plot.graph(0)->dataCount(), 8);
        QCOMPARE(plot.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(plot.yAxis->range().lower <= 0.2 * std::pow(0.5, 7));
        QVERIFY2(text("matricesLabel").startsWith(u"Largest singular values: U_i 0.91, U_f 1.34"_s),
                 qPrintable(text("matricesLabel")));
        QVERIFY(text("matricesLabel").contains(u"factor of 0.0078"_s));
        find<QComboBox>("flowWhatBox").setCurrentIndex(1);
        QCOMPARE(plot.graph(0)->dataMainValue(7), 1.0);
        auto& layers = find<QComboBox>("flowLayerBox");
        layers.setCurrentIndex(0);
        Q_EMIT layers.activated(0);
        QCOMPARE(m_context->last<core::AskGradientFlow>().layer, 0);
    }

    void theTextIsCut()
    {
        open();
        QCOMPARE(text("flowLengthLabel"), u"8 of 8"_s);
        find<QSlider>("flowLengthSlider").setValue(5);
        QCOMPARE(m_context->last<core::AskGradientFlow>().length, 5);
        QCOMPARE(find<ui::FlowPlot>("flowPlot").graph(0)->dataCount(), 5);
        QCOMPARE(text("flowLengthLabel"), u"5 of 8"_s);
        find<QSlider>("flowLengthSlider").setValue(8);
        QCOMPARE(m_context->last<core::AskGradientFlow>().length, 0);
    }

    void theTrainingIsAMapOfLayersAndUpdates()
    {
        m_view.reset();
        QSignalSpy wished(m_context.get(), &ui::ViewContext::historyRequested);
        open();
        QCOMPARE(wished.size(), 1);
        Q_EMIT m_context->historyRead(u"/runs/other"_s, history(9));
        const auto& map = find<ui::HeatMap>("layerGradientMap");
        QCOMPARE(map.content().rows, 0);
        Q_EMIT m_context->historyRead(u"/runs/one"_s, history(8));
        QCOMPARE(map.content().rows, 2);
        QCOMPARE(map.content().columns, 8);
        QVERIFY(map.content().values[3] > map.content().values[2]);
        QCOMPARE(map.describe(1, 3), u"head.output, updates 4 to 4: gradient norm 3.2"_s);
        QVERIFY2(text("clippingLabel")
                     .contains(u"over 8 updates; 25.0 % of them were clipped, on average to "
                               "25.0 % of their norm"_s),
                 qPrintable(text("clippingLabel")));
        Q_EMIT m_context->updated({u"/runs/one"_s, {update(9, 0.5, std::nan(""))}});
        QCOMPARE(map.content().columns, 9);
        auto& plot = find<ui::FlowPlot>("clippingPlot");
        QCOMPARE(plot.graph(0)->dataMainValue(3), 4.0);
        QCOMPARE(plot.graph(1)->dataMainValue(3), 1.0);
    }

    /// Only quantities that the run has are offered.
    void otherQuantitiesOfTheTrainingAreChosen()
    {
        using Quantity = core::LayerQuantity;
        core::RunHistory all = history(8);
        all.layers[Quantity::ResidualWeight] = {"layers.0.resweight", "layers.1.resweight"};
        all.layers[Quantity::Rectification] = {"rho_t", "r_t"};
        for (core::UpdateReport& each : all.updates) {
            const auto step = float(each.step);
            each.layers[Quantity::ResidualWeight] = {0.25F - 0.0625F * step, 0.03125F * step};
            each.layers[Quantity::Rectification] = {step, step > 5 ? 0.1F * step : std::nanf("")};
        }
        open();
        Q_EMIT m_context->historyRead(u"/runs/one"_s, all);
        auto& box = find<QComboBox>("layerQuantityBox");
        QCOMPARE(box.count(), 3);
        QVERIFY(!box.accessibleName().isEmpty());
        const auto choose
            = [&](Quantity quantity) { box.setCurrentIndex(box.findData(int(quantity))); };
        const auto& map = find<ui::HeatMap>("layerGradientMap");
        auto& plot = find<ui::FlowPlot>("clippingPlot");

        choose(Quantity::ResidualWeight);
        QCOMPARE(map.content().colours, ui::ColourMap::Signed);
        QCOMPARE(map.content().values[0], 0.1875F);
        QCOMPARE(map.content().values[7], -0.25F);
        QCOMPARE(map.content().high, 0.5); // Symmetric about 0.
        QCOMPARE(plot.yAxis->scaleType(), QCPAxis::stLinear);
        QCOMPARE(plot.graphCount(), 2);
        QCOMPARE(plot.graph(0)->name(), u"layer 1 resweight"_s);
        QCOMPARE(plot.graph(1)->dataMainValue(7), 0.25);
        QVERIFY(exportedTable(*m_view, "layers").contains(u"8,8,layers.1.resweight,0.25"_s));
        QVERIFY(m_view->findChild<ui::HeatMap*>(u"layerGradientMap"_s)
                    ->accessibleName()
                    .contains(u"ReZero"_s));

        choose(Quantity::Rectification);
        QCOMPARE(plot.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QCOMPARE(plot.graphCount(), 3); // With the limit of rho.
        QCOMPARE(plot.graph(1)->dataCount(), 3); // Updates 6 to 8.
        QCOMPARE(plot.graph(2)->dataMainValue(0), 5.0);
        QVERIFY2(text("clippingLabel").contains(u"r begins with update 6"_s),
                 qPrintable(text("clippingLabel")));
        QCOMPARE(map.content().struck[8 + 4], 1);
        QCOMPARE(map.content().struck[8 + 5], 0);

        choose(Quantity::GradientNorm);
        QCOMPARE(plot.graph(0)->dataMainValue(3), 4.0);
    }

    /// Five names, of which two fit side by side: the last row is not complete.
    void aLegendHasAsManyColumnsAsFit()
    {
        ui::FlowPlot plot(u"plot"_s);
        std::vector<ui::FlowPlot::Line> lines;
        for (int i = 0; i < 5; ++i)
            lines.push_back({u"a name of some length %1"_s.arg(i), i, 0, {1.0, 2.0}});
        plot.setLines(lines, {}, u"update"_s, u"norm"_s);
        showSized(plot, {560, 300});
        for (const int width : {560, 1200, 260}) {
            plot.resize(width, 300);
            plot.replot();
            const QCPLegend& legend = *plot.legend;
            QVERIFY(legend.columnCount() >= 1 && legend.columnCount() <= 5);
            for (int i = 0; i < 5; ++i) {
                const QCPAbstractLegendItem* item = legend.itemWithPlottable(plot.graph(i));
                QVERIFY(item != nullptr);
                QVERIFY(legend.columnCount() == 1 || item->outerRect().right() < width);
            }
        }
        QCOMPARE(plot.legend->columnCount(), 1);
    }

    void longNamesKeepTheirLayer()
    {
        QCOMPARE(ui::shortNames({"encoder.embedding", "encoder.transformer.layers.0.self_attn.Q",
                                 "encoder.transformer.layers.1.norm1",
                                 "encoder.transformer.layers.1", "encoder.rnn.l0"}),
                 QStringList({"encoder.embedding", "layer 1 self_attn.Q", "layer 2 norm1",
                              "layer 2", "layer 1"}));
        QCOMPARE(ui::shortNames({"encoder.layers.0.norm1", "decoder.layers.0.norm1",
                                 "encoder.rnn.l1", "decoder.l1"}),
                 QStringList({"encoder layer 1 norm1", "decoder layer 1 norm1", "encoder layer 2",
                              "decoder layer 2"}));
    }

    /// A Transformer: its layers have gradients, though none flow from word to word.
    void withoutRecurrentLayersTheTrainingRemains()
    {
        open();
        QVERIFY(find<QWidget>("flowPart").isVisible());
        m_context->answerWith<core::AskGradientFlow>(
            [](const core::AskGradientFlow&) { return core::GradientFlow(); });
        m_context->shown.choice.run = u"/runs/transformer"_s;
        m_view->follow(m_context->shown);
        QVERIFY(!find<QWidget>("flowPart").isVisible());
        Q_EMIT m_context->historyRead(m_context->shown.choice.run, history(8));
        QVERIFY(find<ui::HeatMap>("layerGradientMap").isVisible());
    }

    void tickedRunsStandBeside()
    {
        ui::RunRow other;
        other.id = u"/runs/rnn"_s;
        other.summary.name = "rnn";
        other.summary.spec = m_context->shown.spec;
        m_context->rows = {other};
        open();
        find<QCheckBox>("besideFlowsBox").setChecked(true);
        QCOMPARE(find<ui::FlowPlot>("flowPlot").graphCount(), 4);
        QCOMPARE(find<ui::FlowPlot>("flowPlot").graph(2)->name(), u"rnn \u00b7 h"_s);
    }

    /// While it is trained it is the batch of the last update, asked for again and again.
    void theCurrentBatchIsAskedOfTheTraining()
    {
        m_context->shown.live = true;
        openBatch();
        const auto& question = m_context->last<core::AskBatchGradients>();
        QCOMPARE(question.run, "/runs/one"s);
        QCOMPARE(question.place.step, 0);
        QVERIFY(question.places.empty());
        QVERIFY(find<QComboBox>("flowAlignedBox").isVisible());
        QVERIFY(!find<QSlider>("flowLengthSlider").isVisible());
        QVERIFY2(text("matricesLabel")
                     .startsWith(
                         u"3 texts of update 40, the last one that the training had made. The mean "
                         "of each step over the texts that have it, with the quartiles. From "
                         "the last step to 5 steps before it, as far as half of the texts reach, "
                         "the mean of h changes by a factor of 0.03125."_s),
                 qPrintable(text("matricesLabel")));
        auto& plot = find<ui::FlowPlot>("flowPlot");
        QCOMPARE(plot.graph(0)->dataCount(), 8);
        QCOMPARE(plot.graph(0)->dataMainKey(0), -7.0); // Time goes to the right.
        QCOMPARE(plot.graph(0)->dataMainKey(7), 0.0);
        QCOMPARE(plot.graph(0)->dataMainValue(7), 0.2);
        QCOMPARE(plot.graphCount(), 2 + 4); // With the borders of two bands.
        QVERIFY(plot.graph(3)->channelFillGraph() == plot.graph(2));
        QCOMPARE(plot.graph(3)->dataMainValue(7), 0.3);
        QCOMPARE(plot.legend->itemCount(), 2);
        find<QComboBox>("flowAlignedBox").setCurrentIndex(1);
        QCOMPARE(plot.graph(0)->dataMainKey(0), 1.0);
        QCOMPARE(plot.graph(0)->dataMainValue(7), 0.2);
        find<QComboBox>("flowOfBox").setCurrentIndex(0);
        QCOMPARE(plot.graphCount(), 2);
        QVERIFY(find<QSlider>("flowLengthSlider").isVisible());
    }

    /// The updates of a run that has ended are known before its batch is requested.
    void theBatchOfAnOpenedRunIsThatOfItsNetwork()
    {
        openBatch();
        QCOMPARE(m_context->count<core::AskBatchGradients>(), size_t{0});
        core::RunHistory all = history(8);
        for (core::UpdateReport& report : all.updates)
            report.epoch = report.step <= 5 ? 1 : 2;
        Q_EMIT m_context->historyRead(u"/runs/one"_s, all);
        const auto& places = m_context->last<core::AskBatchGradients>().places;
        QCOMPARE(places.size(), size_t{2});
        QCOMPARE(places[0].step, 5);
        QCOMPARE(places[1].step, 8);
        QCOMPARE(places[1].epoch, 2);
        QCOMPARE(places[1].firstStep, 6);
        QVERIFY2(text("matricesLabel")
                     .startsWith(u"3 texts of update 8 in epoch 2, as the training "
                                 "had them in its shuffled order."_s),
                 qPrintable(text("matricesLabel")));
    }

    /// Within one power of ten as well.
    void numbersOfTheAxisKeepApart()
    {
        for (const int height : {140, 220, 420}) {
            ui::FlowPlot plot(u"flow"_s);
            plot.setLines({{u"h"_s, 0, 0, {0.15, 0.3, 0.8}}}, {}, {}, {});
            showSized(plot, {500, height});
            const int line = QFontMetrics(m_theme.numberFont()).height();
            const auto apart = [&] {
                const QVector<double> ticks = plot.yAxis->tickVector();
                for (qsizetype i = 1; i < ticks.size(); ++i)
                    if (plot.yAxis->coordToPixel(ticks[i - 1]) - plot.yAxis->coordToPixel(ticks[i])
                        < line)
                        return false;
                return ticks.size() >= 2;
            };
            QTRY_VERIFY2(apart(), qPrintable(QString::number(height)));
        }
    }

    void aPresentationSaysThatThereAreNoRecurrentLayers()
    {
        m_context->answerWith<core::AskGradientFlow>(
            [](const core::AskGradientFlow&) { return core::GradientFlow(); });
        show({1000, 720}, u"red a f"_s);
        m_theme.setPresentation(true);
        const auto& label = find<QLabel>("stateLabel");
        QVERIFY(label.isVisible());
        QVERIFY2(label.text().startsWith(u"This network has no recurrent layers"_s),
                 qPrintable(label.text()));
        m_theme.setPresentation(false);
    }

    void aPresentationSaysWhichLayerOfSeveral()
    {
        m_context->answerWith<core::AskGradientFlow>([](const core::AskGradientFlow& question) {
            core::GradientFlow flow = states_sample::flow(question);
            flow.cell.layers = 2;
            flow.layer = 1;
            return flow;
        });
        show({1000, 720}, u"red a f"_s);
        m_theme.setPresentation(true);
        QVERIFY(find<QLabel>("stateLabel").isVisible());
        QCOMPARE(text("stateLabel"), u"Layer 2"_s);
        m_theme.setPresentation(false);
    }

    void withoutASentenceTheBatchIsShown()
    {
        m_context->shown.live = true;
        openBatch({});
        QCOMPARE(m_context->count<core::AskGradientFlow>(), size_t{0});
        QCOMPARE(m_context->count<core::AskBatchGradients>(), size_t{1});
        QCOMPARE(find<ui::FlowPlot>("flowPlot").graph(0)->dataCount(), 8);
        // Asked again, it does not read the data again.
        QTest::qWait(170);
        m_view->trained();
        QCOMPARE(m_context->count<core::AskBatchGradients>(), size_t{2});
        QVERIFY(m_context->last<core::AskBatchGradients>().batches != nullptr);
    }

    /// Words stand under the steps of a sentence, numbers under those of a batch.
    void stepsOfABatchHaveNumbers()
    {
        openBatch();
        const auto areWords = [&] {
            return !find<ui::FlowPlot>("flowPlot")
                        .xAxis->ticker()
                        .dynamicCast<QCPAxisTickerText>()
                        .isNull();
        };
        QVERIFY(!areWords());
        find<QComboBox>("flowOfBox").setCurrentIndex(0);
        QVERIFY(areWords());
        find<QComboBox>("flowOfBox").setCurrentIndex(1);
        QVERIFY(!areWords());
    }

    void runsBesideItReadTheSameTexts()
    {
        ui::RunRow other;
        other.id = u"/runs/rnn"_s;
        other.summary.name = "rnn";
        other.summary.spec = m_context->shown.spec;
        m_context->rows = {other};
        m_context->shown.live = true;
        openBatch();
        find<QCheckBox>("besideFlowsBox").setChecked(true);
        QCOMPARE(m_context->last<core::AskBatchGradients>().texts.size(), size_t{3});
        QCOMPARE(m_context->asked.back()->choice.run, u"/runs/rnn"_s);
        auto& plot = find<ui::FlowPlot>("flowPlot");
        QCOMPARE(plot.graphCount(), 12);
        QCOMPARE(plot.graph(2)->name(), u"rnn \u00b7 h"_s);
    }

    void theBatchCanBeWrittenAndRead()
    {
        m_context->shown.live = true;
        openBatch();
        find<QToolButton>("asTextButton").setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit").toPlainText();
        QVERIFY2(
            words.contains(u"Mean norm of the gradient with respect to h by the number of steps "
                           "before the last one, with quartiles: 0: 0.2 (0.1 "
                           "to 0.3; 3 texts), 1: 0.1"_s),
            qPrintable(words));
        QVERIFY(words.contains(u"\nb e m (red)"_s));
        QVERIFY(arePicturesExported(*m_view, "batch_gradient_flow", 1000));
        const QString table = exportedTable(*m_view, "batch_gradient_flow", "from_end.steps");
        QVERIFY2(table.startsWith(u"number,state,step,texts,mean,lower,upper\n0,h,0,3,0.2,"_s),
                 qPrintable(table));
        QVERIFY(table.contains(u"\n0,h,3,2,"_s));
        QVERIFY(exportedTable(*m_view, "batch_gradient_flow", "from_start.steps")
                    .contains(u"\n1,c,7,1,0.4,0.2,"_s));
        QVERIFY(exportedTable(*m_view, "batch_gradient_flow", "texts")
                    .startsWith(u"text,reference,class\nred a f k b b e m,red,\n"_s));
    }

    void whatIsShownCanBeWrittenAndRead()
    {
        open();
        Q_EMIT m_context->historyRead(u"/runs/one"_s, history(8));
        find<QToolButton>("asTextButton").setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit").toPlainText();
        QVERIFY2(words.contains(u"Norm of the gradient with respect to h after each word: red "_s),
                 qPrintable(words));
        for (const char* name : {"gradient_flow", "layer_gradients", "clipping"})
            QVERIFY(arePicturesExported(*m_view, name, 1000));
        const QStringList norms = exportedTable(*m_view, "gradient_flow", "norms").split('\n');
        QVERIFY(norms[0].startsWith(u",red,"_s) && norms[0].endsWith(u",m"_s));
        QVERIFY(norms[1].startsWith(u"h,"_s) && norms[1].endsWith(u",0.2"_s));
        QVERIFY(exportedTable(*m_view, "layer_gradients")
                    .startsWith(u"first_update,last_update,layer,gradient_norm\n"_s));
    }

    void pictures()
    {
        open();
        Q_EMIT m_context->historyRead(u"/runs/one"_s, history(700));
        takePictures(*m_view, u"gradients"_s, {{760, 600}, {1400, 900}});
        m_context->shown.live = true;
        openBatch();
        Q_EMIT m_context->historyRead(u"/runs/one"_s, history(700));
        takePictures(*m_view, u"gradients-batch"_s, {{760, 600}, {1400, 900}});
    }
};
UNROLL_TEST(GradientsViewTest, QApplication)
#include "gradients_view_test.moc"
