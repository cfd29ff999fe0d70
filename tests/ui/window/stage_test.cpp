#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "ui/curves/curves_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/tour.h"

/// The presentation, and the tour over the controls.
class StageTest : public QObject, OpenedWindow {
    Q_OBJECT
private:
    static ui::RunRow runRow(const char* name, bool ticked)
    {
        ui::RunRow row;
        row.id = u"/runs/"_s + QLatin1String(name);
        row.summary.name = name;
        row.shown = ticked;
        return row;
    }

    /// Every run has a first update.
    void learnRuns()
    {
        core::RunHistory history;
        core::UpdateReport update;
        update.step = update.epoch = 1;
        update.loss = 0.7;
        history.updates.push_back(update);
        Q_EMIT m_context->runsChanged();
        for (const ui::RunRow& row : m_context->rows)
            Q_EMIT m_context->historyRead(row.id, history);
        Q_EMIT m_context->runsChanged();
    }

private Q_SLOTS:
    void init() { open(); }
    void cleanup()
    {
        close();
        m_theme.setPresentation(false);
    }

    void presentationPutsMenusAndPanelsAwayAndBringsThemBack()
    {
        find<QAction>("showRunsAction")->setChecked(false);
        keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(m_theme.presentation());
        QVERIFY(!m_window->menuBar()->isVisible());
        QVERIFY(!m_window->setup().isVisible());
        keyClick(m_window.get(), Qt::Key_F11); // Works although the menu is hidden.
        QVERIFY(!m_theme.presentation());
        QVERIFY(m_window->menuBar()->isVisible());
        QVERIFY(m_window->setup().isVisible());
        QVERIFY(m_window->runs().isFolded()); // As it was before.
    }

    void aPresentationNamesWhatIsShownAndIsLeftByEscape()
    {
        m_context->shown.name = u"dates-001"_s;
        m_context->shown.text = u"May 10, 2011"_s;
        m_context->shown.choice.epoch = 3;
        m_context->shown.state = u"epoch 3"_s;
        showRunOf("classification");
        m_window->showView(u"sentence"_s);
        auto* stage = find<ui::ElidedLabel>("stageLabel");
        auto* bar = find<QWidget>("toolBar");
        auto* buttons = find<QWidget>("presentationButtons");
        QVERIFY(!stage->isVisible() && !buttons->isVisible() && bar->isVisible());
        keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(stage->isVisible() && buttons->isVisible() && !bar->isVisible());
        QCOMPARE(stage->fullText(), u"dates-001 \u00b7 epoch 3 \u00b7 May 10, 2011"_s);
        auto* message = m_window->findChild<ui::MessageBar*>();
        QVERIFY(message->text().contains(u"Escape"_s));
        keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!m_theme.presentation());
        QVERIFY(!stage->isVisible() && !buttons->isVisible() && bar->isVisible());
        QVERIFY(message->text().isEmpty());
        keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(message->text().isEmpty()); // It has been said.
        // It names the runs that Curves draws, whichever is shown elsewhere: runs of another task
        // stand on another page, and a run that is not ticked is not drawn.
        m_context->rows = {runRow("dates-001", false), runRow("dates-002", true),
                           runRow("dates-003", true), runRow("entities-001", true)};
        m_context->rows.back().summary.spec.task.kind = "tagging";
        m_window->showView(QStringLiteral("curves"));
        learnRuns();
        QCOMPARE(stage->fullText(), QStringLiteral("dates-002, dates-003"));
        m_context->rows.push_back(runRow("dates-004", true)); // The legend names all of them.
        m_context->rows.push_back(runRow("dates-005", true));
        learnRuns();
        QCOMPARE(stage->fullText(), QStringLiteral("dates-002, dates-003 and 2 more"));
        m_window->showView(QStringLiteral("preview")); // Of what is set up, and of no run.
        QVERIFY(!stage->isVisible());
        m_window->showView(u"curves"_s);
        QVERIFY(stage->isVisible());
        // The view has the screen.
        const auto* view = m_window->findChild<ui::CurvesView*>();
        const QSize whole = m_window->size();
        QVERIFY(view->width() * view->height() * 10 > whole.width() * whole.height() * 7);
        keyClick(m_window.get(), Qt::Key_Escape);
    }

    void aRunIsChosenInThePresentation()
    {
        m_context->rows = {runRow("dates-001", true), runRow("dates&002", true)};
        m_context->shown.choice.run = m_context->rows.front().id;
        m_window->follow(m_context->shown);
        QSignalSpy picked(m_context.get(), &ui::ViewContext::epochPicked);
        keyClick(m_window.get(), Qt::Key_F11);
        auto* button = find<QToolButton>("presentedRunButton");
        QVERIFY(button->isVisible());
        Q_EMIT button->menu()->aboutToShow();
        const QList<QAction*> runs = button->menu()->actions();
        QCOMPARE(runs.size(), 2);
        QVERIFY(runs[0]->isChecked() && !runs[1]->isChecked());
        QCOMPARE(runs[1]->text(), u"dates&&002"_s);
        runs[1]->trigger();
        QCOMPARE(picked.count(), 1);
        QCOMPARE(picked.first().first().toString(), m_context->rows[1].id);
        keyClick(m_window.get(), Qt::Key_Escape);
    }

    void theTourBegunAgainLeavesNothingBehind()
    {
        find<QAction>("showRunsAction")->setChecked(false);
        const auto parts = m_window->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly);
        keyClick(m_window.get(), Qt::Key_F1);
        QVERIFY(find<QAction>("showRunsAction")->isChecked());
        m_window->startTour();
        QTRY_COMPARE(m_window->findChildren<ui::Tour*>().size(), 1);
        keyClick(m_window->findChild<ui::Tour*>(), Qt::Key_Escape);
        QTRY_VERIFY(m_window->findChild<ui::Tour*>() == nullptr);
        QCOMPARE(m_window->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly), parts);
        QVERIFY(!find<QAction>("showRunsAction")->isChecked());
    }

    void theTourWalksOverTheControlsAndCanBeLeft()
    {
        keyClick(m_window.get(), Qt::Key_F1);
        auto* tour = m_window->findChild<ui::Tour*>();
        QVERIFY(tour != nullptr && tour->isVisible());
        QStringList titles;
        for (int step = 0; step < 6; ++step) {
            QCOMPARE(tour->step(), step);
            titles << labelText(*tour, "tourTitle");
            QVERIFY(m_window->rect().contains(tour->geometry()));
            auto* next = namedChild<QPushButton>(*tour, "tourNext");
            QCOMPARE(QApplication::focusWidget(), next);
            QSignalSpy ended(tour, &ui::Tour::ended);
            keyClick(next, step % 2 == 0 ? Qt::Key_Space : Qt::Key_Return);
            QCOMPARE(ended.count(), step == 5 ? 1 : 0);
        }
        QCOMPARE(titles.removeDuplicates(), 0);
        QTRY_VERIFY(m_window->findChild<ui::Tour*>() == nullptr);
        keyClick(m_window.get(), Qt::Key_F1);
        QPointer<ui::Tour> again = m_window->findChild<ui::Tour*>();
        keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QCOMPARE(again->step(), 1);
        keyClick(again.data(), Qt::Key_Left);
        QCOMPARE(again->step(), 0);
        keyClick(again.data(), Qt::Key_Escape);
        QTRY_VERIFY(again.isNull());
        QVERIFY(!m_theme.presentation());
    }
};

UNROLL_TEST(StageTest, QApplication)
#include "stage_test.moc"
