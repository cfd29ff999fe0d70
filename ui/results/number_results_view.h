#pragma once

#include "core/probe/regression/regression_questions.h"
#include "ui/results/evaluation_view.h"

class QLabel;

namespace ui {

class NumberTable;
class ScatterPlot;

/// Scores of the chosen run on a set of texts with numbers, predicted against true, and each text
/// (N13, V10).
class NumberResultsView : public EvaluationOf<core::AskNumberScores> {
    Q_OBJECT
public:
    explicit NumberResultsView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showScored(const core::ScoredNumbers& scored) override;
    std::vector<Figure> resultFigures() const override;

private:
    void showFigures();
    void point(int index);
    QWidget* buildContent();

    ScatterPlot* m_scatter = nullptr;
    QLabel* m_pointed = nullptr;
    NumberTable* m_table = nullptr;
    core::ScoredNumbers m_scored;
};

} // namespace ui
