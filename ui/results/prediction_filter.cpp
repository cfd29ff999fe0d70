#include "ui/results/prediction_filter.h"

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kSliceBytes = 1 << 20; ///< Searched in a few milliseconds.

} // namespace

PredictionFilter::PredictionFilter(PredictionModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model)
{
    setSourceModel(&model);
    setDynamicSortFilter(true);
    connect(&m_slices, &QTimer::timeout, this, &PredictionFilter::searchSlice);
    connect(&model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_slices.stop();
        m_found.clear();
        m_true = m_predicted = kAnyClass;
    });
    connect(&model, &QAbstractItemModel::modelReset, this, &PredictionFilter::restart);
}

void PredictionFilter::setText(const QString& text)
{
    if (text == m_text)
        return;
    m_text = text;
    restart();
}

void PredictionFilter::restart()
{
    m_finding.clear();
    if (!m_text.isEmpty()) {
        m_slices.start(0);
        return;
    }
    m_slices.stop();
    m_found.clear();
    invalidateFilter();
    Q_EMIT filtered();
}

void PredictionFilter::searchSlice()
{
    const std::vector<core::Prediction>& all = m_model.predictions();
    for (size_t bytes = 0; m_finding.size() < all.size() && bytes < kSliceBytes;) {
        const std::string& text = all[m_finding.size()].text;
        bytes += text.size() + 64;
        const bool found = QString::fromStdString(text).contains(m_text, Qt::CaseInsensitive);
        m_finding.push_back(found ? 1 : 0);
    }
    if (m_finding.size() < all.size())
        return;
    m_slices.stop();
    m_found.swap(m_finding);
    invalidateFilter();
    Q_EMIT filtered();
}

void PredictionFilter::setJudgement(Judgement judgement)
{
    m_judgement = judgement;
    invalidateFilter();
    Q_EMIT filtered();
}

void PredictionFilter::setClasses(int trueClass, int predictedClass)
{
    m_true = trueClass;
    m_predicted = predictedClass;
    invalidateFilter();
    Q_EMIT filtered();
}

const core::Prediction& PredictionFilter::predictionAt(int row) const
{
    return m_model.at(mapToSource(index(row, 0)).row());
}

bool PredictionFilter::filterAcceptsRow(int row, const QModelIndex&) const
{
    const core::Prediction& prediction = m_model.at(row);
    if (m_true != kAnyClass && prediction.label != m_true)
        return false;
    if (m_predicted != kAnyClass && prediction.predicted != m_predicted)
        return false;
    const bool right = prediction.label == prediction.predicted;
    if (m_judgement == Judgement::Right && !right)
        return false;
    if (m_judgement == Judgement::Wrong && (right || prediction.label < 0))
        return false;
    return m_found.empty() || size_t(row) >= m_found.size() || m_found[size_t(row)] != 0;
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
