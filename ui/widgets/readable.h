#pragma once

#include <QObject>
#include <QPoint>
#include <QRect>
#include <QString>

#include <functional>

class QAccessibleInterface;
class QPainter;
class QWidget;

namespace ui {

/// The content of a painted widget for assistive technology: Qt's accessibility interface presents
/// it as a list, a table or a tree of texts. Each such widget makes one in its constructor and owns
/// it; the functions are called while the widget lives.
class Readable : public QObject {
    Q_OBJECT
public:
    enum class Shape {
        List, ///< One column.
        Table,
        Tree ///< One column; a row is a child of an earlier one.
    };

    struct Content {
        Shape shape = Shape::List;
        std::function<int()> rows;
        std::function<int()> columns = {}; ///< Only of a table.
        std::function<QString(int row, int column)> text;
        /// In the widget, or in its viewport; empty where nothing of it can be seen.
        std::function<QRect(int row, int column)> place = {};
        std::function<QPoint()> current = {}; ///< Column and row; a negative one: none.
        std::function<void(int row, int column)> choose = {}; ///< Makes it the current one.
        std::function<QString(Qt::Orientation, int index)> header = {}; ///< Only of a table.
        std::function<int(int row)> parent = {}; ///< Only of a tree; -1: none.
    };

    Readable(QWidget& owner, Content content);

    QWidget& owner() const;
    QWidget& canvas() const; ///< The viewport of an owner that scrolls, else the owner.
    Shape shape() const { return m_content.shape; }
    int rows() const { return m_content.rows(); }
    int columns() const { return m_content.columns ? m_content.columns() : 1; }
    bool has(int row, int column) const;
    QString text(int row, int column) const { return m_content.text(row, column); }
    QRect place(int row, int column) const; ///< On the screen; empty: out of sight.
    QPoint current() const; ///< (-1, -1): none.
    bool canChoose() const { return m_content.choose != nullptr; }
    void choose(int row, int column);
    QString header(Qt::Orientation side, int index) const;
    int parentOf(int row) const { return m_content.parent ? m_content.parent(row) : -1; }

    /// The current item is another; also done when the widget gets the focus.
    void announce();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

    Content m_content;
};

/// Qt's accessibility interface of a widget that has a Readable; null for any other.
QAccessibleInterface* readableInterface(const QString& className, QObject* object);

/// Where the keyboard is, to be seen: around what a painted widget shows.
void drawFocusFrame(QPainter& painter, const QRect& area);

} // namespace ui
