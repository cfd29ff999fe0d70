#pragma once

#include "core/data/preview.h"

#include <QAbstractTableModel>
#include <QWidget>

class QMenu;
class QTableView;
class QToolButton;

namespace ui {

class ColumnHeader;

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
    QString textName() const; ///< Names the use of a text column in one word.
    QString answerName() const; ///< Names the use of the label column in one word.

private:
    QString use(int column) const;

    std::vector<std::string> m_columns;
    std::vector<std::vector<std::string>> m_rows;
    std::vector<int64_t> m_textColumns;
    int m_labelColumn = -1;
    core::TaskColumns m_read;
    std::string m_sourceLanguage, m_targetLanguage;
};

/// The table of first rows. A click on a column's header, or the button "Columns" for the keyboard,
/// offers to use the column as text or label; for pairs, as source or target.
class RawRowsTable : public QWidget {
    Q_OBJECT
public:
    explicit RawRowsTable(QWidget* parent = nullptr);

    void setPreview(const core::DataPreview& preview);
    /// Which columns the format and the state of the set-up allow to choose.
    void setChoosable(bool text, bool label);

Q_SIGNALS:
    /// Indices into the preview's columns; the label is -1 when there is none.
    void columnsChosen(const std::vector<int64_t>& textColumns, int labelColumn);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillColumnsMenu();
    void offer(int column, QMenu& menu);
    void useAsText(int column, bool use);
    void useAsLabel(int column);
    void fit(); ///< Fits columns to their contents and the height to the rows.
    enum class Fit { Whole, Scrolled };
    Fit fitColumns();
    void showText(); ///< Scrolls to the text.

    QTableView* m_table;
    ColumnHeader* m_header;
    RawRowsModel* m_model;
    QToolButton* m_button;
    std::vector<int64_t> m_textColumns;
    int m_labelColumn = -1;
    bool m_textChoosable = false;
    bool m_labelChoosable = false;
};

} // namespace ui
