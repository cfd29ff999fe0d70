#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// A table cell with a bar behind its number: the bar's length is the share in kShareRole, 0 to 1.
class LossBarDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kShareRole = Qt::UserRole + 1;

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace ui
