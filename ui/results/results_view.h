#pragma once

#include "core/metric/classification.h"
#include "core/probe/classification/classification_questions.h"
#include "ui/results/evaluation_view.h"
#include "ui/table/row_table.h"

#include <QStringList>

namespace ui {

class ClassScoresTable;
class ConfusionPanel;
class ScoresAndRows;

/// The table of predictions with its filters: words in the text, right or wrong, a cell of the
/// confusion matrix. A click or Return opens a text. Written are text,true,predicted,confidence,
/// right and one column "p(class)" a class.
class ResultsTable : public RowTable {
    Q_OBJECT
public:
    enum Column { Sign, Text, True, Predicted, Confidence };
    enum class Filtered { No, Yes };

    explicit ResultsTable(QWidget* parent = nullptr);
    void setPredictions(const std::vector<core::Prediction>& predictions,
                        const QStringList& classes);
    /// Shows the texts of one cell of the confusion matrix, or all when it is shown already.
    Filtered toggleClasses(int trueClass, int predictedClass);

Q_SIGNALS:
    void textActivated(const QString& text, const QString& trueClass);
    void classesCleared();

private:
    std::vector<RowColumn> columns() const;
    RowColumn signColumn() const;
    void buildFilters();
    void fillClasses(const QStringList& classes);
    void applyFilters();
    bool isShown(const core::Prediction& prediction) const;
    const core::Prediction& at(int row) const { return m_predictions[size_t(row)]; }
    QString className(int index) const; ///< A dash for -1: not known.

    std::vector<core::Prediction> m_predictions;
    QStringList m_classes;
    QComboBox *m_judgement = nullptr, *m_true = nullptr, *m_predicted = nullptr;
};

/// Scores of a classifier on a set of texts, its confusion matrix and each text (M1, V10).
class ResultsView : public EvaluationOf<core::AskScores> {
    Q_OBJECT
public:
    explicit ResultsView(ViewContext& context, QWidget* parent = nullptr);

protected:
    void showScored() override;
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
};

} // namespace ui
