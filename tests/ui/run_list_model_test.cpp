#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/listed_runs.h"
#include "ui/runs/run_list_model.h"
#include "ui/text/sentences.h"
#include "ui/text/setting_names.h"
#include "ui/widgets/theme.h"

using listed::rows;
using listed::Settings;

/// The texts of the list of runs, and their order.
class RunListModelTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

private Q_SLOTS:
    void theModelObeysItsRules()
    {
        ui::RunListModel model;
        QAbstractItemModelTester tester(&model);
        model.setRuns(rows());
        QCOMPARE(model.rowCount(), 4);
    }

    void aRunSaysStateBestValueAndWhatItIs()
    {
        ui::RunListModel model;
        model.setSettings(Settings::source());
        model.setRuns(rows());
        QCOMPARE(model.bestOf(0), u"loss 0.4123"_s);
        QCOMPARE(model.bestOf(1), u"accuracy 87.1 %"_s);
        QCOMPARE(model.bestOf(2), u"\u2013"_s);
        QCOMPARE(model.bestValueOf(1), u"87.1 %"_s);
        QCOMPARE(model.bestValueOf(2), model.bestOf(2));
        QCOMPARE(model.stateOf(0), QStringLiteral("\u2713 done, 5/5"));
        QCOMPARE(model.stateOf(1), QStringLiteral("\u25a0 stopped, 5/8"));
        QCOMPARE(model.stateOf(2), QStringLiteral("\u25b6 running, 5/5"));
        QCOMPARE(model.shortStateOf(0), QStringLiteral("\u2713 5/5"));
        QCOMPARE(model.subtitleOf(3), QString()); // It cannot be opened.
        ui::setSettingNames(ui::SettingNames(fixture::catalogue(), fixture::specOptions()));
        QCOMPARE(model.subtitleOf(1), u"GRU"_s);
        QVERIFY(model.index(1)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(u"Optimiser (Training): Adam \u2192 SGD"_s));
        std::vector<ui::RunRow> all = rows();
        all[1].data = u"Film reviews"_s; // Another run has other data: nothing to compare.
        all[1].summary.spec.model.network.options
            = {{"layers", 2}, {"hidden_size", 128}, {"dropout", 0.5}};
        model.setRuns(all);
        QCOMPARE(model.subtitleOf(1), u"GRU, 2 layers, 128 units, on Film reviews"_s);
        QVERIFY(!model.index(1).data(Qt::ToolTipRole).toString().contains(u"Differs from"_s));
        all[0].summary.epochs = 0;
        model.setRuns(all);
        QCOMPARE(model.stateOf(0), QStringLiteral("\u2713 imported"));
        QCOMPARE(model.shortStateOf(0), QStringLiteral("\u2713 imported"));
        QVERIFY(model.index(1)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(u"GRU, 2 layers, 128 units, on Film reviews"_s));
        ui::setSettingNames({});
        QVERIFY(model.index(3).data(Qt::ToolTipRole).toString().contains("spec.json is missing."));
        QVERIFY(model.index(1)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .startsWith(u"gru, \u25a0 stopped"_s));
    }

    void aKilledTrainingIsListedAsInterrupted()
    {
        std::vector<ui::RunRow> all = rows();
        all[0].summary.state = core::RunState::Interrupted;
        ui::RunListModel model;
        model.setRuns(all);
        const QString said = model.index(0).data(Qt::AccessibleTextRole).toString();
        QVERIFY2(said.contains(u"\u25a1 interrupted"_s), qPrintable(said));
    }

    void runsStandUnderHeadings()
    {
        std::vector<ui::RunRow> all = rows();
        all[0].task = all[2].task = u"Classes"_s;
        all[1].task = all[3].task = u"Numbers"_s;
        all[3].summary.marks.note = "#b and #a";
        all[0].data = all[1].data = all[2].data = all[3].data = u"Film reviews"_s;
        ui::RunListModel model;
        QAbstractItemModelTester tester(&model);
        model.setSettings(Settings::source());
        model.setRuns(all);
        model.setGrouping(ui::RunGrouping::Task);
        QStringList names;
        for (int line = 0; line < model.rowCount(); ++line)
            names << model.nameOf(line);
        QCOMPARE(names.join(u'|'), u"Classes (2)|lstm|transformer|Numbers (2)|gru|broken"_s);
        QVERIFY(model.isHeading(3) && !(model.flags(model.index(3)) & Qt::ItemIsSelectable));
        QVERIFY(!model.setData(model.index(3), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.rowOf("/runs/broken"), 5);
        QVERIFY(!model.index(4).data(Qt::ToolTipRole).toString().contains(u"Differs from"_s));
        model.setGrouping(ui::RunGrouping::Tag);
        QCOMPARE(model.nameOf(0), u"no tag (3)"_s);
        QCOMPARE(model.nameOf(4), u"#b (1)"_s);
        model.setGrouping(ui::RunGrouping::Data);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.nameOf(0), u"Film reviews (4)"_s);
        model.setGrouping(ui::RunGrouping::None);
        QCOMPARE(model.rowCount(), 4);
    }
};

UNROLL_TEST(RunListModelTest, QApplication)
#include "run_list_model_test.moc"
