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
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English)); }

    void theModelObeysItsRules()
    {
        ui::RunListModel model;
        QAbstractItemModelTester tester(&model);
        model.setRuns(rows());
        QCOMPARE(model.rowCount(), 4);
    }

    void aRunSaysStateBestValueAndDifferences()
    {
        ui::RunListModel model;
        model.setSettings(Settings::source());
        model.setRuns(rows());
        QCOMPARE(model.bestOf(0), QStringLiteral("loss 0.4123"));
        QCOMPARE(model.bestOf(1), QStringLiteral("accuracy 87.1 %"));
        QCOMPARE(model.bestOf(2), QStringLiteral("\u2013"));
        QCOMPARE(model.bestValueOf(1), QStringLiteral("87.1 %"));
        QCOMPARE(model.bestValueOf(2), model.bestOf(2));
        QCOMPARE(model.stateOf(0), QStringLiteral("\u2713 done, 5/5"));
        QCOMPARE(model.stateOf(1), QStringLiteral("\u25a0 stopped, 5/8"));
        QCOMPARE(model.stateOf(2), QStringLiteral("\u25b6 running, 5/5"));
        QCOMPARE(model.shortStateOf(0), QStringLiteral("\u2713 5/5"));
        QCOMPARE(model.differencesOf(0), QString());
        QCOMPARE(
            model.differencesOf(1),
            QStringLiteral("network: lstm \u2192 gru, optimiser: adam \u2192 sgd, and 2 more"));
        ui::setSettingNames(ui::SettingNames(fixture::catalogue(), fixture::specOptions()));
        QCOMPARE(
            model.differencesOf(1),
            QStringLiteral("Network: LSTM \u2192 GRU, Optimiser: Adam \u2192 SGD, and 2 more"));
        QVERIFY(model.index(1)
                    .data(Qt::ToolTipRole)
                    .toString()
                    .contains(QStringLiteral("Optimiser (Training): Adam \u2192 SGD")));
        ui::setSettingNames({});
        QVERIFY(model.index(3).data(Qt::ToolTipRole).toString().contains("spec.json is missing."));
        QVERIFY(model.index(1)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .startsWith(QStringLiteral("gru, \u25a0 stopped")));
    }

    void aRunThatNobodyTrainsWasInterrupted()
    {
        QCOMPARE(ui::stateWord(core::RunState::Running, false), QStringLiteral("interrupted"));
        QCOMPARE(ui::stateWord(core::RunState::Running, true), QStringLiteral("running"));
    }

    void runsStandUnderHeadings()
    {
        std::vector<ui::RunRow> all = rows();
        all[0].task = all[2].task = QStringLiteral("Classes");
        all[1].task = all[3].task = QStringLiteral("Numbers");
        all[3].summary.marks.note = "#b and #a";
        all[0].data = all[1].data = all[2].data = all[3].data = QStringLiteral("Film reviews");
        ui::RunListModel model;
        QAbstractItemModelTester tester(&model);
        model.setSettings(Settings::source());
        model.setRuns(all);
        model.setGrouping(ui::RunGrouping::Task);
        QStringList names;
        for (int line = 0; line < model.rowCount(); ++line)
            names << model.nameOf(line);
        QCOMPARE(names.join(u'|'),
                 QStringLiteral("Classes (2)|lstm|transformer|Numbers (2)|gru|broken"));
        QVERIFY(model.isHeading(3) && !(model.flags(model.index(3)) & Qt::ItemIsSelectable));
        QVERIFY(!model.setData(model.index(3), Qt::Checked, Qt::CheckStateRole));
        QCOMPARE(model.rowOf("/runs/broken"), 5);
        QCOMPARE(model.differencesOf(4), QString()); // Those above are of another group.
        model.setGrouping(ui::RunGrouping::Tag);
        QCOMPARE(model.nameOf(0), QStringLiteral("no tag (3)"));
        QCOMPARE(model.nameOf(4), QStringLiteral("#b (1)"));
        model.setGrouping(ui::RunGrouping::Data);
        QCOMPARE(model.rowCount(), 5);
        QCOMPARE(model.nameOf(0), QStringLiteral("Film reviews (4)"));
        model.setGrouping(ui::RunGrouping::None);
        QCOMPARE(model.rowCount(), 4);
    }
};

UNROLL_TEST(RunListModelTest, QApplication)
#include "run_list_model_test.moc"
