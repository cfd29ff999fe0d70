#pragma once

#include <QStyledItemDelegate>

namespace ui {

class RunListModel;

/// Paints a run: check box, line sample, name and star; state and best value; what it is, in as
/// many lines as that takes. Headings of groups, too.
class RunDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit RunDelegate(const RunListModel& model, QObject* parent = nullptr);

    /// Shows check boxes and lines only.
    void setFolded(bool folded) { m_folded = folded; }
    static int signWidth(); ///< Their width, with margins.

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

protected:
    bool editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                     const QModelIndex& index) override;

private:
    QRect checkRect(const QStyleOptionViewItem& option) const;
    QRect nameRect(const QStyleOptionViewItem& option) const;
    void paintHeading(QPainter& painter, const QRect& rect, const QString& text) const;
    int subtitleHeight(int row, int width) const;
    std::pair<QString, QString> stateAndBest(int row, int width) const;
    void paintTexts(QPainter& painter, const QStyleOptionViewItem& option, int row,
                    const QRect& room) const;
    const RunListModel& m_model;
    bool m_folded = false;
};

} // namespace ui
