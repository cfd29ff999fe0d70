#include "tests/support/test_case.h"
#include "ui/curves/curve_drawing.h"
#include "ui/series/run_curves.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

namespace {

core::UpdateReport updateAt(int64_t step)
{
    core::UpdateReport update;
    update.step = step;
    update.epoch = 1;
    update.epochPosition = double(step) / 100.0;
    update.loss = 1.0;
    return update;
}

ui::RunCurves hundredUpdates()
{
    ui::RunCurves curves;
    for (int64_t step = 1; step <= 100; ++step)
        curves.append(updateAt(step));
    return curves;
}

} // namespace

/// Where settings of a run were changed.
class ChangeMarksTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void aMarkIsALineWithWords()
    {
        ui::RunCurves curves = hundredUpdates();
        curves.markChanges({{41, "training.clip_norm", 1.0, 0.5},
                            {41, "training.batch_size", 64, 32},
                            {61, "training.clip_norm", 0.5, 0.0}});
        ui::Plot plot;
        plot.xAxis->setRange(0, 100);
        ui::ChangeMarks marks(plot);
        marks.add(curves, ui::XAxis::Update, QPen(Qt::red, 2), ui::ChangeMarks::Words::Shown);
        QCOMPARE(plot.itemCount(), 4); // Two changes at once have one mark.
        auto* line = qobject_cast<QCPItemLine*>(plot.item(0));
        QVERIFY(line != nullptr);
        QCOMPARE(line->start->coords().x(), 40.0); // Behind the last update without it.
        auto* text = qobject_cast<QCPItemText*>(plot.item(1));
        QVERIFY(text != nullptr);
        QVERIFY2(text->text().contains(u"1 \u2192 0.5"_s)
                     && text->text().contains(u"64 \u2192 32"_s),
                 qPrintable(text->text()));
        marks.clear();
        QCOMPARE(plot.itemCount(), 0);
        marks.add(curves, ui::XAxis::Epoch, QPen(Qt::red, 2), ui::ChangeMarks::Words::None);
        QCOMPARE(plot.itemCount(), 2);
        QCOMPARE(qobject_cast<QCPItemLine*>(plot.item(0))->start->coords().x(), 0.4);
    }

    void wordsStayInThePlot_data()
    {
        addColumns<int, int>("width", "step");
        for (const int width : {180, 260, 400, 900})
            for (const int step : {1, 45, 55, 99})
                addRow("%d, %d", width, step) << width << step;
    }
    void wordsStayInThePlot()
    {
        QFETCH(int, width);
        QFETCH(int, step);
        ui::RunCurves curves = hundredUpdates();
        curves.markChanges({{step, "training.learning_rate", 0.002, 10000.0}});
        ui::Plot plot;
        plot.resize(width, 200);
        plot.xAxis->setRange(0, 100);
        plot.replot();
        ui::ChangeMarks marks(plot);
        marks.add(curves, ui::XAxis::Update, QPen(Qt::red, 2), ui::ChangeMarks::Words::Shown);
        plot.replot();
        const auto* text = qobject_cast<QCPItemText*>(plot.item(1));
        QVERIFY(text != nullptr);
        QVERIFY(text->topLeft->pixelPosition().x() >= plot.axisRect()->left() - 1);
        QVERIFY(text->topRight->pixelPosition().x() <= plot.axisRect()->right() + 1);
        QVERIFY(text->text().endsWith(u"0.002 \u2192 10000"_s));
    }

    void goingBackTakesLaterMarksAway()
    {
        ui::RunCurves curves = hundredUpdates();
        const core::SettingChange change{41, "training.clip_norm", 1.0, 0.5};
        curves.markChanges({change, {61, "training.clip_norm", 0.5, 0.0}});
        curves.markResumed(50);
        QCOMPARE(curves.changes(), std::vector<core::SettingChange>{change});
        curves.markChanges({change}); // Said again.
        QCOMPARE(curves.changes().size(), size_t{1});
    }

    void whatAHistoryHasIsMarked()
    {
        core::RunHistory history;
        history.updates = {updateAt(1), updateAt(2)};
        history.changes = {{2, "training.epochs", 5, 8}};
        ui::RunCurves curves;
        curves.join(history);
        QCOMPARE(curves.changes(), history.changes);
    }
};
UNROLL_TEST(ChangeMarksTest, QApplication)
#include "change_marks_test.moc"
