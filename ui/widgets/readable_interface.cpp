#include "ui/widgets/readable.h"

#include <QAccessibleWidget>
#include <QPointer>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace ui {

class ReadableWidget;

/// A cell of a table, an item of a list or of a tree.
class ReadableItem : public QAccessibleInterface,
                     public QAccessibleTableCellInterface,
                     public QAccessibleActionInterface {
public:
    ReadableItem(ReadableWidget& owner, int row, int column)
        : m_owner(owner), m_row(row), m_column(column)
    {
    }

    bool isValid() const override;
    QObject* object() const override { return nullptr; }
    QWindow* window() const override;
    QAccessibleInterface* parent() const override;
    QAccessibleInterface* child(int index) const override;
    QAccessibleInterface* childAt(int x, int y) const override;
    int childCount() const override { return int(children().size()); }
    int indexOfChild(const QAccessibleInterface* child) const override;
    QString text(QAccessible::Text which) const override;
    void setText(QAccessible::Text, const QString&) override { }
    QRect rect() const override;
    QAccessible::Role role() const override;
    QAccessible::State state() const override;
    void* interface_cast(QAccessible::InterfaceType type) override;

    int columnExtent() const override { return 1; }
    int rowExtent() const override { return 1; }
    int columnIndex() const override { return m_column; }
    int rowIndex() const override { return m_row; }
    bool isSelected() const override;
    QAccessibleInterface* table() const override;
    /// Headers are no cells here: describing texts name row and column.
    QList<QAccessibleInterface*> columnHeaderCells() const override { return {}; }
    QList<QAccessibleInterface*> rowHeaderCells() const override { return {}; }

    QStringList actionNames() const override;
    void doAction(const QString& name) override;
    QStringList keyBindingsForAction(const QString&) const override { return {}; }

private:
    const Readable& content() const;
    std::vector<int> children() const; ///< Rows below this one in a tree.

    ReadableWidget& m_owner; ///< Owns this.
    int m_row, m_column;
};

class ReadableWidget : public QAccessibleWidget, public QAccessibleTableInterface {
public:
    ReadableWidget(QWidget& widget, Readable& content)
        : QAccessibleWidget(&widget, roleOf(content)), m_shape(content.shape()), m_content(&content)
    {
    }
    ~ReadableWidget() override
    {
        for (const auto& [place, id] : m_items)
            QAccessible::deleteAccessibleInterface(id);
    }

    Readable::Shape shape() const { return m_shape; }
    /// Null only while the widget is being destroyed.
    Readable* content() const { return m_content; }

    QAccessibleInterface* item(int row, int column) const
    {
        if (m_content == nullptr || !m_content->has(row, column))
            return nullptr;
        const auto [place, isNew] = m_items.try_emplace({row, column}, 0);
        if (isNew)
            place->second = QAccessible::registerAccessibleInterface(
                new ReadableItem(const_cast<ReadableWidget&>(*this), row, column));
        return QAccessible::accessibleInterface(place->second);
    }

    /// Rows whose parent is `row`; -1: those without one.
    std::vector<int> below(int row) const
    {
        std::vector<int> found;
        for (int each = 0; each < rowCount(); ++each) {
            if (m_content->parentOf(each) == row)
                found.push_back(each);
        }
        return found;
    }

    bool isValid() const override { return m_content != nullptr && QAccessibleWidget::isValid(); }
    int childCount() const override
    {
        return isTree() ? int(below(-1).size()) : rowCount() * columnCount();
    }
    QAccessibleInterface* child(int index) const override
    {
        if (index < 0 || index >= childCount())
            return nullptr;
        return isTree() ? item(below(-1)[size_t(index)], 0)
                        : item(index / columnCount(), index % columnCount());
    }
    int indexOfChild(const QAccessibleInterface* child) const override
    {
        const auto found = std::find_if(m_items.begin(), m_items.end(), [child](const auto& each) {
            return QAccessible::accessibleInterface(each.second) == child;
        });
        if (found == m_items.end() || !child->isValid())
            return -1;
        const auto [row, column] = found->first;
        return isTree() ? indexIn(below(-1), row) : row * columnCount() + column;
    }
    /// Among the rows below another; -1: it is none of them.
    static int indexIn(const std::vector<int>& rows, int row)
    {
        const auto found = std::find(rows.begin(), rows.end(), row);
        return found == rows.end() ? -1 : int(found - rows.begin());
    }
    QAccessibleInterface* childAt(int x, int y) const override
    {
        for (int row = 0; row < rowCount(); ++row) {
            for (int column = 0; column < columnCount(); ++column) {
                if (m_content->place(row, column).contains(x, y))
                    return item(row, column);
            }
        }
        return nullptr;
    }
    QAccessibleInterface* focusChild() const override
    {
        if (m_content == nullptr || !widget()->hasFocus())
            return nullptr;
        const QPoint cell = m_content->current();
        QAccessibleInterface* found = item(cell.y(), cell.x());
        return found != nullptr ? found : const_cast<ReadableWidget*>(this);
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::TableInterface && !isTree())
            return static_cast<QAccessibleTableInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }

    QAccessibleInterface* caption() const override { return nullptr; }
    QAccessibleInterface* summary() const override { return nullptr; }
    QAccessibleInterface* cellAt(int row, int column) const override { return item(row, column); }
    int columnCount() const override { return m_content != nullptr ? m_content->columns() : 0; }
    int rowCount() const override { return m_content != nullptr ? m_content->rows() : 0; }
    QString columnDescription(int column) const override
    {
        return m_content->header(Qt::Horizontal, column);
    }
    QString rowDescription(int row) const override { return m_content->header(Qt::Vertical, row); }
    bool selectRow(int) override { return false; }
    bool selectColumn(int) override { return false; }
    bool unselectRow(int) override { return false; }
    bool unselectColumn(int) override { return false; }
    bool isRowSelected(int) const override { return false; }
    bool isColumnSelected(int) const override { return false; }
    int selectedRowCount() const override { return 0; }
    int selectedColumnCount() const override { return 0; }
    QList<int> selectedRows() const override { return {}; }
    QList<int> selectedColumns() const override { return {}; }
    int selectedCellCount() const override { return int(selectedCells().size()); }
    QList<QAccessibleInterface*> selectedCells() const override
    {
        const QPoint cell = m_content->current();
        QAccessibleInterface* found = item(cell.y(), cell.x());
        return found != nullptr ? QList{found} : QList<QAccessibleInterface*>{};
    }
    void modelChange(QAccessibleTableModelChangeEvent*) override { }

