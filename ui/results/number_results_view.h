#pragma once

#include "core/metric/regression.h"
#include "core/probe/regression/regression_questions.h"
#include "ui/results/evaluation_view.h"
#include "ui/table/row_table.h"

#include <vector>

class QLabel;

namespace ui {

class ScatterPlot;

/// A target as data files write it, in any locale: "-1234.5"; empty: unknown.
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

/// Scores of the chosen run on a set of texts with numbers, predicted against true, and each text
/// (N13, V10).
class NumberResultsView : public EvaluationOf<core::AskNumberScores> {
    Q_OBJECT
public:
    explicit NumberResultsView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showScored() override;
    std::vector<Figure> resultFigures() const override;

private:
    void showFigures();
    void point(int index);
    QWidget* buildContent();

    ScatterPlot* m_scatter = nullptr;
    QLabel* m_pointed = nullptr;
    NumberTable* m_table = nullptr;
};

} // namespace ui
