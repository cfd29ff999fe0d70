#pragma once

#include "core/metric/classification.h"

#include <QStringList>
#include <QWidget>

#include <string>
#include <vector>

class QComboBox;
class QLabel;
class QTableView;
class QToolButton;

namespace ui {

class PredictionFilter;
class PredictionModel;

/// The table of predictions with its filters: words in the text, right or wrong, a cell of the
/// confusion matrix. A click or Return opens a text.
class ResultsTable : public QWidget {
    Q_OBJECT
public:
    enum class Filtered { No, Yes };

    explicit ResultsTable(QWidget* parent = nullptr);
    void setPredictions(const std::vector<core::Prediction>& predictions,
                        const QStringList& classes);
    /// Shows the texts of one cell of the confusion matrix, or all when it is shown already.
    Filtered toggleClasses(int trueClass, int predictedClass);
    /// What is shown, in the order shown: text,true,predicted,confidence,right and one column
    /// "p(class)" a class.
    std::string csv() const;

Q_SIGNALS:
    void textActivated(const QString& text);
    void classesCleared();
    void exportRequested();

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget* buildFilters();
    void buildTable();
    void restyle();
    void activate(int row);
    void showCount();
    PredictionModel* m_model;
    PredictionFilter* m_filter;
    QTableView* m_table;
    QComboBox *m_trueBox = nullptr, *m_predictedBox = nullptr;
    QLabel* m_count = nullptr;
    QStringList m_classes;
};

} // namespace ui