private:
    static QAccessible::Role roleOf(const Readable& content)
    {
        switch (content.shape()) {
        case Readable::Shape::Table:
            return QAccessible::Table;
        case Readable::Shape::Tree:
            return QAccessible::Tree;
        case Readable::Shape::List:
            break;
        }
        return QAccessible::List;
    }
    bool isTree() const { return m_shape == Readable::Shape::Tree; }

    Readable::Shape m_shape;
    QPointer<Readable> m_content;
    mutable std::map<std::pair<int, int>, QAccessible::Id> m_items; ///< Row and column; as asked.
};

const Readable& ReadableItem::content() const
{
    return *m_owner.content();
}

bool ReadableItem::isValid() const
{
    return m_owner.isValid() && content().has(m_row, m_column);
}

QWindow* ReadableItem::window() const
{
    return m_owner.window();
}

QAccessibleInterface* ReadableItem::parent() const
{
    const int above = isValid() ? content().parentOf(m_row) : -1;
    return above >= 0 ? m_owner.item(above, 0) : &m_owner;
}

std::vector<int> ReadableItem::children() const
{
    const bool tree = isValid() && m_owner.shape() == Readable::Shape::Tree;
    return tree ? m_owner.below(m_row) : std::vector<int>{};
}

QAccessibleInterface* ReadableItem::child(int index) const
{
    const std::vector<int> rows = children();
    return index >= 0 && size_t(index) < rows.size() ? m_owner.item(rows[size_t(index)], 0)
                                                     : nullptr;
}

QAccessibleInterface* ReadableItem::childAt(int x, int y) const
{
    for (int i = 0; i < childCount(); ++i) {
        if (child(i)->rect().contains(x, y))
            return child(i);
    }
    return nullptr;
}

int ReadableItem::indexOfChild(const QAccessibleInterface* child) const
{
    const std::vector<int> rows = children();
    for (size_t i = 0; i < rows.size(); ++i) {
        if (m_owner.item(rows[i], 0) == child)
            return int(i);
    }
    return -1;
}

QString ReadableItem::text(QAccessible::Text which) const
{
    return which == QAccessible::Name && isValid() ? content().text(m_row, m_column) : QString();
}

QRect ReadableItem::rect() const
{
    return isValid() ? content().place(m_row, m_column) : QRect();
}

QAccessible::Role ReadableItem::role() const
{
    switch (m_owner.shape()) {
    case Readable::Shape::Table:
        return QAccessible::Cell;
    case Readable::Shape::Tree:
        return QAccessible::TreeItem;
    case Readable::Shape::List:
        break;
    }
    return QAccessible::ListItem;
}

QAccessible::State ReadableItem::state() const
{
    QAccessible::State state;
    state.invalid = !isValid();
    if (state.invalid)
        return state;
    state.focusable = state.selectable = content().canChoose();
    state.selected = isSelected();
    state.active = state.focused = state.selected && content().owner().hasFocus();
    state.offscreen = state.invisible = rect().isEmpty();
    state.readOnly = true;
    if (childCount() > 0)
        state.expandable = state.expanded = true;
    return state;
}

void* ReadableItem::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TableCellInterface && isValid()
        && m_owner.shape() == Readable::Shape::Table)
        return static_cast<QAccessibleTableCellInterface*>(this);
    if (type == QAccessible::ActionInterface)
        return static_cast<QAccessibleActionInterface*>(this);
    return nullptr;
}

bool ReadableItem::isSelected() const
{
    return isValid() && content().current() == QPoint(m_column, m_row);
}

QAccessibleInterface* ReadableItem::table() const
{
    return &m_owner;
}

QStringList ReadableItem::actionNames() const
{
    return isValid() && content().canChoose() ? QStringList{pressAction()} : QStringList{};
}

void ReadableItem::doAction(const QString& name)
{
    if (isValid() && name == pressAction())
        m_owner.content()->choose(m_row, m_column);
}

QAccessibleInterface* readableInterface(const QString&, QObject* object)
{
    auto* widget = qobject_cast<QWidget*>(object);
    if (widget == nullptr)
        return nullptr;
    auto* content = widget->findChild<Readable*>(QString(), Qt::FindDirectChildrenOnly);
    return content != nullptr ? new ReadableWidget(*widget, *content) : nullptr;
}

} // namespace ui
