#pragma once

#include "core/metric/regression.h"
#include "ui/table/row_table.h"

#include <vector>

namespace ui {

/// As the true answer of a text is written in data, whatever the language: "-1234.5"; empty where
/// it is not known.
QString numberAsData(double number);

/// Texts with their true and predicted numbers and the error. A click or Return opens a text.
/// Written are text,true,predicted,error.
class NumberTable : public RowTable {
    Q_OBJECT
public:
    explicit NumberTable(QWidget* parent = nullptr);
    void setPredictions(const std::vector<core::NumberPrediction>& predictions);
    void setCurrent(int index) { view().setCurrentRow(index); }

Q_SIGNALS:
    void pointed(int index); ///< It became the current one.
    void textActivated(const QString& text, const QString& trueNumber);

private:
    const core::NumberPrediction& at(int row) const { return m_predictions[size_t(row)]; }

    std::vector<core::NumberPrediction> m_predictions;
};

} // namespace ui
