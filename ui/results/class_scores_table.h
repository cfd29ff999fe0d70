#pragma once

#include "core/metric/classification.h"

#include <QTableWidget>

namespace ui {

/// Precision, recall, F1 and support of every class, and their unweighted means.
class ClassScoresTable : public QTableWidget {
    Q_OBJECT
public:
    explicit ClassScoresTable(QWidget* parent = nullptr);
    void setScores(const core::ClassificationScores& scores);
    QSize sizeHint() const override;

private:
    void setLine(int row, const QString& name, const QStringList& numbers);
    void restyle();
};

} // namespace ui
