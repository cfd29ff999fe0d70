#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// A text of which some parts (RowModel::MarksRole) are underlined and coloured.
class DifferenceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// A number with a bar beside it: its length is the share in RowModel::BarRole, 0 to 1.
class BarDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace ui
