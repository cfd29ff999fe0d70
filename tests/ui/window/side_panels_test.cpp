#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "tests/ui/fake_context.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/theme.h"
#include "ui/window/main_window.h"
#include "ui/window/view_tabs.h"

using ui::MainWindow;

/// Set-up and list of runs fold to rails, so that the view in front has the window.
class SidePanelsTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;
    std::unique_ptr<FakeContext> m_context;
    std::unique_ptr<MainWindow> m_window;

    template <class Widget> Widget* find(const char* name) const
    {
        auto* found = m_window->findChild<Widget*>(QString::fromLatin1(name));
        Q_ASSERT(found != nullptr);
        return found;
    }
    /// The part of the window's width that the view in front has.
    double share() const
    {
        QCoreApplication::sendPostedEvents();
        QTest::qWait(20); // Layouts settle over a few events.
        return double(m_window->findChild<ui::ViewTabs*>()->width()) / m_window->width();
    }
    std::unique_ptr<MainWindow> made(const QSize& size, const QString& ini = {})
    {
        auto window = std::make_unique<MainWindow>(fixture::knowledge());
        m_context->window = window.get();
        window->setContext(*m_context);
        if (!ini.isEmpty())
            window->rememberStateIn(ini);
        window->setWindowState(Qt::WindowNoState); // Whatever the screen of the test is.
        window->resize(size);
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get()))
            qWarning("the window did not become active");
        return window;
    }

private Q_SLOTS:
    void init()
    {
        m_context = std::make_unique<FakeContext>();
        m_window = made({1280, 800});
    }
    void cleanup()
    {
        m_window.reset();
        m_context.reset();
        m_theme.setPresentation(false);
    }

    void theViewHasMostOfTheWindow_data()
    {
        addColumn<QSize>("size");
        for (const QSize& size : {QSize(1280, 800), QSize(1366, 768), QSize(1920, 1080)})
            addRow("%d", size.width()) << size;
    }
    void theViewHasMostOfTheWindow()
    {
        QFETCH(QSize, size);
        m_window = made(size);
        QVERIFY(!m_window->setup().isFolded()); // In sight while it is filled in.
        for (const char* place : {"curves", "sentence", "decoding", "results"}) {
            m_window->showView(QString::fromLatin1(place));
            QVERIFY(m_window->setup().isFolded());
            QVERIFY2(share() >= 0.70, qPrintable(QString::number(share())));
        }
        find<QAction>("showRunsAction")->trigger();
        QVERIFY2(share() >= 0.80, qPrintable(QString::number(share())));
        m_window->showView(u"preview"_s);
        QVERIFY(!m_window->setup().isFolded());
    }

    void aRailShowsTheStepsAndTheCurvesSigns()
    {
        ui::RunRow run;
        run.id = u"/runs/a"_s;
        m_window->runs().setRuns({run});
        m_window->showView(u"curves"_s);
        mouseClick(find<QAbstractButton>("foldRunsButton"), Qt::LeftButton);
        QVERIFY(m_window->runs().isFolded());
        QVERIFY(find<QListView>("runList")->isVisible());
        QVERIFY(!find<QAbstractButton>("resumeButton")->isVisible());
        for (const char* header : {"step1Header", "step2Header", "step3Header", "step4Header"}) {
            const auto* button = find<QAbstractButton>(header);
            QVERIFY(button->isVisible());
            QVERIFY(button->width() >= button->minimumSizeHint().width());
        }
        mouseClick(find<QAbstractButton>("foldRunsButton"), Qt::LeftButton);
        QVERIFY(find<QAbstractButton>("resumeButton")->isVisible());
    }

    void aClickOnTheRailUnfolds()
    {
        m_window->showView(u"curves"_s);
        mouseClick(find<QAbstractButton>("step4Header"), Qt::LeftButton);
        QCOMPARE(m_window->view(), u"preview"_s);
        QCOMPARE(m_window->setup().step(), ui::SetupStep::Training);
        QVERIFY(!m_window->setup().isFolded());
        // Also where the user has folded it in front of the preview.
        mouseClick(find<QAbstractButton>("foldSetupButton"), Qt::LeftButton);
        QVERIFY(m_window->setup().isFolded());
        mouseClick(find<QAbstractButton>("step2Header"), Qt::LeftButton);
        QVERIFY(!m_window->setup().isFolded());
        QCOMPARE(m_window->setup().step(), ui::SetupStep::Text);
    }

    void bothAreRememberedAsTheUserWantsThem()
    {
        const QTemporaryDir folder;
        const QString ini = folder.filePath(u"settings.json"_s);
        m_window = made({1600, 900}, ini);
        m_window->showView(u"curves"_s);
        keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier); // Beside views, too.
        keyClick(m_window.get(), Qt::Key_R, Qt::ControlModifier);
        QVERIFY(!m_window->setup().isFolded());
        m_window->close();
        m_window = made({1600, 900}, ini);
        QCOMPARE(m_window->view(), u"curves"_s);
        QVERIFY(!m_window->setup().isFolded());
        QVERIFY(m_window->runs().isFolded());
        m_window->showView(u"preview"_s);
        QVERIFY(!m_window->setup().isFolded());
    }

    void aPresentationHidesBothAndLeavesThemAsTheyWere()
    {
        m_window->showView(u"curves"_s);
        keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(!m_window->setup().isVisible());
        QVERIFY(!m_window->runs().isVisible());
        QCOMPARE(share(), 1.0);
        keyClick(m_window.get(), Qt::Key_F11);
        QVERIFY(m_window->setup().isVisible() && m_window->setup().isFolded());
        QVERIFY(m_window->runs().isVisible() && !m_window->runs().isFolded());
    }

    void whatIsSaidMovesNothing()
    {
        m_window->showView(u"curves"_s);
        share();
        const auto* views = m_window->findChild<ui::ViewTabs*>();
        const QRect before(views->mapTo(m_window.get(), QPoint()), views->size());
        for (const char* said : {"Short.", "A long sentence, which says what went wrong. "}) {
            m_window->showFailure({core::ErrorCode::BadData,
                                   {QByteArray(said).repeated(6).toStdString(), {}},
                                   {},
                                   {}});
            share();
            QCOMPARE(QRect(views->mapTo(m_window.get(), QPoint()), views->size()), before);
            const auto* bar = m_window->centralWidget()->findChild<ui::MessageBar*>(
                u"messageBar"_s, Qt::FindDirectChildrenOnly);
            QVERIFY(bar->isVisible());
            const QRect view(views->mapTo(bar->parentWidget(), QPoint()), views->size());
            QVERIFY(!bar->geometry().intersects(view)); // Nothing of it is covered.
            QVERIFY(bar->height() >= bar->findChild<QLabel*>(u"messageText"_s)->height());
            QCOMPARE(bar->geometry().bottom(), bar->parentWidget()->rect().bottom());
        }
    }

    void nothingIsLargerThanASmallScreen()
    {
        for (const char* place : {"preview", "curves", "sentence", "decoding", "results"}) {
            m_window->showView(QString::fromLatin1(place));
            QCoreApplication::sendPostedEvents();
            const QSize least = m_window->minimumSizeHint();
            QVERIFY2(least.width() <= 1280 && least.height() <= 700,
                     qPrintable(u"%1: %2 x %3"_s.arg(QLatin1String(place))
                                    .arg(least.width())
                                    .arg(least.height())));
        }
    }
};
UNROLL_TEST(SidePanelsTest, QApplication)
#include "side_panels_test.moc"
