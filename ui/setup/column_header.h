#pragma once

#include <QHeaderView>

namespace ui {

/// A horizontal header that looks and works as a row of buttons: an arrow in each section, a hand
/// cursor, and the section under the pointer underlined. Tab reaches it, the arrow keys move
/// between sections, and Space, Enter or Down press one.
class ColumnHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit ColumnHeader(QWidget* parent = nullptr);

    void setPressable(bool pressable); ///< False: only titles.

Q_SIGNALS:
    void pressed(int column,
                 const QPoint& below); ///< @param below  position on the screen for a menu.

protected:
    void paintSection(QPainter* painter, const QRect& area, int column) const override;
    QSize sectionSizeFromContents(int column) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void press(int column);
    void setHovered(int column);

    bool m_pressable = false;
    int m_hovered = -1;
    int m_current = 0; ///< Column with the keyboard focus.
};

} // namespace ui
