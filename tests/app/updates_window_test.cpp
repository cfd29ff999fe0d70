#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "ui/curves/curve_plot.h"
#include "ui/gradients/flow_plot.h"
#include "ui/gradients/gradients_view.h"
#include "ui/influence/influence_view.h"
#include "ui/table/row_view.h"
#include "ui/updates/updates_view.h"
#include "ui/widgets/number_box.h"

using support::kLongMs;
using support::Program;

/// From a curve to the update, and to the gradients of its batch, in the whole program.
class UpdatesWindowTest : public QObject {
    Q_OBJECT
private:
    static QString textOf(const QWidget& view, const char* label) { return labelText(view, label); }
    static void open(Program& program, const char* epochs)
    {
        program.window.resize(1280, 900);
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec(epochs)});
    }
    /// The number of updates from now on, of which the first one is made. @pre nothing is trained.
    static void stepOnce(Program& program, int64_t& steps)
    {
        connect(
            &program.laboratory.training(), &app::TrainingController::updated, &program.laboratory,
            [&](const std::vector<core::UpdateReport>& reports) { steps = reports.back().step; });
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        Q_EMIT program.window.stepRequested();
        QTRY_COMPARE_WITH_TIMEOUT(steps, int64_t{1}, kLongMs);
    }
    /// Trains a little.
    static void train(Program& program)
    {
        open(program, "2");
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
    }

