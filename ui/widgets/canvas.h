#pragma once

#include "ui/widgets/pointing.h"
#include "ui/widgets/readable.h"

#include <QAbstractScrollArea>

#include <optional>
#include <vector>

class QKeyEvent;

namespace ui {

/// The items of a widget that paints itself. One of them can be current: the mouse, keys and screen
/// readers choose it. The item under the pointer has a tool tip. The widget tells where its items
/// are and what they mean, and draws them.
///
/// An item is a column and a row, as in Readable; (-1, -1) is none. Lists have one column.
class Items : public Readable {
    Q_OBJECT
public:
    enum class Flow { Across, Down }; ///< Direction of a list: the arrow keys that step through it.
    enum class Activation {
        None,
        Press, ///< A click or Return.
        DoubleClick ///< A double click or Return.
    };

    /// How items react; an empty function means the default.
    struct Handling {
        Flow flow = Flow::Across;
        Activation activation = Activation::None;
        bool clears = false; ///< A click beside all items, or Escape, leaves none current.
        /// Item at a position in the viewport. Default: the item whose place contains it.
        std::function<QPoint(const QPoint&)> at = {};
        /// Item that a key leads to; none: stays. Without a value the default applies: arrow keys,
        /// Home and End, in lists that flow down also Page Up and Page Down.
        std::function<std::optional<QPoint>(int key)> byKey = {};
        std::function<int()> page = {}; ///< Rows that Page Up and Page Down step over.
        /// Tool tip at a position, over an item or over none. Default: the text of the item.
        std::function<QString(const QPoint& item, const QPoint& position)> tip = {};
    };

    /// Content with functions `current` and `choose` keeps the current item itself; a widget that
    /// clears is then asked to choose row and column -1.
    Items(QWidget& owner, Content content, Handling handling);
    Items(QWidget& owner, Content content) : Items(owner, std::move(content), Handling()) { }

    /// Has other views frame what the pointer is at, and frames here what it is at in others; what
    /// is chosen there becomes current here. @param columns  empty for a list.
    void link(MarkOf rows, MarkOf columns = {});
    /// Makes `item` current, which `currentChanged` and `pointed` report.
    void setCurrent(QPoint item);
    void setCurrentRow(int row) { setCurrent(row < 0 ? QPoint(-1, -1) : QPoint(0, row)); }
    int currentRow() const { return current().y(); } ///< -1: none.
    void clear() { m_current = m_hovered = {-1, -1}; } ///< Without a signal: other items are shown.
    QPoint hovered() const { return m_hovered; } ///< Under the pointer.
    QPoint pointedItem() const { return m_hovered.x() >= 0 ? m_hovered : current(); }
    /// Frames what is pointed at in other views, and shows where the keyboard focus is if no
    /// current item does. Called at the end of painting.
    void drawFrames(QPainter& painter) const;

Q_SIGNALS:
    void currentChanged(QPoint item);
    void pointed(QPoint item); ///< Under the pointer, or the current one.
    void activated(QPoint item);
    void pressed(); ///< A mouse button, anywhere in the widget; before an item becomes current.
    void dragged(QPoint from, QPoint to); ///< With the left button, over these items.

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QPoint itemAt(const QPoint& position) const;
    std::optional<QPoint> itemByKey(int key) const;
    void hover(QPoint item);
    bool press(const QPoint& position);
    bool press(const QKeyEvent& key);
    void move(const QPoint& position, bool pressed);
    void activate(QPoint item);
    void showTip(const QPoint& position, const QPoint& onScreen);
    void report(bool chosen);
    void react(const std::vector<Mark>& marks, bool chosen);

    Handling m_handling;
    MarkOf m_rowMark, m_columnMark; ///< Empty: not linked.
    std::vector<QRect> m_framed; ///< Columns and rows pointed at elsewhere, as rectangles of items.
    QPoint m_current{-1, -1}, m_hovered{-1, -1};
    QPoint m_draggedFrom{-1, -1};
};

/// The item of a list at `position`. @param places  those of the items.
QPoint itemAt(const std::vector<QRect>& places, const QPoint& position);

/// A widget that draws its content, on the screen and into exported pictures alike, and draws it
/// again when the theme changes.
class Canvas : public QWidget {
    Q_OBJECT
public:
    virtual void draw(QPainter& painter, const QRect& box) const = 0;

protected:
    explicit Canvas(QWidget* parent);
    void paintEvent(QPaintEvent* event) override;
    /// The content or the theme has changed: its size may have changed as well.
    virtual void restyle();
    void wrapInWidth(QSizePolicy::Policy across); ///< Its height depends on its width.

private:
    Items* items() const;
};

/// A picture that scrolls.
class ScrollCanvas : public QAbstractScrollArea {
    Q_OBJECT
protected:
    explicit ScrollCanvas(QWidget* parent);
    virtual void layOut() = 0; ///< The size or the content has changed.
    virtual void restyle() { layOut(); } ///< The theme has changed.
    void resizeEvent(QResizeEvent* event) override;

    QPoint scrolled() const;
    /// @param whole  size of what scrolls. @param room  size in which it is seen.
    /// @param step  distance that one step of a scroll bar covers.
    void setScrolling(const QSize& whole, const QSize& room, const QSize& step);
    /// Scrolls no further than needed to bring `place` into `room`, both in the viewport.
    void scrollTo(const QRect& place, const QRect& room);
};

} // namespace ui
