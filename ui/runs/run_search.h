#pragma once

#include "ui/runs/run_list_model.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QMenu;

namespace ui {

/// Above the list of runs: which of them are listed, and how they are grouped.
class RunSearch : public QWidget {
    Q_OBJECT
public:
    explicit RunSearch(QWidget* parent = nullptr);

    void clear(); ///< Every run is listed again.
    void setNothingFound(bool nothing);

Q_SIGNALS:
    void filterChanged(const QString& text);
    void groupingChanged(ui::RunGrouping grouping);

private:
    QMenu* makeGroupMenu();

    QLineEdit* m_filter;
    QLabel* m_nothing;
};

} // namespace ui
