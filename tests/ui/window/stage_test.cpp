#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "ui/curves/curves_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/tour.h"

#include <QApplication>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>

/// The presentation, and the tour over the controls.
class StageTest : public QObject, OpenedWindow {
    Q_OBJECT
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
        QTest::keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(m_theme.presentation());
        QVERIFY(!m_window->menuBar()->isVisible());
        QVERIFY(!m_window->setup().isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F11); // Works although the menu is hidden.
        QVERIFY(!m_theme.presentation());
        QVERIFY(m_window->menuBar()->isVisible());
        QVERIFY(m_window->setup().isVisible());
        QVERIFY(m_window->runs().isFolded()); // As it was before.
    }

    void aPresentationNamesWhatIsShownAndIsLeftByEscape()
    {
        m_context->shown.name = QStringLiteral("dates-001");
        m_context->shown.text = QStringLiteral("May 10, 2011");
        m_context->shown.choice.epoch = 3;
        m_context->shown.state = QStringLiteral("epoch 3");
        showRunOf("classification");
        m_window->showView(QStringLiteral("sentence"));
        auto* stage = find<ui::ElidedLabel>("stageLabel");
        auto* bar = find<QWidget>("toolBar");
        auto* buttons = find<QWidget>("presentationButtons");
        QVERIFY(!stage->isVisible() && !buttons->isVisible() && bar->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(stage->isVisible() && buttons->isVisible() && !bar->isVisible());
        QCOMPARE(stage->fullText(), QStringLiteral("dates-001 \u00b7 epoch 3 \u00b7 May 10, 2011"));
        auto* message = m_window->findChild<ui::MessageBar*>();
        QVERIFY(message->text().contains(QStringLiteral("Escape")));
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
        QVERIFY(!m_theme.presentation());
        QVERIFY(!stage->isVisible() && !buttons->isVisible() && bar->isVisible());
        QVERIFY(message->text().isEmpty());
        QTest::keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(message->text().isEmpty()); // It has been said.
        // The sentence is no matter of the curves.
        m_window->showView(QStringLiteral("curves"));
        QCOMPARE(stage->fullText(), QStringLiteral("dates-001 \u00b7 epoch 3"));
        m_window->showView(QStringLiteral("preview")); // Of what is set up, and of no run.
        QVERIFY(!stage->isVisible());
        m_window->showView(QStringLiteral("curves"));
        QVERIFY(stage->isVisible());
        // The view has the screen.
        const auto* view = m_window->findChild<ui::CurvesView*>();
        const QSize whole = m_window->size();
        QVERIFY(view->width() * view->height() * 10 > whole.width() * whole.height() * 7);
        QTest::keyClick(m_window.get(), Qt::Key_Escape);
    }

    void theTourWalksOverTheControlsAndCanBeLeft()
    {
        QTest::keyClick(m_window.get(), Qt::Key_F1);
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
            QTest::keyClick(next, step % 2 == 0 ? Qt::Key_Space : Qt::Key_Return);
            QCOMPARE(ended.count(), step == 5 ? 1 : 0);
        }
        QCOMPARE(titles.removeDuplicates(), 0);
        QTRY_VERIFY(m_window->findChild<ui::Tour*>() == nullptr);
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        QPointer<ui::Tour> again = m_window->findChild<ui::Tour*>();
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
        QCOMPARE(again->step(), 1);
        QTest::keyClick(again.data(), Qt::Key_Left);
        QCOMPARE(again->step(), 0);
        QTest::keyClick(again.data(), Qt::Key_Escape);
        QTRY_VERIFY(again.isNull());
        QVERIFY(!m_theme.presentation());
    }
};

UNROLL_TEST(StageTest, QApplication)
#include "stage_test.moc"
