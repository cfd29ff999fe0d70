#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "ui/widgets/message_bar.h"

using ui::MainWindow;
using ui::TrainingState;

/// Closing the window while something trains.
class ClosingTest : public QObject, private OpenedWindow {
    Q_OBJECT
private:
    QMessageBox* question() const { return m_window->findChild<QMessageBox*>("closeQuestion"); }

    void answer(const char* button) const
    {
        QVERIFY(question() != nullptr);
        mouseClick(namedChild<QPushButton>(*question(), button), Qt::LeftButton);
    }

    void trainAndClose(TrainingState state = TrainingState::Running)
    {
        m_window->setTrainingState(state);
        m_window->close();
        QVERIFY(m_window->isVisible());
    }

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void withoutATrainingItClosesAtOnce()
    {
        QSignalSpy closing(m_window.get(), &MainWindow::closing);
        m_window->close();
        QVERIFY(question() == nullptr);
        QCOMPARE(closing.count(), 1);
        QVERIFY(!m_window->isVisible());
    }

    void stopAndSaveShowsThatItSavesAndCloses()
    {
        QSignalSpy stopped(m_window.get(), &MainWindow::stopRequested);
        QSignalSpy closing(m_window.get(), &MainWindow::closing);
        trainAndClose();
        m_window->close(); // Asked once, not twice.
        QCOMPARE(m_window->findChildren<QMessageBox*>("closeQuestion").size(), 1);
        answer("stopAndCloseButton");
        QCOMPARE(stopped.count(), 1);
        m_window->setTrainingState(TrainingState::Stopping);
        QVERIFY(find<QLabel>("runText")->accessibleName().contains(
            u"Saving a checkpoint; then the window closes"_s));
        m_window->close(); // Impatient.
        QVERIFY(question() == nullptr || !question()->isVisible());
        QVERIFY(m_window->isVisible());
        QCOMPARE(closing.count(), 0);
        m_window->setTrainingState(TrainingState::Idle);
        QTRY_VERIFY(!m_window->isVisible());
        QCOMPARE(closing.count(), 1);
        QCOMPARE(stopped.count(), 1);
    }

    void keepTrainingClosesAfterTheEpoch()
    {
        QSignalSpy stopped(m_window.get(), &MainWindow::stopRequested);
        QSignalSpy proceeded(m_window.get(), &MainWindow::proceedRequested);
        QSignalSpy wanted(m_window.get(), &MainWindow::epochEndRequested);
        trainAndClose(TrainingState::Paused);
        answer("closeAfterEpochButton");
        QCOMPARE(wanted.count(), 1);
        QCOMPARE(wanted.first().first().toBool(), true);
        QCOMPARE(proceeded.count(), 1); // Paused, the epoch would never end.
        QCOMPARE(stopped.count(), 0);
        m_window->setTrainingState(TrainingState::Running);
        core::StartReport start;
        start.updatesPerEpoch = 100;
        start.totalUpdates = 1000;
        core::UpdateReport update;
        update.step = 250;
        update.epoch = 3;
        m_window->setLatest(update, start);
        QCOMPARE(find<QProgressBar>("runProgress")->value(), 500); // Of the epoch in hand.
        QVERIFY(
            find<QLabel>("runText")->accessibleName().startsWith(u"Closes after this epoch."_s));
        QVERIFY(m_window->isVisible());
        m_window->setTrainingState(TrainingState::Idle);
        QTRY_VERIFY(!m_window->isVisible());
    }

    void aPresentationEndsSoThatOneSeesIt()
    {
        m_window->setPresentation(true);
        trainAndClose();
        QVERIFY(m_theme.presentation()); // Nothing is decided yet.
        answer("closeAfterEpochButton");
        QVERIFY(!m_theme.presentation());
        QVERIFY(find<QLabel>("runText")->isVisible());
    }

    void theSecondQuestionTakesThePlanBack()
    {
        QSignalSpy wanted(m_window.get(), &MainWindow::epochEndRequested);
        trainAndClose();
        answer("closeAfterEpochButton");
        QTRY_VERIFY(question() == nullptr);
        m_window->close();
        answer("stayOpenButton");
        QCOMPARE(wanted.count(), 2);
        QCOMPARE(wanted.last().first().toBool(), false);
        QVERIFY(!find<QLabel>("runText")->accessibleName().startsWith(u"Closes"_s));
        m_window->setTrainingState(TrainingState::Idle);
        QTest::qWait(50);
        QVERIFY(m_window->isVisible());
    }

    void cancelAndEscapeChangeNothing()
    {
        QSignalSpy stopped(m_window.get(), &MainWindow::stopRequested);
        QSignalSpy wanted(m_window.get(), &MainWindow::epochEndRequested);
        trainAndClose();
        keyClick(question(), Qt::Key_Escape);
        QTRY_VERIFY(question() == nullptr);
        QCOMPARE(stopped.count() + wanted.count(), 0);
        m_window->setTrainingState(TrainingState::Idle);
        QTest::qWait(50);
        QVERIFY(m_window->isVisible());
    }

    void aTrainingThatEndsByItselfSettlesTheQuestion()
    {
        trainAndClose();
        m_window->setTrainingState(TrainingState::Idle);
        QVERIFY(question() == nullptr);
        QTest::qWait(50);
        QVERIFY(m_window->isVisible()); // Nobody has chosen yet.
    }

    void aFailureIsReadBeforeTheWindowCloses()
    {
        trainAndClose();
        answer("stopAndCloseButton");
        m_window->setTrainingState(TrainingState::Idle);
        m_window->showFailure({core::ErrorCode::FileUnwritable, {"The disk is full.", {}}, {}, {}});
        QTest::qWait(50);
        QVERIFY(m_window->isVisible());
        m_window->close();
        QVERIFY(!m_window->isVisible());
    }

    void aSignalSavesWithoutAQuestionWhateverHappens()
    {
        QSignalSpy stopped(m_window.get(), &MainWindow::stopRequested);
        trainAndClose(); // The question stands ...
        m_window->closeOnceSaved();
        QCOMPARE(stopped.count(), 1);
        m_window->setTrainingState(TrainingState::Stopping);
        m_window->setTrainingState(TrainingState::Idle);
        m_window->showFailure({core::ErrorCode::FileUnwritable, {"The disk is full.", {}}, {}, {}});
        QTRY_VERIFY(!m_window->isVisible());
        QVERIFY(question() == nullptr);
    }
};

UNROLL_TEST(ClosingTest, QApplication)
#include "closing_test.moc"
