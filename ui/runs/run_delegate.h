#pragma once

#include <QStyledItemDelegate>

namespace ui {

class RunListModel;

/// Paints a run: check box, line sample and name; state and best value; differences.
class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit RunDelegate(const RunListModel& model, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    QRect checkRect(const QStyleOptionViewItem& option) const;
    void paintTexts(QPainter& painter, const QStyleOptionViewItem& option, int row,
                    const QRect& room) const;
    const RunListModel& m_model;
};

} // namespace ui
