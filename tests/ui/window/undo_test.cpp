#include "tests/support/opened_window.h"
#include "tests/support/test_case.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/number_box.h"

#include <QtTest/qtestspontaneevent.h>

using ui::SetupStep;
using ui::TrainingState;

/// Undo, redo and the wheel as a person uses them.
class UndoTest : public QObject, private OpenedWindow {
    Q_OBJECT
private:
    int epochs() const { return m_window->setup().spec()["training"]["epochs"].get<int>(); }

    ui::NumberBox* focusedEpochs() const
    {
        m_window->setup().setStep(SetupStep::Training);
        auto* box = find<ui::NumberBox>("training.epochs");
        box->setFocus();
        box->selectAll();
        return box;
    }

    static void turnWheel(QWidget& widget)
    {
        const QPointF place(widget.rect().center());
        QWheelEvent event(place, widget.mapToGlobal(place), {}, {0, -120}, Qt::NoButton, {},
                          Qt::NoScrollPhase, false);
        QSpontaneKeyEvent::setSpontaneous(&event); // Only such ones go on to the parents.
        qApp->notify(&widget, &event); // sendEvent() would take the mark off.
    }

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void theMenuNamesWhatIsUndone()
    {
        auto* undo = find<QAction>("undoAction");
        auto* redo = find<QAction>("redoAction");
        QVERIFY(!undo->isEnabled() && !redo->isEnabled());
        QCOMPARE(undo->text(), u"&Undo"_s);
        m_window->setup().takeSpec(fixture::translationSpec(), u"choice of a&b"_s);
        QCOMPARE(undo->text(), u"&Undo choice of a&&b"_s);
        undo->trigger();
        QCOMPARE(redo->text(), u"&Redo choice of a&&b"_s);
        QVERIFY(!undo->isEnabled() && redo->isEnabled());
        redo->trigger();
        QVERIFY(undo->isEnabled() && !redo->isEnabled());
    }

    void keysUndoAndRedoWhileAFieldOfTheSetupHasTheFocus()
    {
        const int before = epochs();
        ui::NumberBox* box = focusedEpochs();
        keyClicks(box, u"17"_s);
        QCOMPARE(epochs(), 17);
        keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(epochs(), before); // Both keys at once, not letter by letter.
        QCOMPARE(box->value(), double(before));
        keyClick(box, Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QCOMPARE(epochs(), 17);
        keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        keyClick(box, Qt::Key_Y, Qt::ControlModifier);
        QCOMPARE(epochs(), 17);
        auto* name = find<QLineEdit>("name");
        name->setFocus();
        keyClicks(name, u"abc"_s);
        keyClick(name, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(name->text(), u"reviews-lstm"_s);
    }

    void whatIsNoNumberYetIsUndoneInItsField()
    {
        ui::NumberBox* box = focusedEpochs();
        keyClicks(box, u"8"_s);
        keyClicks(box, u"-"_s);
        QVERIFY(!box->hasAcceptableInput());
        keyClick(box, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(box->hasAcceptableInput());
        QVERIFY(!find<QAction>("redoAction")->isEnabled()); // The window has undone nothing.
    }

    void otherTextsKeepTheirKeysWhileTheyHaveEdits()
    {
        ui::NumberBox* box = focusedEpochs();
        keyClicks(box, u"17"_s);
        auto* pinned = find<QLineEdit>("pinnedEdit");
        pinned->setFocus();
        keyClicks(pinned, u"words"_s);
        keyClick(pinned, Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(pinned->text().isEmpty());
        QCOMPARE(epochs(), 17);
        keyClick(pinned, Qt::Key_Z, Qt::ControlModifier); // Nothing of its own is left.
        QVERIFY(epochs() != 17);
    }

    void undoBringsADeletedRunBackUntilTheSetupIsEdited()
    {
        auto* undo = find<QAction>("undoAction");
        ui::RunsPanel& runs = m_window->runs();
        QSignalSpy undeleted(&runs, &ui::RunsPanel::undeleteRequested);
        keyClicks(focusedEpochs(), u"17"_s);
        runs.setDeleted({u"a&b"_s});
        QCOMPARE(undo->text(), u"&Undo deletion of a&&b"_s);
        m_window->setTrainingState(TrainingState::Running); // The set-up waits; the run need not.
        QVERIFY(undo->isEnabled());
        m_window->setTrainingState(TrainingState::Idle);
        m_window->setFocus();
        keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undeleted.count(), 1);
        QCOMPARE(epochs(), 17);
        runs.setDeleted({});
        keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(undeleted.count(), 1);
        QVERIFY(epochs() != 17);
        runs.setDeleted({u"a&b"_s});
        keyClicks(focusedEpochs(), u"19"_s);
        undo->trigger(); // The latest step is the edit.
        QCOMPARE(undeleted.count(), 1);
        QVERIFY(epochs() != 19);
    }

    void nothingIsUndoneWhileTraining()
    {
        keyClicks(focusedEpochs(), u"17"_s);
        m_window->setTrainingState(TrainingState::Running);
        QVERIFY(!find<QAction>("undoAction")->isEnabled());
        keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(epochs(), 17);
        m_window->setTrainingState(TrainingState::Idle);
        QVERIFY(find<QAction>("undoAction")->isEnabled());
    }

    void theWheelOverAnUnfocusedBoxScrollsTheForm()
    {
        m_window->showView(u"preview"_s); // Beside it the set-up is unfolded.
        m_window->resize(1000, 420); // So that the form has something to scroll.
        m_window->setup().setStep(SetupStep::Training);
        m_window->setFocus();
        const core::Json before = m_window->setup().spec();
        for (const char* name : {"training.epochs", "training.optimiser"}) {
            auto* box = find<QWidget>(name);
            QVERIFY2(box->focusPolicy() == Qt::StrongFocus, name);
            QScrollArea* area = nullptr;
            for (QWidget* at = box; area == nullptr; at = at->parentWidget())
                area = qobject_cast<QScrollArea*>(at->parentWidget());
            QVERIFY2(area->verticalScrollBar()->maximum() > 0, name);
            area->verticalScrollBar()->setValue(0);
            QVERIFY2(box->isVisible() && !box->hasFocus(), name);
            turnWheel(*box);
            QVERIFY2(area->verticalScrollBar()->value() > 0, name);
        }
        QCOMPARE(m_window->setup().spec().dump(), before.dump());
        auto* slider = find<QSlider>("epochSlider");
        m_window->setEpochs({1, 2, 3}, 2);
        const int at = slider->value();
        turnWheel(*slider);
        QCOMPARE(slider->value(), at);
        auto* device = find<QComboBox>("deviceComboBox");
        turnWheel(*device);
        QCOMPARE(device->currentIndex(), 0);
    }

    void theWheelTurnsABoxThatHasTheFocus()
    {
        ui::NumberBox* box = focusedEpochs();
        const int before = epochs();
        turnWheel(*box);
        QCOMPARE(epochs(), before - 1);
    }
};

UNROLL_TEST(UndoTest, QApplication)
#include "undo_test.moc"
