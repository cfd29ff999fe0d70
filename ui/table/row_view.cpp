#include "ui/table/row_view.h"

#include "ui/table/row_model.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/readable.h"
#include "ui/widgets/theme.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QScrollBar>
#include <QStyle>
#include <QTextLayout>
#include <QWidget>

#include <algorithm>
#include <utility>

namespace ui {

namespace {

/// Underlining keeps the widths of letters, so that the text can be elided before it is marked.
QList<QTextLayout::FormatRange> formatsOf(const std::vector<TextPart>& parts, int kept,
                                          bool selected)
{
    QList<QTextLayout::FormatRange> marks;
    for (const TextPart& part : parts) {
        if (part.first >= kept)
            break;
        QTextLayout::FormatRange mark;
        mark.start = part.first;
        mark.length = std::min(part.length, kept - part.first);
        mark.format.setFontUnderline(true);
        if (!selected)
            mark.format.setForeground(Theme::instance().bad());
        marks.append(mark);
    }
    return marks;
}

/// Draws background and selection.
void drawGround(QPainter& painter, const QStyleOptionViewItem& option)
{
    if (option.widget != nullptr)
        option.widget->style()->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, &painter,
                                              option.widget);
}

/// The text colour.
QColor inkOf(const QStyleOptionViewItem& option)
{
    return option.state.testFlag(QStyle::State_Selected)
        ? option.palette.color(QPalette::HighlightedText)
        : Theme::instance().text();
}

constexpr int kCellMargin = 12; ///< Left and right margins of a cell together.
constexpr int kSortArrow = 16;
constexpr int kLeastColumnWidth = 80;
constexpr int kMeasuredRows = 200; ///< More would not be seen at once.

} // namespace

void DifferenceDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                               const QModelIndex& index) const
{
    drawGround(*painter, option);
    constexpr int margin = 4;
    const QRect place = option.rect.adjusted(margin, 0, -margin, 0);
    const QFont font = index.data(Qt::FontRole).value<QFont>();
    const QString whole = index.data().toString();
    const QString text
        = QFontMetrics(font).elidedText(whole, Qt::ElideRight, std::max(place.width(), 0));
    const int kept = int(text == whole ? text.size() : text.size() - 1);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QTextLayout layout(text, font);
    layout.setFormats(
        formatsOf(index.data(RowModel::MarksRole).value<std::vector<TextPart>>(), kept, selected));
    layout.beginLayout();
    QTextLine line = layout.createLine();
    if (line.isValid())
        line.setNumColumns(int(text.size()));
    layout.endLayout();
    if (!line.isValid())
        return;
    painter->save();
    painter->setClipRect(option.rect);
    painter->setPen(inkOf(option));
    layout.draw(painter, QPointF(place.left(), place.center().y() - line.height() / 2.0));
    painter->restore();
}

void NameDelegate::initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->textElideMode = Qt::ElideMiddle;
}

void BarDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                        const QModelIndex& index) const
{
    drawGround(*painter, option);
    const QVariant share = index.data(RowModel::BarRole);
    const Theme& theme = Theme::instance();
    const QFont font = index.data(Qt::FontRole).value<QFont>();
    const QFontMetrics numbers(font);
    constexpr int margin = 4;
    const QString widest = index.data(RowModel::WidestRole).toString();
    const QString number = index.data().toString();
    const QRect place = option.rect.adjusted(margin, 0, -margin, 0);
    // A number that is wider than expected shortens its bar; its digits stay visible.
    const int wanted
        = std::max(numbers.horizontalAdvance(widest.isEmpty() ? QStringLiteral("00.00") : widest),
                   numbers.horizontalAdvance(number));
    const int numberWidth = std::min(wanted + margin, place.width());
    painter->save();
    painter->setFont(font);
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(inkOf(option));
    painter->drawText(QRect(place.left(), place.top(), numberWidth, place.height()),
                      Qt::AlignRight | Qt::AlignVCenter,
                      numbers.elidedText(number, Qt::ElideRight, numberWidth));
    if (!share.isValid()) { // A number without a bar.
        painter->restore();
        return;
    }
    const int room = std::max(place.width() - numberWidth - 2 * margin, 0);
    const int length = std::max(qRound(share.toDouble() * room), 1);
    const int thick = numbers.height() * 2 / 3;
    painter->fillRect(QRect(place.left() + numberWidth + 2 * margin, place.center().y() - thick / 2,
                            length, thick),
                      selected ? painter->pen().color() : theme.accent());
    painter->restore();
}