private Q_SLOTS:
    void aClickOnACurveOpensTheUpdate()
    {
        Program program;
        train(program);
        ui::CurvesView& curves = program.curves();
        auto* plot = namedChild<ui::CurvePlot>(curves, "lossPlot");
        const core::RunHistory history
            = core::readRunHistory(program.laboratory.runs().rows().front().id.toStdString());
        QVERIFY(history.updates.size() > 6);
        const core::UpdateReport& wanted = history.updates[5];
        QTRY_VERIFY_WITH_TIMEOUT(
            plot->isVisible() && plot->xAxis->range().upper > double(history.updates.back().step),
            kLongMs);
        QTest::qWait(300); // Until what came last is drawn.
        mouseClick(plot, Qt::LeftButton, {},
                   QPoint(int(std::lround(plot->xAxis->coordToPixel(double(wanted.step)))),
                          int(std::lround(plot->yAxis->coordToPixel(wanted.loss)))));
        QCOMPARE(program.window.view(), u"updates"_s);
        auto* updates = program.window.findChild<ui::UpdatesView*>();
        QVERIFY(updates != nullptr);
        const auto* table = namedChild<ui::RowView>(*updates, "batchTable");
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, kLongMs);
        QCOMPARE(namedChild<ui::NumberBox>(*updates, "updateBox")->value(), double(wanted.step));
        QVERIFY2(textOf(*updates, "updateLabel")
                     .startsWith(u"Update %1 in epoch 1: loss "_s.arg(wanted.step)),
                 qPrintable(textOf(*updates, "updateLabel")));
        QVERIFY2(
            textOf(*updates, "batchLabel").startsWith(u"Batch of update %1: "_s.arg(wanted.step)),
            qPrintable(textOf(*updates, "batchLabel")));
    }

    /// Paused, the network goes on by single updates: none of them is missed by what looks inside.
    void aSingleStepIsShownAtOnce()
    {
        Program program;
        open(program, "100000");
        app::TrainingController& training = program.laboratory.training();
        int64_t step = 0;
        stepOnce(program, step);
        for (const char* place : {"gradients", "states"}) {
            program.window.showView(QLatin1String(place));
            const auto isCurrent = [&] { return program.says(u"After update %1 in"_s.arg(step)); };
            QTRY_VERIFY_WITH_TIMEOUT(isCurrent(), kLongMs);
            for (int i = 0; i < 3; ++i) {
                const int64_t before = step;
                Q_EMIT program.window.stepRequested();
                QTRY_COMPARE_WITH_TIMEOUT(step, before + 1, kLongMs);
                QTRY_VERIFY_WITH_TIMEOUT(isCurrent(), 3000);
            }
        }
        Q_EMIT program.window.stopRequested();
        QTRY_VERIFY_WITH_TIMEOUT(!training.active(), kLongMs);
    }

    /// Also while it is trained, again and again.
    void theGradientsOfTheCurrentBatchAreShown()
    {
        Program program;
        open(program, "100000");
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        auto& view = viewIn<ui::GradientsView>(program.window, "gradients");
        namedChild<QComboBox>(view, "flowOfBox")->setCurrentIndex(1);
        const auto said = [&] { return textOf(view, "matricesLabel"); };
        const QString made = u"the last one that the training had made"_s;
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(made), kLongMs);
        const QString first = said();
        QTRY_VERIFY_WITH_TIMEOUT(said() != first && said().contains(made), kLongMs);
        Q_EMIT program.window.stopRequested();
        QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
        QTRY_VERIFY_WITH_TIMEOUT(
            said().contains(u"as the training had them in its shuffled order"_s), kLongMs);
        // The network stands where it was stopped, and so does its batch.
        const int64_t steps = program.laboratory.runs().rows().front().summary.steps;
        const QString expected = u"of update %1 in epoch "_s.arg(steps);
        QVERIFY2(said().contains(expected), qPrintable(said()));
        QVERIFY(namedChild<ui::FlowPlot>(view, "flowPlot")->graph(0)->dataCount() > 3);
    }

    /// Single steps are recorded with their weights: they are ranked for a sentence, and the
    /// training without some of their texts runs beside the shown run.
    void aTrainingWithoutTextsRunsBesideTheShownRun()
    {
        Program program;
        open(program, "2");
        app::TrainingController& training = program.laboratory.training();
        int64_t step = 0;
        stepOnce(program, step);
        auto& view = viewIn<ui::InfluenceView>(program.window, "influence");
        view.setText(u"not a good film"_s);
        const auto* networks = namedChild<ui::RowView>(view, "influenceNetworksTable");
        const auto loss
            = [networks](int row) { return networks->model()->index(row, 3).data().toString(); };
        QTRY_VERIFY_WITH_TIMEOUT(!loss(0).isEmpty(), kLongMs); // Also while it is trained.
        for (int64_t made = 2; made <= 3; ++made) {
            Q_EMIT program.window.stepRequested();
            QTRY_COMPARE_WITH_TIMEOUT(step, made, kLongMs);
        }
        Q_EMIT program.window.stopRequested();
        QTRY_VERIFY_WITH_TIMEOUT(!training.active(), kLongMs);
        const auto& rows = program.laboratory.runs().rows();
        const QString original = rows.back().id;
        const size_t before = rows.size();

        const auto* updates = namedChild<ui::RowView>(view, "influenceUpdatesTable");
        QTRY_COMPARE_WITH_TIMEOUT(updates->model()->rowCount(), 3, kLongMs);
        namedChild<QPushButton>(view, "influenceAllButton")->click();
        const auto* texts = namedChild<ui::RowView>(view, "influentialTextsTable");
        QTRY_VERIFY_WITH_TIMEOUT(texts->model()->rowCount() > 0, kLongMs);
        namedChild<QSpinBox>(view, "influenceStrongestBox")->setValue(2);
        namedChild<QPushButton>(view, "influenceLeaveOutButton")->click();
        namedChild<QPushButton>(view, "influenceTrainButton")->click();
        QTRY_COMPARE_WITH_TIMEOUT(rows.size(), before + 1, kLongMs);
        QCOMPARE(rows.back().summary.spec.training.leaveOut.size(), size_t{2});
        QVERIFY(rows.back().summary.spec.name.starts_with("without-2-"));
        QTRY_VERIFY_WITH_TIMEOUT(!training.active(), kLongMs);
        QCOMPARE(program.window.view(), u"influence"_s);
        QCOMPARE(program.window.runs().current(), original);
        QCOMPARE(updates->model()->rowCount(), 3); // What was ranked stays.
        QTRY_COMPARE_WITH_TIMEOUT(networks->model()->rowCount(), 2, kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(!loss(1).isEmpty(), kLongMs);
    }
};

UNROLL_TEST(UpdatesWindowTest, QApplication)
#include "updates_window_test.moc"
