#pragma once

#include "core/task/classification/classification_questions.h"
#include "ui/results/evaluation_view.h"

class QLabel;

namespace ui {

class ClassScoresTable;
class ColourScale;
class HeatMap;
class ResultsTable;
class Splitter;

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
    QWidget* buildConfusion();
    bool isWide() const;
    void arrange();
    void drawConfusion(QPainter& painter) const;
    void writeConfusion(TableText& table) const;
    void showConfusion();
    QString describeCell(int row, int column) const;
    void toggleCell(int row, int column);

    Splitter *m_splitter = nullptr, *m_scoresSplitter = nullptr;
    ColourScale* m_scale = nullptr;
    HeatMap* m_confusion = nullptr;
    QLabel* m_pointed = nullptr;
    ClassScoresTable* m_classes = nullptr;
    ResultsTable* m_table = nullptr;
    core::ClassificationScores m_scores;
};

} // namespace ui
