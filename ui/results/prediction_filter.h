#pragma once

#include "ui/results/prediction_model.h"
#include "ui/results/text_filter.h"

namespace ui {

/// Which predictions are shown, and in what order.
class PredictionFilter : public TextFilter {
    Q_OBJECT
public:
    enum class Judgement { All, Right, Wrong };
    static constexpr int kAnyClass = -1;

    explicit PredictionFilter(PredictionModel& model, QObject* parent = nullptr);

    void setJudgement(Judgement judgement);
    void setClasses(int trueClass, int predictedClass); ///< kAnyClass: all.
    int trueClass() const { return m_true; }
    int predictedClass() const { return m_predicted; }
    const core::Prediction& predictionAt(int row) const; ///< Of a shown row.

protected:
    std::vector<std::string_view> textsOf(int row) const override;
    bool accepts(int row) const override;
    void modelIsReset() override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    PredictionModel& m_model;
    Judgement m_judgement = Judgement::All;
    int m_true = kAnyClass, m_predicted = kAnyClass;
};

} // namespace ui
