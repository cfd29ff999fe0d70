#pragma once

#include "ui/results/prediction_model.h"

#include <QSortFilterProxyModel>
#include <QTimer>

#include <vector>

namespace ui {

/// Which predictions are shown, and in what order. Texts are searched in slices between other
/// events, because 50,000 of them take longer than a frame.
class PredictionFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    enum class Judgement { All, Right, Wrong };
    static constexpr int kAnyClass = -1;

    explicit PredictionFilter(PredictionModel& model, QObject* parent = nullptr);

    void setText(const QString& text); ///< Letters of either case; empty: all.
    void setJudgement(Judgement judgement);
    void setClasses(int trueClass, int predictedClass); ///< kAnyClass: all.
    int trueClass() const { return m_true; }
    int predictedClass() const { return m_predicted; }
    const core::Prediction& predictionAt(int row) const; ///< Of a shown row.

Q_SIGNALS:
    void filtered(); ///< What is shown is up to date.

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    void restart();
    void searchSlice();
    PredictionModel& m_model;
    QString m_text;
    Judgement m_judgement = Judgement::All;
    int m_true = kAnyClass, m_predicted = kAnyClass;
    std::vector<char> m_found; ///< One a row; empty: no text is looked for.
    std::vector<char> m_finding; ///< Being filled.
    QTimer m_slices;
};

} // namespace ui
