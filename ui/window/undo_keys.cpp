#include "ui/window/undo_keys.h"

#include "ui/widgets/option_field.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>

namespace ui {

namespace {

enum class Direction { Undo, Redo };

/// The text that is edited in `focus`, which may be a box around it.
const QLineEdit* lineEditOf(const QWidget& focus)
{
    if (const auto* combo = qobject_cast<const QComboBox*>(&focus))
        return combo->lineEdit();
    const auto* edit = qobject_cast<const QLineEdit*>(&focus);
    return edit != nullptr ? edit : focus.findChild<const QLineEdit*>();
}

bool keeps(const QWidget& focus, Direction direction)
{
    for (const QWidget* at = &focus; at != nullptr; at = at->parentWidget()) {
        if (const auto* field = qobject_cast<const OptionField*>(at))
            return field->isBeingTyped();
    }
    const bool undo = direction == Direction::Undo;
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&focus))
        return undo ? text->document()->isUndoAvailable() : text->document()->isRedoAvailable();
    const QLineEdit* edit = lineEditOf(focus);
    return edit != nullptr && (undo ? edit->isUndoAvailable() : edit->isRedoAvailable());
}

} // namespace

UndoKeys::UndoKeys(QWidget& window, const QAction& undo, const QAction& redo)
    : QObject(&window), m_window(window), m_undo(undo), m_redo(redo)
{
    qApp->installEventFilter(this);
}

bool UndoKeys::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::ShortcutOverride)
        return false;
    const QKeySequence keys(static_cast<QKeyEvent*>(event)->keyCombination());
    const bool undo = m_undo.shortcuts().contains(keys);
    if (!undo && !m_redo.shortcuts().contains(keys))
        return false;
    const auto* focus = qobject_cast<const QWidget*>(watched);
    if (focus == nullptr || !m_window.isAncestorOf(focus)
        || keeps(*focus, undo ? Direction::Undo : Direction::Redo))
        return false;
    event->ignore(); // So that the shortcut of the action is tried.
    return true;
}

} // namespace ui
