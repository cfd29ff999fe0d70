#pragma once

#include "ui/view/run_row.h"
#include "ui/widgets/key_help.h"

#include <QAction>
#include <QList>

class QMenu;

namespace ui {

/// What can be done with the current run of the list, by button, menu and key; the panel connects
/// the wishes.
class RunActions : public QObject {
    Q_OBJECT
public:
    explicit RunActions(QWidget& panel);

    void follow(const RunRow* run); ///< The current one: enables what makes sense for it.
    void addTo(QMenu& menu) const; ///< Those that have no button of their own.
    static KeyHelps keys(); ///< While the list has the focus.

    QAction *open, *resume, *takeSettings, *reveal, *forget, *remove, *rename, *star, *note;
    QAction *tickOne, *tickAll, *tickNone;
    QMenu* exports; ///< Filled by the panel.

private:
    QAction* make(const QString& text, const char* name, const QString& help);
};

} // namespace ui
