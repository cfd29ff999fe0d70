#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/states_sample.h"
#include "tests/ui/view_tests.h"
#include "tests/ui/views_pictures.h"
#include "ui/gradients/flow_plot.h"
#include "ui/gradients/gradients_view.h"
#include "ui/widgets/heat_map.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSlider>
#include <QToolButton>

class GradientsViewTest : public ViewTests<ui::GradientsView> {
    Q_OBJECT
private:
    void open()
    {
        m_context->answerWith<core::AskGradientFlow>(
            [](const core::AskGradientFlow& question) { return states_sample::flow(question); });
        show({1000, 720}, QStringLiteral("red a f k b b e m"));
    }
    static core::UpdateReport update(int64_t step, double norm, double clipped)
    {
        core::UpdateReport report;
        report.step = step;
        report.gradientNorm = norm;
        report.clipped = !std::isnan(clipped);
        report.clippedNorm = clipped;
        report.layerNorms = {float(norm * 0.6), float(norm * 0.8)};
        return report;
    }
    static core::RunHistory history(int64_t updates)
    {
        core::RunHistory all;
        all.layers = {"encoder.rnn.l0", "head.output"};
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
        ui::LayerGradients gradients;
        gradients.setHistory(history(10));
        QCOMPARE(gradients.columns().size(), size_t{10});
        QCOMPARE(gradients.columns()[3].normBefore(), 4.0);
        QCOMPARE(gradients.columns()[3].normAfter(), 1.0);
        QVERIFY(std::abs(gradients.columns()[0].norm(1) - 0.4) < 1e-7);
        gradients.setHistory(history(1000));
        QVERIFY(gradients.columns().size() <= ui::LayerGradients::kMostColumns);
        QVERIFY(2 * gradients.columns().size() > ui::LayerGradients::kMostColumns);
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
        gradients.append(update(1000, 9.0, std::nan(""))); // Known already.
        QCOMPARE(gradients.updates(), 1000);
    }

    void theFlowIsDrawnOverTheWords()
    {
        open();
        auto& plot = find<ui::FlowPlot>("flowPlot");
        QCOMPARE(plot.graphCount(), 2); // h and c
        QCOMPARE(plot.graph(0)->dataCount(), 8);
        QCOMPARE(plot.yAxis->scaleType(), QCPAxis::stLogarithmic);
        QVERIFY(plot.yAxis->range().lower <= 0.2 * std::pow(0.5, 7));
        QVERIFY2(text("matricesLabel")
                     .startsWith(QStringLiteral("Largest singular values: U_i 0.91, U_f 1.34")),
                 qPrintable(text("matricesLabel")));
        QVERIFY(text("matricesLabel").contains(QStringLiteral("factor of 0.0078")));
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
        QCOMPARE(text("flowLengthLabel"), QStringLiteral("8 of 8"));
        find<QSlider>("flowLengthSlider").setValue(5);
        QCOMPARE(m_context->last<core::AskGradientFlow>().length, 5);
        QCOMPARE(find<ui::FlowPlot>("flowPlot").graph(0)->dataCount(), 5);
        QCOMPARE(text("flowLengthLabel"), QStringLiteral("5 of 8"));
        find<QSlider>("flowLengthSlider").setValue(8);
        QCOMPARE(m_context->last<core::AskGradientFlow>().length, 0);
    }

    void theTrainingIsAMapOfLayersAndUpdates()
    {
        m_view.reset();
        QSignalSpy wished(m_context.get(), &ui::ViewContext::historyRequested);
        open();
        QCOMPARE(wished.size(), 1);
        Q_EMIT m_context->historyRead(QStringLiteral("/runs/other"), history(9));
        const auto& map = find<ui::HeatMap>("layerGradientMap");
        QCOMPARE(map.content().rows, 0);
        Q_EMIT m_context->historyRead(QStringLiteral("/runs/one"), history(8));
        QCOMPARE(map.content().rows, 2);
        QCOMPARE(map.content().columns, 8);
        QVERIFY(map.content().values[3] > map.content().values[2]);
        QCOMPARE(map.describe(1, 3),
                 QStringLiteral("head.output, updates 4 to 4: gradient norm 3.2"));
        QVERIFY2(text("clippingLabel")
                     .contains(QStringLiteral(
                         "over 8 updates; 25.0 % of them were clipped, on average to "
                         "25.0 % of their norm")),
                 qPrintable(text("clippingLabel")));
        Q_EMIT m_context->updated({QStringLiteral("/runs/one"), {update(9, 0.5, std::nan(""))}});
        QCOMPARE(map.content().columns, 9);
        auto& plot = find<ui::FlowPlot>("clippingPlot");
        QCOMPARE(plot.graph(0)->dataMainValue(3), 4.0);
        QCOMPARE(plot.graph(1)->dataMainValue(3), 1.0);
    }

    void tickedRunsStandBeside()
    {
        ui::RunRow other;
        other.id = QStringLiteral("/runs/rnn");
        other.summary.name = "rnn";
        other.summary.spec = m_context->shown.spec;
        m_context->rows = {other};
        open();
        find<QCheckBox>("besideFlowsBox").setChecked(true);
        QCOMPARE(find<ui::FlowPlot>("flowPlot").graphCount(), 4);
        QCOMPARE(find<ui::FlowPlot>("flowPlot").graph(2)->name(), QStringLiteral("rnn \u00b7 h"));
    }

    void whatIsShownCanBeWrittenAndRead()
    {
        open();
        Q_EMIT m_context->historyRead(QStringLiteral("/runs/one"), history(8));
        find<QToolButton>("asTextButton").setChecked(true);
        const QString words = find<QPlainTextEdit>("wordsEdit").toPlainText();
        QVERIFY2(words.contains(QStringLiteral("Norm of the gradient by h after each word: red ")),
                 qPrintable(words));
        for (const char* name : {"gradient_flow", "layer_gradients", "clipping"})
            QVERIFY(arePicturesExported(*m_view, name, 1000));
        QVERIFY(
            exportedTable(*m_view, "gradient_flow").contains(QStringLiteral("\n8,m,h,0.2,1\n")));
        QVERIFY(exportedTable(*m_view, "layer_gradients")
                    .startsWith(QStringLiteral("first_update,last_update,layer,gradient_norm\n")));
    }

    void pictures()
    {
        open();
        Q_EMIT m_context->historyRead(QStringLiteral("/runs/one"), history(700));
        takePictures(*m_view, QStringLiteral("gradients"), {{760, 600}, {1400, 900}});
    }
};
UNROLL_TEST(GradientsViewTest, QApplication)
#include "gradients_view_test.moc"
