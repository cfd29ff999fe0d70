#pragma once

#include "core/data/column.h"

#include <QStringList>
#include <QWidget>

class QMenu;
class QPushButton;
class QToolButton;

namespace ui {

/// The ways to data other than dropping it: a dialog for files or a folder, and what was used
/// lately.
class DataSourceBar : public QWidget {
    Q_OBJECT
public:
    explicit DataSourceBar(QWidget* parent = nullptr);

    void setColumns(const core::TaskColumns& columns); ///< What is needed: says what to choose.
    void setRecent(const QStringList& paths);
    void chooseFiles(); ///< Opens the dialog.
    void chooseFolder();

Q_SIGNALS:
    void filesChosen(const QStringList& paths);

private:
    QString m_filesTitle, m_folderTitle; ///< Of the dialogs.
    QToolButton* m_choose;
    QToolButton* m_recent;
    QMenu* m_recentMenu;
};

} // namespace ui
