#pragma once

#include "core/probe/question_answering/answer_questions.h"
#include "ui/results/evaluation_view.h"
#include "ui/table/row_table.h"

#include <vector>

class QComboBox;

namespace ui {

/// Questions with their references and the predicted answers, and a filter: right or wrong. A click
/// or Return opens a question.
class AnswerTable : public RowTable {
    Q_OBJECT
public:
    explicit AnswerTable(QWidget* parent = nullptr);
    void setPredictions(const std::vector<core::AnswerPrediction>& predictions);

Q_SIGNALS:
    void questionActivated(const QString& text, const QString& reference);

private:
    void applyFilter();
    const core::AnswerPrediction& at(int row) const { return m_predictions[size_t(row)]; }

    std::vector<core::AnswerPrediction> m_predictions;
    QComboBox* m_judgement = nullptr;
};

/// Exact match and F1 of the chosen run on a set of questions, and each answer.
class AnswerResultsView : public EvaluationOf<core::AskAnswerScores> {
    Q_OBJECT
public:
    explicit AnswerResultsView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showScored() override;
    bool isComparable() const override { return false; } ///< There are no baselines.
    std::vector<Figure> resultFigures() const override;

private:
    void showFigures();

    AnswerTable* m_table = nullptr;
};

} // namespace ui
