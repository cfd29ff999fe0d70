#pragma once

#include "core/data/preview.h"

#include <QAbstractTableModel>

namespace ui {

/// The first rows of the data as read. The header says under each column's name what the column
/// is used as (text and label, or the two sides of a translation), and the cells of used columns
/// stand on a tint.
class RawRowsModel : public QAbstractTableModel {
    Q_OBJECT
public:
    using QAbstractTableModel::QAbstractTableModel;

    void setPreview(const core::DataPreview& preview);
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    bool isText(int column) const;
    bool isLabel(int column) const { return column == m_labelColumn; }
    bool hasPairs() const { return m_read.arePairs(); } ///< The label is the target.
    bool hasNumbers() const { return m_read.answers(core::ColumnKind::Number); }
    bool hasTags() const { return m_read.answers(core::ColumnKind::Tags); }
    QString textName() const; ///< What a text column is, in a word,
    QString answerName() const; ///< and the label column.

private:
    QString use(int column) const;

    std::vector<std::string> m_columns;
    std::vector<std::vector<std::string>> m_rows;
    std::vector<int64_t> m_textColumns;
    int m_labelColumn = -1;
    core::TaskColumns m_read;
    std::string m_sourceLanguage, m_targetLanguage;
};

} // namespace ui
