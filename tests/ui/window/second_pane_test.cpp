#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "ui/sentence/sentence_view.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/sentence_input.h"
#include "ui/window/second_pane.h"
#include "ui/window/view_tabs.h"

/// The second set of views beside, below and in a window of its own.
class SecondPaneTest : public QObject, OpenedWindow {
    Q_OBJECT
private:
    static ui::RunRow runRow(const char* name)
    {
        ui::RunRow row;
        row.id = u"/runs/"_s + QLatin1String(name);
        row.summary.name = name;
        return row;
    }
    /// Two runs, of which the first is shown; the second pane follows as in the program.
    void showRuns()
    {
        m_context->rows = {runRow("one"), runRow("two")};
        m_context->shown.epochs = {1, 4};
        m_context->shown.pinned = QStringList{u"a fine film"_s, u"a dull film"_s};
        m_context->shown.text = u"a fine film"_s;
        showRunOf("classification");
        m_context->shown.choice.run = m_context->rows.front().id;
        m_window->follow(m_context->shown);
        m_window->showView(u"sentence"_s);
        connect(m_window.get(), &ui::MainWindow::secondChanged, this, [this] {
            if (m_window->second() == nullptr)
                return;
            const ui::PaneChoice& own = m_window->second()->choice();
            ui::Shown shown = m_context->shown;
            if (!own.run.isEmpty())
                shown.choice.run = own.run;
            if (own.epoch)
                shown.choice.epoch = *own.epoch;
            if (own.text)
                shown.text = *own.text;
            m_window->second()->follow(m_context->shown, shown);
        });
    }
    ui::SecondPane& opened(Qt::KeyboardModifiers modifiers = Qt::NoModifier)
    {
        keyClick(m_window.get(), Qt::Key_F8, modifiers);
        return *m_window->second();
    }
    static void choose(ui::SecondPane& pane, const char* name, int index)
    {
        auto* box = namedChild<ui::QuietComboBox>(pane, name);
        box->setCurrentIndex(index);
        Q_EMIT box->activated(index);
    }
    const FakeContext::Entry& lastAsked() const { return *m_context->asked.back(); }

private Q_SLOTS:
    void init() { open(); }
    void cleanup()
    {
        m_theme.setPresentation(false);
        close();
    }

    void oneKeyOpensTheSameViewAndClosesIt()
    {
        showRuns();
        QVERIFY(m_window->second() == nullptr);
        ui::SecondPane& pane = opened();
        QVERIFY(pane.isVisible() && !pane.isWindow());
        QCOMPARE(pane.tabs().current(), u"sentence"_s);
        QCOMPARE(m_window->findChildren<ui::SentenceView*>().size(), 2);
        QVERIFY(find<QAction>("panesBesideAction")->isChecked());
        const ui::ViewTabs& first = *pane.parentWidget()->findChild<ui::ViewTabs*>();
        QCOMPARE(first.height(), pane.height());
        QVERIFY(std::abs(first.width() - pane.width()) <= 2);
        keyClick(m_window.get(), Qt::Key_F8, Qt::ShiftModifier);
        QCOMPARE(m_window->second(), &pane);
        QCOMPARE(first.width(), pane.width());
        QVERIFY(first.height() < m_window->height() * 3 / 5);
        keyClick(m_window.get(), Qt::Key_F8, Qt::ShiftModifier);
        QVERIFY(m_window->second() == nullptr && !pane.isVisible());
        QVERIFY(find<QAction>("onePaneAction")->isChecked());
    }

    void itsOwnRunEpochAndSentenceAreAskedAbout()
    {
        showRuns();
        ui::SecondPane& pane = opened();
        choose(pane, "secondRunComboBox", 2);
        QCOMPARE(pane.choice().run, m_context->rows[1].id);
        QCOMPARE(lastAsked().choice.run, m_context->rows[1].id);
        QCOMPARE(m_context->shown.choice.run, m_context->rows[0].id);
        choose(pane, "secondEpochComboBox", 3); // Behind "same" and "latest": 1, 4.
        QCOMPARE(lastAsked().choice.epoch, 4);
        choose(pane, "secondTextComboBox", 2);
        QCOMPARE(pane.choice().text, u"a dull film"_s);
        QCOMPARE(m_context->last<core::AskInspection>().example.text, "a dull film"s);
        choose(pane, "secondRunComboBox", 0); // Another run has other epochs.
        QCOMPARE(pane.choice(), (ui::PaneChoice{{}, -1, u"a dull film"_s, 0}));
    }

