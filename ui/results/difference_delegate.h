#pragma once

#include <QStyledItemDelegate>

namespace ui {

/// A text of which the words that another text lacks are underlined (and coloured).
class DifferenceDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    static constexpr int kOtherRole = Qt::UserRole + 2; ///< The text to compare with.

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

} // namespace ui
