#pragma once

#include "core/metric/classification.h"
#include "ui/results/row_table.h"

#include <QStringList>

#include <string>
#include <vector>

namespace ui {

class PredictionFilter;
class PredictionModel;

/// The table of predictions with its filters: words in the text, right or wrong, a cell of the
/// confusion matrix. A click or Return opens a text.
class ResultsTable : public RowTable {
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

protected:
    void activate(int row) override;
    QString countText(int shown, int all) const override;
    void fitColumns() override;

private:
    void buildFilters();
    PredictionModel* m_model;
    PredictionFilter* m_filter;
    QComboBox *m_trueBox = nullptr, *m_predictedBox = nullptr;
    QStringList m_classes;
};

} // namespace ui
