#pragma once

#include "core/metric/classification.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <vector>

namespace ui {

/// Texts with what a network said of them, as a table. Holds core's values and makes texts for the
/// rows that are seen only, so that 50,000 rows cost nothing.
class PredictionModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Sign, Text, True, Predicted, Confidence, Columns };

    using QAbstractTableModel::QAbstractTableModel;
    void setPredictions(std::vector<core::Prediction> predictions, const QStringList& classes);
    const std::vector<core::Prediction>& predictions() const { return m_predictions; }
    const core::Prediction& at(int row) const { return m_predictions[size_t(row)]; }
    QString className(int index) const; ///< A dash for -1: not known.

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant display(const core::Prediction& prediction, int column) const;
    QString accessible(const core::Prediction& prediction, int column) const;
    std::vector<core::Prediction> m_predictions;
    QStringList m_classes;
};

} // namespace ui