RowView::RowView(const QString& name, const QString& accessibleName, QWidget* parent)
    : QTableView(parent), m_rows(new RowModel(this)), m_filter(new RowFilter(*m_rows, this))
{
    named(this, name, accessibleName);
    setModel(m_filter);
    lookLikeList();
    connect(this, &QTableView::clicked, this, [this](const QModelIndex& index) {
        Q_EMIT rowActivated(m_filter->sourceRow(index.row()));
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_quiet && currentRow() >= 0)
            Q_EMIT rowChosen(currentRow());
    });
    // Queued: the new style sheet reaches the table only after the theme's own signal.
    connect(&Theme::instance(), &Theme::changed, this, &RowView::restyle, Qt::QueuedConnection);
    restyle();
}

void RowView::lookLikeList()
{
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setWordWrap(false);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setTabKeyNavigation(false);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setMinimumSectionSize(24);
}

void RowView::setColumns(std::vector<RowColumn> columns)
{
    m_rows->setColumns(std::move(columns));
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        if (const RowColumn& each = m_rows->column(column); each.other || each.marks)
            setItemDelegateForColumn(column, new DifferenceDelegate(this));
        else if (m_rows->column(column).bar)
            setItemDelegateForColumn(column, new BarDelegate(this));
        else if (m_rows->column(column).elided == Qt::ElideMiddle)
            setItemDelegateForColumn(column, new NameDelegate(this));
    }
    fitColumns();
}

void RowView::setSortable()
{
    setSortingEnabled(true);
    sortByColumn(-1, Qt::AscendingOrder);
    fitColumns();
}

void RowView::showColumn(int column, bool shown)
{
    if (shown != isColumnHidden(column))
        return;
    setColumnHidden(column, !shown);
    fitColumns();
}

void RowView::setMostRows(int rows)
{
    m_mostRows = rows;
    updateGeometry();
}

void RowView::setLinesPerRow(int lines)
{
    m_linesPerRow = lines;
    setWordWrap(lines > 1);
    m_rows->setHeadingsWrapped(lines > 1);
    restyle();
}

void RowView::fitRows(int most)
{
    setMostRows(most);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void RowView::reset(int rows, const std::function<void()>& replace)
{
    m_quiet = true;
    const int scrolled = verticalScrollBar()->value();
    m_rows->reset(rows, replace);
    grow();
    fitColumns();
    verticalScrollBar()->setValue(scrolled);
    updateGeometry();
    m_quiet = false;
}

void RowView::link(MarkOf rows)
{
    m_mark = std::move(rows);
    setMouseTracking(true);
    connect(this, &QTableView::entered, this,
            [this](const QModelIndex& index) { report(m_filter->sourceRow(index.row()), false); });
    connect(this, &QTableView::viewportEntered, this, [this] { report(-1, false); });
    connect(this, &RowView::rowChosen, this, [this](int row) { report(row, true); });
    connect(&Pointing::instance(), &Pointing::changed, this,
            [this](const std::vector<Mark>& marks, bool, const QObject* by) {
                if (by != this)
                    react(marks);
            });
}

void RowView::report(int row, bool chosen)
{
    m_framed = -1;
    const bool none = row < 0 || row >= m_rows->rowCount();
    Pointing::instance().point(none ? std::vector<Mark>() : std::vector{m_mark(row)}, chosen,
                               *this);
}

void RowView::react(const std::vector<Mark>& marks)
{
    m_framed = -1;
    for (int row = 0; row < m_rows->rowCount(); ++row)
        if (std::find(marks.begin(), marks.end(), m_mark(row)) != marks.end())
            m_framed = row;
    viewport()->update();
}

void RowView::leaveEvent(QEvent* event)
{
    QTableView::leaveEvent(event);
    if (m_mark)
        report(-1, false);
}

void RowView::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const int shown = m_framed < 0 ? -1 : m_filter->shownRow(m_framed);
    if (shown < 0)
        return;
    const QRect row(0, rowViewportPosition(shown), viewport()->width(), rowHeight(shown));
    QPainter painter(viewport());
    drawFocusFrame(painter, row.adjusted(1, 1, -1, -1));
}

int RowView::currentRow() const
{
    return currentIndex().isValid() ? m_filter->sourceRow(currentIndex().row()) : -1;
}

void RowView::setCurrentRow(int row, Scrolling scrolling)
{
    m_quiet = true;
    const int shown = row < 0 ? -1 : m_filter->shownRow(row);
    if (shown < 0) {
        setCurrentIndex({});
        clearSelection();
    } else {
        setAutoScroll(scrolling == Scrolling::ToRow); // Else a hidden table scrolls when shown.
        setCurrentIndex(m_filter->index(shown, 0));
        if (scrolling == Scrolling::ToRow)
            scrollTo(currentIndex());
        setAutoScroll(true);
    }
    m_quiet = false;
}

QSize RowView::sizeHint() const
{
    if (m_mostRows == 0)
        return QTableView::sizeHint();
    const int rows = std::min(m_filter->rowCount(), m_mostRows);
    return {320,
            horizontalHeader()->sizeHint().height() + rows * verticalHeader()->defaultSectionSize()
                + 4};
}

