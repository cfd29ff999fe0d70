#include "tests/support/test_case.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "tests/ui/views_sample.h"
#include "ui/runs/run_delegate.h"
#include "ui/runs/run_list_model.h"
#include "ui/runs/runs_panel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QListView>
#include <QLocale>
#include <QMenu>
#include <QMimeData>
#include <QPainter>
#include <QSignalSpy>
#include <QStyleOptionViewItem>
#include <QToolButton>

#include <memory>

namespace {

std::vector<core::SettingDifference> compare(const core::ExperimentSpec& base,
                                             const core::ExperimentSpec& other)
{
    std::vector<core::SettingDifference> all{{"name", "one", "another"}}; // never worth a word
    if (base.model.network.kind != other.model.network.kind)
        all.push_back({"model.network.kind", base.model.network.kind, other.model.network.kind});
    if (base.training.epochs != other.training.epochs)
        all.push_back({"training.epochs", std::to_string(base.training.epochs),
                       std::to_string(other.training.epochs)});
    return all;
}

std::vector<ui::RunRow> rows()
{
    std::vector<ui::RunRow> rows{sample::row("lstm", 0),
                                 sample::row("gru", 1, core::RunState::Stopped),
                                 sample::row("transformer", 2, core::RunState::Running),
                                 sample::row("broken", 3, core::RunState::Fresh)};
    rows[1].summary.spec.model.network.kind = "gru";
    rows[1].summary.spec.training.epochs = 8;
    rows[1].summary.spec.training.monitor = "valid_accuracy";
    rows[1].summary.bestValue = 0.871;
    rows[2].live = true;
    rows[2].summary.bestEpoch = 0;
    rows[3].summary.problem = {"%1 is missing.", {"spec.json"}};
    return rows;
}

} // namespace

class RunsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    static void open(ui::RunsPanel& panel)
    {
        panel.setDifferences(compare);
        panel.setExportFormats({{"safetensors", "safetensors", "For other tools.", {}, {}, {}, {}},
                                {"python", "Python module", "Standard PyTorch.", {}, {}, {}, {}}});
        panel.setRuns(rows());
        showSized(panel, {280, 500});
    }

    static QPoint rowCentre(const QListView& list, int row)
    {
        return list.visualRect(list.model()->index(row, 0)).center();
    }

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
        model.setDifferences(compare);
        model.setRuns(rows());
        QCOMPARE(model.bestOf(0), QStringLiteral("loss 0.4123"));
        QCOMPARE(model.bestOf(1), QStringLiteral("accuracy 87.1 %"));
        QCOMPARE(model.bestOf(2), QStringLiteral("\u2013"));
        QCOMPARE(model.stateOf(0), QStringLiteral("\u2713 done, 5/5"));
        QCOMPARE(model.stateOf(1), QStringLiteral("\u25a0 stopped, 5/8"));
        QCOMPARE(model.stateOf(2), QStringLiteral("\u25b6 running, 5/5"));
        QCOMPARE(model.differencesOf(0), QString());
        QCOMPARE(model.differencesOf(1), QStringLiteral("kind lstm \u2192 gru, epochs 5 \u2192 8"));
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

    void choosingARowIsAnnouncedOnce()
    {
        ui::RunsPanel panel;
        open(panel);
        QSignalSpy changed(&panel, &ui::RunsPanel::currentChanged);
        panel.setCurrent("/runs/lstm");
        QCOMPARE(changed.count(), 0); // whoever calls knows it
        auto* list = panel.findChild<QListView*>("runList");
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, rowCentre(*list, 1));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(panel.current(), QStringLiteral("/runs/gru"));
        QTest::keyClick(list, Qt::Key_Down);
        QCOMPARE(panel.current(), QStringLiteral("/runs/transformer"));
        std::vector<ui::RunRow> fewer = rows();
        fewer.erase(fewer.begin());
        panel.setRuns(fewer);
        QCOMPARE(panel.current(), QStringLiteral("/runs/transformer")); // kept through a change
        QCOMPARE(list->currentIndex().row(), 1);
        panel.setRuns({});
        QCOMPARE(panel.current(), QString());
        QCOMPARE(changed.last().first().toString(), QString());
    }

    void theCheckBoxShowsAndHides()
    {
        ui::RunsPanel panel;
        open(panel);
        QSignalSpy shown(&panel, &ui::RunsPanel::shownChanged);
        auto* list = panel.findChild<QListView*>("runList");
        const QRect row = list->visualRect(list->model()->index(1, 0));
        const int line = QFontMetrics(m_theme.textFont()).height();
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          row.topLeft() + QPoint(12, 6 + line / 2));
        QCOMPARE(shown.count(), 1);
        QCOMPARE(shown.first().at(0).toString(), QStringLiteral("/runs/gru"));
        QCOMPARE(shown.first().at(1).toBool(), false);
        list->setCurrentIndex(list->model()->index(0, 0));
        QTest::keyClick(list, Qt::Key_Space);
        QCOMPARE(shown.count(), 2);
        QCOMPARE(shown.last().at(0).toString(), QStringLiteral("/runs/lstm"));
    }

    void wishesNameTheCurrentRun()
    {
        ui::RunsPanel panel;
        open(panel);
        panel.setCurrent("/runs/gru");
        const std::pair<const char*, void (ui::RunsPanel::*)(const QString&)> wishes[]
            = {{"resumeAction", &ui::RunsPanel::resumeRequested},
               {"settingsAction", &ui::RunsPanel::settingsRequested},
               {"revealAction", &ui::RunsPanel::revealRequested},
               {"forgetAction", &ui::RunsPanel::forgetRequested}};
        for (const auto& [name, signal] : wishes) {
            QSignalSpy spy(&panel, signal);
            QAction* action = nullptr;
            for (QAction* one : panel.findChild<QMenu*>("runMenu")->actions()) {
                if (one->objectName() == QLatin1String(name))
                    action = one;
            }
            QVERIFY2(action && action->isEnabled(), name);
            action->trigger();
            QCOMPARE(spy.count(), 1);
            QCOMPARE(spy.first().first().toString(), QStringLiteral("/runs/gru"));
        }
        QSignalSpy exported(&panel, &ui::RunsPanel::exportRequested);
        panel.findChild<QToolButton*>("exportButton")->menu()->actions().at(1)->trigger();
        QCOMPARE(exported.first().at(0).toString(), QStringLiteral("/runs/gru"));
        QCOMPARE(exported.first().at(1).toString(), QStringLiteral("python"));
    }

    void onlyWhatMakesSenseIsEnabled()
    {
        ui::RunsPanel panel;
        open(panel);
        auto* resume = panel.findChild<QToolButton*>("resumeButton");
        auto* settings = panel.findChild<QToolButton*>("settingsButton");
        QVERIFY(!resume->isEnabled()); // nothing chosen
        panel.setCurrent("/runs/lstm");
        QVERIFY(!resume->isEnabled()); // done
        QVERIFY(settings->isEnabled());
        panel.setCurrent("/runs/gru");
        QVERIFY(resume->isEnabled());
        panel.setCurrent("/runs/transformer");
        QVERIFY(!resume->isEnabled()); // is being trained
        panel.setCurrent("/runs/broken");
        QVERIFY(!settings->isEnabled());
    }

    void theFocusFrameCoversNothing()
    {
        ui::RunListModel model;
        model.setRuns(rows());
        const ui::RunDelegate delegate(model);
        const auto drawn = [&](QStyle::State state) {
            QImage picture(220, 60, QImage::Format_RGB32);
            picture.fill(m_theme.base());
            QPainter painter(&picture);
            QStyleOptionViewItem option;
            option.rect = picture.rect();
            option.state = QStyle::State_Enabled | state;
            delegate.paint(&painter, option, model.index(0));
            painter.end();
            return picture.copy(4, 4, 212, 52); // without the frame itself
        };
        QCOMPARE(drawn(QStyle::State_HasFocus), drawn(QStyle::State_None));
    }

    void aRunIsDraggedOutAsItsFolder()
    {
        ui::RunListModel model;
        model.setRuns(rows());
        QVERIFY(model.flags(model.index(0)) & Qt::ItemIsDragEnabled);
        const std::unique_ptr<QMimeData> data(model.mimeData({model.index(1)}));
        QCOMPARE(data->urls(), QList<QUrl>{QUrl::fromLocalFile("/runs/gru")});
    }

    void looks()
    {
        ui::RunsPanel empty;
        takePictures(empty, "runs-empty", {{260, 500}});
        ui::RunsPanel panel;
        open(panel);
        panel.setCurrent("/runs/gru");
        takePictures(panel, "runs", {{260, 500}});
        m_theme.setPresentation(true);
        takePictures(panel, "runs-presentation", {{360, 700}});
        m_theme.setPresentation(false);
    }
};

UNROLL_TEST(RunsTest, QApplication)
#include "runs_test.moc"
