#include "ui/setup/raw_rows_model.h"

#include "core/base/message.h"
#include "ui/setup/column_choice.h"
#include "ui/setup/side_name.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QFont>

#include <algorithm>

namespace ui {

namespace {

constexpr size_t kCellCharacters = 300;
constexpr size_t kToolTipCharacters = 2000;

} // namespace

void RawRowsModel::setPreview(const core::DataPreview& preview)
{
    beginResetModel();
    m_columns = preview.columns;
    m_rows = preview.rows;
    m_textColumns = preview.textColumns;
    m_labelColumn = static_cast<int>(preview.labelColumn);
    m_read = preview.read;
    m_sourceLanguage = preview.spec.sourceLanguage;
    m_targetLanguage = preview.spec.targetLanguage;
    endResetModel();
}

int RawRowsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RawRowsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

bool RawRowsModel::isText(int column) const
{
    return std::find(m_textColumns.begin(), m_textColumns.end(), column) != m_textColumns.end();
}

QVariant RawRowsModel::data(const QModelIndex& index, int role) const
{
    const auto& row = m_rows[static_cast<size_t>(index.row())];
    const auto column = static_cast<size_t>(index.column());
    const std::string cell = column < row.size() ? row[column] : std::string();
    switch (role) {
    case Qt::DisplayRole:
        return cell.empty() && isRunningText(m_read) // A line of a running text.
            ? tr("(empty line)")
            : QString::fromStdString(core::shown(cell, kCellCharacters));
    case Qt::ToolTipRole:
        return toolTipText(QString::fromStdString(core::shown(cell, kToolTipCharacters)));
    case Qt::ForegroundRole:
        return cell.empty() ? QVariant(Theme::instance().mutedText()) : QVariant();
    case Qt::BackgroundRole:
        if (isText(index.column()) || isLabel(index.column())) {
            QColor tint = Theme::instance().accent();
            tint.setAlphaF(isLabel(index.column()) ? 0.14F : 0.06F);
            return tint;
        }
        return {};
    default:
        return {};
    }
}

QString RawRowsModel::textName() const
{
    if (hasPairs())
        return sideName(Side::Source, m_sourceLanguage);
    return hasTags() ? tr("words") : tr("text");
}

QString RawRowsModel::answerName() const
{
    if (hasPairs())
        return sideName(Side::Target, m_targetLanguage);
    if (hasTags())
        return tr("tags");
    return hasNumbers() ? tr("number") : tr("label");
}

QString RawRowsModel::use(int column) const
{
    if (isLabel(column))
        return answerName();
    if (isText(column))
        return textName();
    return tr("not used");
}

QVariant RawRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    const bool used = isLabel(section) || isText(section);
    if (role == Qt::DisplayRole) // columns are often named like their use
        return QString::fromStdString(core::shown(m_columns[static_cast<size_t>(section)], 40))
            + QStringLiteral("\n") + (used ? tr("as %1").arg(use(section)) : use(section));
    if (role == Qt::ToolTipRole)
        return toolTipText(
            hasPairs()
                ? tr("Used as: %1. Click to use this column as source or target.").arg(use(section))
                : hasTags()
                ? tr("Used as: %1. Click to use this column as words or tags.").arg(use(section))
                : hasNumbers()
                ? tr("Used as: %1. Click to use this column as text or number.").arg(use(section))
                : tr("Used as: %1. Click to use this column as text or label.").arg(use(section)));
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role == Qt::FontRole && used) {
        QFont font = Theme::instance().textFont();
        font.setBold(true);
        return font;
    }
    return {};
}

} // namespace ui