void RowView::restyle()
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    verticalHeader()->setDefaultSectionSize(grownRow(1.0));
    if (m_linesPerRow > 1)
        horizontalHeader()->setFixedHeight(m_linesPerRow * line + 12);
    m_growth = 1.0;
    grow();
    fitColumns();
    updateGeometry();
}

int RowView::grownRow(double growth) const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    return int(m_linesPerRow * line * growth) + 8;
}

/// A table that is as tall as its rows does not grow.
double RowView::growth() const
{
    constexpr double kMost = 2.0;
    const int rows = m_filter->rowCount();
    if (!Theme::instance().presentation() || m_mostRows > 0 || rows == 0)
        return 1.0;
    int across = 0;
    for (int column = 0; column < m_rows->columnCount(); ++column)
        if (!isColumnHidden(column))
            across += std::max(ownWidth(column), wholeWidth(column) + kCellMargin);
    const int down = rows * grownRow(1.0);
    const QSize room(viewport()->width(), height() - horizontalHeader()->height() - 2);
    return std::clamp(
        std::min(double(room.width()) / std::max(across, 1), double(room.height()) / down), 1.0,
        kMost);
}

void RowView::grow()
{
    const double before = std::exchange(m_growth, 1.0); // Widths are measured without it.
    m_growth = growth();
    m_rows->setTypeFactor(m_growth);
    if (m_growth == before)
        return;
    verticalHeader()->setDefaultSectionSize(grownRow(m_growth));
    viewport()->update();
}

/// Width of the widest text in the column and of its bar.
int RowView::wholeWidth(int column) const
{
    constexpr int kBar = 8; // Letters at least.
    const Theme& theme = Theme::instance();
    const QFontMetrics strong(bold(theme.sized(theme.textFont(), m_growth)));
    int width = 0;
    for (int row = 0; row < std::min(m_rows->rowCount(), kMeasuredRows); ++row)
        width = std::max(width,
                         strong.horizontalAdvance(m_rows->index(row, column).data().toString()));
    return m_rows->column(column).bar ? width + kBar * strong.averageCharWidth() : width;
}

/// That of the texts, up to its letters; texts leave room for other columns.
int RowView::contentWidth(int column) const
{
    const RowColumn& described = m_rows->column(column);
    const Theme& theme = Theme::instance();
    const QFontMetrics strong(bold(theme.sized(theme.textFont(), m_growth)));
    const int width = std::min(wholeWidth(column), described.letters * strong.averageCharWidth());
    const bool givesWay = described.alignment == Qt::AlignLeft && described.share <= 0.0;
    return givesWay ? std::min(width, viewport()->width() / 5) : width;
}

int RowView::ownWidth(int column) const
{
    const RowColumn& described = m_rows->column(column);
    const QFontMetrics words(Theme::instance().textFont());
    const int head = words.horizontalAdvance(described.title);
    if (described.letters > 0)
        return std::max(head, contentWidth(column)) + kCellMargin;
    const Theme& theme = Theme::instance();
    const QFontMetrics strong(bold(theme.sized(theme.numberFont(), m_growth)));
    const bool whole = theme.presentation() && !described.bar; // No number is cut there.
    return std::max({head + (isSortingEnabled() ? kSortArrow : 0),
                     strong.horizontalAdvance(described.widest), whole ? wholeWidth(column) : 0})
        + kCellMargin;
}

/// Numbers get their full width; texts share the remaining width, and the last one takes the rest.
void RowView::fitColumns()
{
    int left = viewport()->width(), last = -1;
    double shares = 0.0;
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        if (isColumnHidden(column))
            continue;
        const double share = m_rows->column(column).share;
        if (share > 0.0)
            last = column;
        shares += share;
        if (share <= 0.0) {
            setColumnWidth(column, ownWidth(column));
            left -= columnWidth(column);
        }
    }
    for (int column = 0; column < m_rows->columnCount(); ++column) {
        const RowColumn& described = m_rows->column(column);
        if (described.share <= 0.0 || isColumnHidden(column))
            continue;
        const int width = std::max(int(left * described.share / shares), kLeastColumnWidth);
        shares -= described.share;
        const bool shorter = described.letters > 0 && column != last;
        setColumnWidth(column, shorter ? std::min(width, ownWidth(column)) : width);
        left = std::max(left - columnWidth(column), 0);
    }
}

void RowView::resizeEvent(QResizeEvent* event)
{
    QTableView::resizeEvent(event);
    grow();
    fitColumns();
}

void RowView::keyPressEvent(QKeyEvent* event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (!isReturn || currentRow() < 0) {
        QTableView::keyPressEvent(event);
        return;
    }
    Q_EMIT returnPressed(currentRow());
    Q_EMIT rowActivated(currentRow());
}

} // namespace ui
