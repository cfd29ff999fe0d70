#include "ui/results/prediction_model.h"

#include "ui/results/text_beginning.h"
#include "ui/text/sentences.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

namespace ui {

namespace {

bool judged(const core::Prediction& prediction)
{
    return prediction.label >= 0;
}

bool right(const core::Prediction& prediction)
{
    return prediction.label == prediction.predicted;
}

} // namespace

void PredictionModel::setPredictions(std::vector<core::Prediction> predictions,
                                     const QStringList& classes)
{
    beginResetModel();
    m_predictions = std::move(predictions);
    m_classes = classes;
    endResetModel();
}

QString PredictionModel::className(int index) const
{
    return m_classes.value(index, QStringLiteral("\u2013"));
}

int PredictionModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_predictions.size());
}

int PredictionModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(Columns);
}

QVariant PredictionModel::display(const core::Prediction& prediction, int column) const
{
    switch (column) {
    case Sign:
        if (!judged(prediction))
            return {};
        return right(prediction) ? QStringLiteral("\u2713") : QStringLiteral("\u2717");
    case Text:
        return beginning(prediction.text, kShownBytes);
    case True:
        return className(prediction.label);
    case Predicted:
        return className(prediction.predicted);
    case Confidence:
        return percent(prediction.confidence);
    default:
        return {};
    }
}

QString PredictionModel::accessible(const core::Prediction& prediction, int column) const
{
    if (column != Sign)
        return display(prediction, column).toString();
    if (!judged(prediction))
        return tr("true class not known");
    return right(prediction) ? tr("right") : tr("wrong");
}

QVariant PredictionModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const core::Prediction& prediction = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return display(prediction, index.column());
    case Qt::AccessibleTextRole:
        return accessible(prediction, index.column());
    case Qt::ToolTipRole:
        return toolTipText(index.column() == Text ? beginning(prediction.text, kToolTipBytes)
                                                  : accessible(prediction, index.column()));
    case Qt::ForegroundRole:
        if (index.column() == Sign && judged(prediction))
            return right(prediction) ? Theme::instance().good() : Theme::instance().bad();
        return {};
    case Qt::FontRole:
        return index.column() == Confidence ? Theme::instance().numberFont()
                                            : Theme::instance().textFont();
    case Qt::TextAlignmentRole:
        if (index.column() == Confidence)
            return int(Qt::AlignRight | Qt::AlignVCenter);
        return int((index.column() == Sign ? Qt::AlignHCenter : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant PredictionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == Confidence ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole && section == Confidence)
        return tr("Probability that the network gives to the class it predicts");
    if (role == Qt::AccessibleTextRole && section == Sign)
        return tr("Right or wrong");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Sign:
        return QString();
    case Text:
        return tr("Text");
    case True:
        return tr("True");
    case Predicted:
        return tr("Predicted");
    case Confidence:
        return tr("Confidence");
    default:
        return {};
    }
}

} // namespace ui
