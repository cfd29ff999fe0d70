#include "ui/results/prediction_filter.h"

namespace ui {

PredictionFilter::PredictionFilter(PredictionModel& model, QObject* parent)
    : TextFilter(parent), m_model(model)
{
    attach(model);
}

std::vector<std::string_view> PredictionFilter::textsOf(int row) const
{
    return {m_model.at(row).text};
}

void PredictionFilter::modelIsReset()
{
    m_true = m_predicted = kAnyClass;
}

void PredictionFilter::setJudgement(Judgement judgement)
{
    m_judgement = judgement;
    applyConditions();
}

void PredictionFilter::setClasses(int trueClass, int predictedClass)
{
    m_true = trueClass;
    m_predicted = predictedClass;
    applyConditions();
}

const core::Prediction& PredictionFilter::predictionAt(int row) const
{
    return m_model.at(mapToSource(index(row, 0)).row());
}

bool PredictionFilter::accepts(int row) const
{
    const core::Prediction& prediction = m_model.at(row);
    if (m_true != kAnyClass && prediction.label != m_true)
        return false;
    if (m_predicted != kAnyClass && prediction.predicted != m_predicted)
        return false;
    const bool right = prediction.label == prediction.predicted;
    if (m_judgement == Judgement::Right && !right)
        return false;
    return m_judgement != Judgement::Wrong || (!right && prediction.label >= 0);
}

bool PredictionFilter::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const core::Prediction& a = m_model.at(left.row());
    const core::Prediction& b = m_model.at(right.row());
    switch (left.column()) {
    case PredictionModel::Sign: {
        const auto rank = [](const core::Prediction& p) {
            return p.label < 0 ? 2 : p.label == p.predicted ? 1 : 0; // wrong ones first
        };
        return rank(a) < rank(b);
    }
    case PredictionModel::Text:
        return a.text < b.text;
    case PredictionModel::True:
        return a.label < b.label;
    case PredictionModel::Predicted:
        return a.predicted < b.predicted;
    default:
        return a.confidence < b.confidence;
    }
}

} // namespace ui
