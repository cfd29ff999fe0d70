#pragma once

#include "core/probe/classification/classification_questions.h"
#include "ui/results/evaluation_view.h"

namespace ui {

class ClassScoresTable;
class ConfusionPanel;
class ResultsTable;
class ScoresAndRows;

/// Scores of a classifier on a set of texts, its confusion matrix and each text (M1, V10).
class ResultsView : public EvaluationOf<core::AskScores> {
    Q_OBJECT
public:
    explicit ResultsView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showScored(const core::ScoredTexts& scored) override;
    std::vector<Figure> resultFigures() const override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showFigures();
    QWidget* buildContent();
    void toggleCell(int row, int column);

    ScoresAndRows* m_parts = nullptr;
    ConfusionPanel* m_confusion = nullptr;
    ClassScoresTable* m_classes = nullptr;
    ResultsTable* m_table = nullptr;
    core::ClassificationScores m_scores;
};

} // namespace ui
