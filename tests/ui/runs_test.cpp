#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/listed_runs.h"
#include "tests/ui/shown_widgets.h"
#include "tests/ui/views_pictures.h"
#include "ui/runs/run_delegate.h"
#include "ui/runs/run_list_model.h"
#include "ui/runs/runs_panel.h"
#include "ui/text/sentences.h"
#include "ui/widgets/elided_label.h"

using listed::rows;
using listed::Settings;

class RunsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    static void open(ui::RunsPanel& panel)
    {
        panel.setSettings(Settings::source());
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
    void choosingARowIsAnnouncedOnce()
    {
        ui::RunsPanel panel;
        open(panel);
        QSignalSpy changed(&panel, &ui::RunsPanel::currentChanged);
        panel.setCurrent("/runs/lstm");
        QCOMPARE(changed.count(), 0); // whoever calls knows it
        auto* list = panel.findChild<QListView*>("runList");
        mouseClick(list->viewport(), Qt::LeftButton, {}, rowCentre(*list, 1));
        QCOMPARE(changed.count(), 1);
        QCOMPARE(panel.current(), u"/runs/gru"_s);
        keyClick(list, Qt::Key_Down);
        QCOMPARE(panel.current(), u"/runs/transformer"_s);
        std::vector<ui::RunRow> fewer = rows();
        fewer.erase(fewer.begin());
        panel.setRuns(fewer);
        QCOMPARE(panel.current(), u"/runs/transformer"_s); // kept through a change
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
        mouseClick(list->viewport(), Qt::LeftButton, {}, row.topLeft() + QPoint(12, 6 + line / 2));
        QCOMPARE(shown.count(), 1);
        QCOMPARE(shown.first().at(0).toStringList(), QStringList("/runs/gru"));
        QCOMPARE(shown.first().at(1).toBool(), false);
        list->setCurrentIndex(list->model()->index(0, 0));
        keyClick(list, Qt::Key_Space);
        QCOMPARE(shown.count(), 2);
        QCOMPARE(shown.last().at(0).toStringList(), QStringList("/runs/lstm"));
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
               {"forgetAction", &ui::RunsPanel::forgetRequested},
               {"deleteAction", &ui::RunsPanel::deleteRequested}};
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
            QCOMPARE(spy.first().first().toString(), u"/runs/gru"_s);
        }
        QSignalSpy exported(&panel, &ui::RunsPanel::exportRequested);
        panel.findChild<QToolButton*>("exportButton")->menu()->actions().at(1)->trigger();
        QCOMPARE(exported.first().at(0).toString(), u"/runs/gru"_s);
        QCOMPARE(exported.first().at(1).toString(), u"python"_s);
    }

    void namesAndSettingsFilterTheList_data()
    {
        addColumns<QString, QString>("text", "names");
        const auto row = [](const char* text, const char* names) {
            newRow(text, QString::fromLatin1(text), QString::fromLatin1(names));
        };
        row("", "lstm gru transformer broken");
        row("GRU", "gru"); // the name and the network of one
        row("lstm", "lstm transformer broken"); // the network of the others
        row("lr<0.01", "lstm transformer broken");
        row("lr>=0.01", "gru");
        row("learning_rate=1e-2", "gru");
        row("optimiser=SGD", "gru");
        row("optimizer!=sgd", "lstm transformer broken");
        row("network=gru", "gru");
        row("epochs>5", "gru");
        row("epochs>5 lr<0.01", "");
        row("embedding.dropout=0.25", "lstm gru transformer broken");
        row("dropout=0.25", "lstm gru transformer broken"); // of one of the two
        row("dropout!=0.25", "");
        row("best>0.5", "gru");
        row("starred", "transformer");
        row("#lecture3", "lstm");
        row("nothing=1", "");
    }
    void namesAndSettingsFilterTheList()
    {
        QFETCH(QString, text);
        QFETCH(QString, names);
        std::vector<ui::RunRow> all = rows();
        all[0].summary.marks.note = "learns by heart #lecture3";
        all[2].summary.marks.starred = true;
        ui::RunsPanel panel;
        open(panel);
        panel.setRuns(all);
        panel.setCurrent("/runs/lstm");
        auto* filter = panel.findChild<QLineEdit*>("filterEdit");
        auto* list = panel.findChild<QListView*>("runList");
        keyClicks(filter, text);
        QCOMPARE(columnTexts(*list, 0).join(u' '), names);
        QCOMPARE(panel.findChild<QLabel*>("nothingLabel")->isVisible(), names.isEmpty());
        QCOMPARE(panel.current(), u"/runs/lstm"_s); // listed or not
        panel.setCurrent("/runs/gru"); // What is shown is listed.
        QVERIFY(columnTexts(*list, 0).contains(u"gru"_s));
        QCOMPARE(list->currentIndex().data().toString(), u"gru"_s);
    }

    void theKeyboardPassesHeadingsOver()
    {
        ui::RunsPanel panel;
        open(panel);
        auto* group = panel.findChild<QToolButton*>("groupButton");
        group->menu()->actions().at(1)->trigger();
        panel.setCurrent("/runs/lstm");
        auto* list = panel.findChild<QListView*>("runList");
        QCOMPARE(list->currentIndex().row(), 1);
        keyClick(list, Qt::Key_Up);
        QCOMPARE(panel.current(), u"/runs/lstm"_s);
        keyClick(list, Qt::Key_Down);
        QCOMPARE(panel.current(), u"/runs/gru"_s);
        mouseClick(list->viewport(), Qt::LeftButton, {}, rowCentre(*list, 0));
        QCOMPARE(panel.current(), u"/runs/gru"_s);
    }

    void aRunIsRenamedInPlace()
    {
        ui::RunsPanel panel;
        open(panel);
        panel.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&panel));
        QSignalSpy renamed(&panel, &ui::RunsPanel::renameRequested);
        panel.setCurrent("/runs/gru");
        auto* list = panel.findChild<QListView*>("runList");
        list->setFocus();
        keyClick(list, Qt::Key_F2);
        auto* edit = list->findChild<QLineEdit*>("renameEdit");
        QVERIFY(edit != nullptr);
        QCOMPARE(edit->text(), u"gru"_s);
        keyClicks(edit, u" With dropout "_s);
        keyClick(edit, Qt::Key_Return);
        QTRY_COMPARE(renamed.count(), 1);
        QCOMPARE(renamed.first().at(0).toString(), u"/runs/gru"_s);
        QCOMPARE(renamed.first().at(1).toString(), u"With dropout"_s);
    }

    void starAndNoteAreSaid()
    {
        ui::RunsPanel panel;
        open(panel);
        QSignalSpy marked(&panel, &ui::RunsPanel::marksChanged);
        panel.setCurrent("/runs/gru");
        auto* note = panel.findChild<QPlainTextEdit*>("noteEdit");
        QVERIFY(!note->isVisible()); // There is none.
        panel.findChild<QAction*>("starAction")->trigger();
        QCOMPARE(marked.count(), 1);
        QVERIFY(marked.first().at(1).value<core::RunMarks>().starred);
        std::vector<ui::RunRow> all = rows();
        all[1].summary.marks.starred = true;
        panel.setRuns(all);
        QVERIFY(panel.findChild<QAction*>("starAction")->isChecked());
        panel.findChild<QAction*>("noteAction")->trigger();
        QVERIFY(note->isVisible());
        keyClicks(note, u"#best of all"_s);
        panel.setCurrent("/runs/lstm"); // Before the pause after which it is saved by itself.
        QCOMPARE(marked.count(), 2);
        QCOMPARE(marked.last().at(0).toString(), u"/runs/gru"_s);
        const auto marks = marked.last().at(1).value<core::RunMarks>();
        QCOMPARE(marks.note, "#best of all"s);
        QVERIFY(marks.starred); // kept
        QCOMPARE(note->toPlainText(), QString());
        all[1].summary.marks = marks;
        panel.setRuns(all);
        panel.setCurrent("/runs/gru");
        QCOMPARE(note->toPlainText(), u"#best of all"_s);
        QVERIFY(note->isVisible());
        QVERIFY(panel.findChild<QListView*>("runList")
                    ->currentIndex()
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(u"starred"_s));
        keyClicks(note, u"!"_s);
        QTRY_COMPARE(marked.count(), 3); // after a pause
    }

    void whatWasDeletedCanBeBroughtBack()
    {
        ui::RunsPanel panel;
        open(panel);
        QSignalSpy undone(&panel, &ui::RunsPanel::undeleteRequested);
        QSignalSpy deleted(&panel, &ui::RunsPanel::deleteRequested);
        auto* bar = panel.findChild<QWidget*>("undoBar");
        QVERIFY(!bar->isVisible());
        panel.setDeleted({u"first"_s, u"second"_s});
        QVERIFY(bar->isVisible());
        QVERIFY(
            panel.findChild<ui::ElidedLabel*>("deletedLabel")->fullText().startsWith(u"second"_s));
        panel.findChild<QToolButton*>("undoButton")->click();
        QCOMPARE(undone.count(), 1);
        panel.setDeleted({});
        QVERIFY(!bar->isVisible());
        auto* action = panel.findChild<QAction*>("deleteAction");
        panel.setCurrent("/runs/transformer");
        QVERIFY(action->isEnabled()); // The program says that its training must end first.
        panel.setCurrent("/runs/broken");
        QVERIFY(!action->isEnabled()); // lies elsewhere
        panel.setCurrent("/runs/gru");
        action->trigger();
        QCOMPARE(deleted.first().first().toString(), u"/runs/gru"_s);
    }

    void allThatAreListedAreTickedAtOnce()
    {
        ui::RunsPanel panel;
        open(panel);
        QSignalSpy shown(&panel, &ui::RunsPanel::shownChanged);
        keyClicks(panel.findChild<QLineEdit*>("filterEdit"), u"lstm"_s);
        panel.findChild<QAction*>("tickAllAction")->trigger();
        QCOMPARE(shown.count(), 1);
        QCOMPARE(shown.last().at(0).toStringList(),
                 QStringList({"/runs/lstm", "/runs/transformer", "/runs/broken"}));
        QVERIFY(shown.last().at(1).toBool());
        panel.setCurrent("/runs/transformer");
        panel.findChild<QAction*>("tickOneAction")->trigger();
        QCOMPARE(shown.count(), 3);
        QCOMPARE(shown.at(1).at(0).toStringList(), QStringList({"/runs/lstm", "/runs/broken"}));
        QVERIFY(!shown.at(1).at(1).toBool());
        QCOMPARE(shown.at(2).at(0).toStringList(), QStringList("/runs/transformer"));
    }

    void settingsAreReadOnceARun()
    {
        ui::RunsPanel panel;
        open(panel);
        const auto* model = panel.findChild<QListView*>("runList")->model();
        const auto said = [model] { return model->index(1, 0).data(Qt::ToolTipRole).toString(); };
        QVERIFY(said().contains(u"Differs from the run above"_s));
        Settings::reads = 0;
        for (int i = 0; i < 20; ++i) {
            std::vector<ui::RunRow> all = rows();
            all[2].summary.epochs = i;
            panel.setRuns(all);
            said();
        }
        QCOMPARE(Settings::reads, 0);
        std::vector<ui::RunRow> all = rows();
        all[1].summary.spec.training.epochs = 9;
        panel.setRuns(all);
        said();
        QCOMPARE(Settings::reads, 1);
    }

    void whatARunIsIsNeverCut()
    {
        ui::RunsPanel panel;
        open(panel);
        std::vector<ui::RunRow> all = rows();
        all[1].data = u"a data set with a long name that stands in a file of its own"_s;
        panel.setRuns(all);
        auto* list = panel.findChild<QListView*>("runList");
        const auto tall = [&](int width) {
            panel.resize(width, 700);
            QTest::qWait(20);
            return list->visualRect(list->model()->index(1, 0)).height();
        };
        const int wide = tall(900);
        QVERIFY(tall(240) > wide);
        QCOMPARE(tall(900), wide);
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