    void theEpochThatItShowsIsSpelledOut()
    {
        showRuns();
        ui::SecondPane& pane = opened();
        auto* epoch = namedChild<ui::QuietComboBox>(pane, "secondEpochComboBox");
        ui::Shown first = m_context->shown, own = first;
        first.choice.epoch = own.choice.epoch = 42;
        first.state = own.state = u"epoch 42"_s;
        pane.follow(first, own);
        QCOMPARE(epoch->currentText(), u"Same: epoch 42"_s);
        QVERIFY(epoch->width() > epoch->fontMetrics().horizontalAdvance(epoch->currentText()));
        own.choice.epoch = -1; // A shorter run.
        own.state = u"best (epoch 9)"_s;
        pane.follow(first, own);
        QCOMPARE(epoch->currentText(), u"best (epoch 9), not 42"_s);
    }

    void requestsGoToTheFirstPaneUnlessItHasItsOwn()
    {
        showRuns();
        ui::SecondPane& pane = opened();
        QLineEdit& edit = *pane.findChild<ui::SentenceInput*>()->lineEdit();
        QSignalSpy looked(m_context.get(), &ui::ViewContext::looked);
        edit.setText(u"an odd film"_s);
        keyClick(&edit, Qt::Key_Return);
        QTRY_COMPARE(looked.count(), 1);
        QCOMPARE(looked.first().first().toString(), u"an odd film"_s);
        choose(pane, "secondTextComboBox", 2);
        edit.setText(u"a third film"_s);
        keyClick(&edit, Qt::Key_Return);
        QTRY_COMPARE(pane.choice().text, u"a third film"_s);
        QCOMPARE(looked.count(), 1);
        QCOMPARE(namedChild<QComboBox>(pane, "secondTextComboBox")->currentText(),
                 u"a third film"_s);
    }

    void itStandsInAWindowOfItsOwnAndComesBack()
    {
        showRuns();
        ui::SecondPane& pane = opened(Qt::ControlModifier);
        QVERIFY(pane.isWindow() && pane.isVisible());
        pane.activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), &pane);
        keyClick(&pane, Qt::Key_F11);
        QVERIFY(pane.isFullScreen());
        QVERIFY(!m_theme.presentation()); // The lecturer's window stays as it is.
        keyClick(&pane, Qt::Key_Escape);
        QVERIFY(!pane.isFullScreen());
        m_window->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), m_window.get());
        keyClick(m_window.get(), Qt::Key_F8);
        QVERIFY(!pane.isWindow() && pane.isVisible());
        keyClick(m_window.get(), Qt::Key_F11); // One shortcut again.
        QVERIFY(m_theme.presentation());
        keyClick(m_window.get(), Qt::Key_F11);
        opened(Qt::ControlModifier);
        pane.close();
        QVERIFY(m_window->second() == nullptr);
        QVERIFY(find<QAction>("onePaneAction")->isChecked());
    }

    void inLittleRoomAMenuReplacesTheTabs()
    {
        showRuns();
        ui::SecondPane& pane = opened();
        QVERIFY(m_window->minimumSizeHint().width() <= 1280);
        QCOMPARE(m_window->width(), 1280);
        auto* chooser = namedChild<QToolButton>(pane, "viewChooserButton");
        auto* tabs = namedChild<QTabBar>(pane, "views");
        QVERIFY(chooser->isVisible() && !tabs->isVisible());
        QCOMPARE(chooser->text(), u"Sentence"_s);
        Q_EMIT chooser->menu()->aboutToShow();
        const QList<QAction*> all = chooser->menu()->actions();
        const auto words = std::find_if(all.begin(), all.end(), [](const QAction* action) {
            return action->text() == u"Words"_s;
        });
        QVERIFY(words != all.end());
        (*words)->trigger();
        QCOMPARE(pane.tabs().current(), u"words"_s);
        QCOMPARE(chooser->text(), u"Words"_s);
        m_window->resize(2400, 800);
        QVERIFY(!chooser->isVisible() && tabs->isVisible());
        QCOMPARE(tabs->tabText(tabs->currentIndex()), u"Words"_s);
    }

    void theArrangementOutlivesTheProgram()
    {
        QTemporaryDir folder;
        const QString settings = folder.filePath(u"window.ini"_s);
        m_window->rememberStateIn(settings);
        showRuns();
        ui::SecondPane& pane = opened(Qt::ShiftModifier);
        pane.tabs().show(u"unrolled"_s);
        QVERIFY(m_window->close());
        close();
        open();
        m_window->rememberStateIn(settings);
        showRunOf("classification");
        QVERIFY(m_window->second() != nullptr);
        QVERIFY(find<QAction>("panesBelowAction")->isChecked());
        QCOMPARE(m_window->second()->tabs().wanted(), u"unrolled"_s);
    }
};

UNROLL_TEST(SecondPaneTest, QApplication)
#include "second_pane_test.moc"
