#pragma once

#include <QObject>

class QAction;
class QWidget;

namespace ui {

/// Whose undo it is: text fields take the keys of undo and redo for themselves, but what is typed
/// in the set-up is a step there at once. A field of it keeps the keys only while what stands in it
/// is no value yet, any other one while it has edits of its own.
class UndoKeys : public QObject {
    Q_OBJECT
public:
    /// @param window  in which the actions undo and redo.
    UndoKeys(QWidget& window, const QAction& undo, const QAction& redo);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
    const QAction& m_undo;
    const QAction& m_redo;
};

} // namespace ui
