#pragma once

#include "core/data/cells/column.h"

#include <QStringList>
#include <QWidget>

class QMenu;
class QToolButton;

namespace ui {

/// The ways to data other than dropping it: the dialog, and what was used lately.
class DataSourceBar : public QWidget {
    Q_OBJECT
public:
    explicit DataSourceBar(QWidget* parent = nullptr);

    void setColumns(const core::TaskColumns& columns); ///< What is needed: says what to choose.
    void setRecent(const QStringList& paths);

Q_SIGNALS:
    void openRequested(); ///< By dialog.
    void filesChosen(const QStringList& paths); ///< In the list of recent ones.

private:
    QToolButton* m_choose;
    QToolButton* m_recent;
    QMenu* m_recentMenu;
};

} // namespace ui
