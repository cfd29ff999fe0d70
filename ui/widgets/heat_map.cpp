#include "ui/widgets/heat_map.h"

#include "ui/text/sentences.h"
#include "ui/widgets/colour_raster.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

namespace {

constexpr int kTallestCell = 5; ///< Lines of type.
constexpr int kWidestCell = 2; ///< Heights: a diagonal still looks like one.
constexpr int kWidestPresented = 4, kTallestPresented = 2; ///< Heights, widths: fill the screen.
constexpr double kTextShare = 0.6,
                 kLargestText = 3.0; ///< Share of a cell; in sizes of other texts.
constexpr int kLongestLabel = 9; ///< Lines of type.

int widestLabel(const QStringList& labels, const QFontMetrics& metrics)
{
    int width = 0;
    for (const QString& label : labels)
        width = std::max(width, metrics.horizontalAdvance(label));
    return width + 2; // A text may be elided if the width is just its own.
}

} // namespace

HeatMap::HeatMap(QWidget* parent)
    : ScrollCanvas(parent)
    , m_items(new Items(
          *this,
          {.shape = Readable::Shape::Table,
           .rows = [this] { return m_content.rows; },
           .columns = [this] { return m_content.columns; },
           .text = [this](int row, int column) { return describe(row, column); },
           .place = [this](int row, int column) { return cellRect(row, column) & cellsInSight(); },
           .header =
               [this](Qt::Orientation side, int index) {
                   return (side == Qt::Horizontal ? m_content.columnLabels : m_content.rowLabels)
                       .value(index);
               }},
          {.activation = Items::Activation::Press,
           .at = [this](const QPoint& position) { return cellAt(position); },
           .tip =
               [this](const QPoint& cell, const QPoint& position) {
                   return cell.x() >= 0 ? describe(cell.y(), cell.x()) : labelTip(position);
               }}))
{
    setMinimumSize(140, 120);
    m_items->link([this](int row) { return m_content.rowMark ? m_content.rowMark(row) : Mark(); },
                  [this](int column) {
                      return m_content.columnMark ? m_content.columnMark(column) : Mark();
                  });
    connect(m_items, &Items::currentChanged, this, [this](QPoint cell) {
        if (cell.x() >= 0)
            scrollTo(cellRect(cell.y(), cell.x()), cellsInSight());
    });
    connect(m_items, &Items::pointed, this,
            [this](QPoint cell) { Q_EMIT cellPointed(cell.y(), cell.x()); });
    connect(m_items, &Items::activated, this,
            [this](QPoint cell) { Q_EMIT cellActivated(cell.y(), cell.x()); });
    connect(m_items, &Items::dragged, this, [this](QPoint from, QPoint to) {
        Q_EMIT columnsDragged(std::min(from.x(), to.x()), std::max(from.x(), to.x()));
    });
}

void HeatMap::setContent(HeatMapContent content)
{
    const bool sameShape = content.rows == m_content.rows && content.columns == m_content.columns;
    keepRoom(content);
    m_content = std::move(content);
    if (!sameShape)
        m_items->clear();
    restyle();
}

void HeatMap::keepRoom(const HeatMapContent& content)
{
    const bool fits = content.columnLabels == m_content.columnLabels && content.rows <= m_roomRows
        && 2 * content.rows > m_roomRows;
    if (!fits) {
        m_roomRows = content.rows;
        m_roomLabel.clear();
    }
    const QFontMetrics metrics(Theme::instance().textFont());
    for (const QString& label : content.rowLabels) {
        if (metrics.horizontalAdvance(label) > metrics.horizontalAdvance(m_roomLabel))
            m_roomLabel = label;
    }
}

void HeatMap::setDescriber(std::function<QString(int, int)> describe)
{
    m_describe = std::move(describe);
}

QString HeatMap::describe(int row, int column) const
{
    if (row < 0 || column < 0)
        return {};
    if (m_describe)
        return m_describe(row, column);
    return tr("%1, %2: %3")
        .arg(m_content.rowLabels.value(row), m_content.columnLabels.value(column),
             value(m_content.values[size_t(row) * size_t(m_content.columns) + size_t(column)]));
}

HeatMap::Measures HeatMap::measured(const QSize& room) const
{
    const bool texts = !m_content.cellTexts.isEmpty();
    Measures result = measured(room, texts);
    const QSize cells(result.left + result.cell.width() * m_content.columns,
                      result.top + result.cell.height() * m_content.rows);
    if (texts && m_content.textsWhereTheyFit
        && (cells.width() > room.width() || cells.height() > room.height()))
        result = measured(room, false);
    return result;
}

HeatMap::Measures HeatMap::measured(const QSize& room, bool texts) const
{
    const QFontMetrics metrics(Theme::instance().textFont());
    const int line = metrics.height();
    Measures result;
    result.texts = texts;
    const int titles = line + kGap;
    // Labels take at most a third of the room, so that cells remain.
    const auto shortened = [line](int wish, int length) {
        return std::min({wish, kLongestLabel * line, std::max(length / 3, 3 * line)});
    };
    result.columnLabels = shortened(widestLabel(m_content.columnLabels, metrics), room.height());
    const bool marks = !m_content.markedRows.empty();
    const QString longest = marks ? QStringLiteral("\u25b8") + m_roomLabel : m_roomLabel;
    result.rowLabels = shortened(widestLabel({longest}, metrics), room.width());
    result.left = result.rowLabels + 2 * kGap + (m_content.rowTitle.isEmpty() ? 0 : titles);
    const auto [smallest, largest] = cellLimits(line + 1, texts);
    const int titleHeight = m_content.columnTitle.isEmpty() ? 0 : titles;
    const auto fit = [&](int labels) {
        result.top = titleHeight + 2 * kGap + labels;
        const QSize free = room - QSize(result.left + 1, result.top + 1);
        result.cell = QSize(free.width() / std::max(m_content.columns, 1),
                            free.height() / std::max(m_roomRows, 1))
                          .expandedTo(smallest)
                          .boundedTo(largest);
        const bool presented = Theme::instance().presentation();
        const int wide = presented ? kWidestPresented : kWidestCell;
        const int tall = presented ? kTallestPresented : 1;
        if (!texts && !m_content.dense)
            result.cell = {std::min(result.cell.width(), wide * result.cell.height()),
                           std::min(result.cell.height(), tall * result.cell.width())};
    };
    fit(line);
    result.rotated = result.columnLabels + kGap > result.cell.width();
    if (result.rotated)
        fit(result.columnLabels);
    if (texts)
        result.textFactor = textFactor(result.cell);
    return result;
}

/// In a presentation cells fill the screen, and their texts grow with them.
double HeatMap::textFactor(const QSize& cell) const
{
    if (!Theme::instance().presentation())
        return 1.0;
    const QSize text = textSize();
    const double fit = std::min(double(cell.width()) / std::max(text.width(), 1),
                                double(cell.height()) / std::max(text.height(), 1));
    return std::clamp(kTextShare * fit, 1.0, kLargestText);
}

/// The room that the widest text of a cell takes, in two lines.
QSize HeatMap::textSize() const
{
    const QFontMetrics numbers(Theme::instance().numberFont());
    int width = 0;
    for (const QString& text : m_content.cellTexts)
        width = std::max(width, numbers.size(0, text).width());
    return {width, 2 * numbers.height()};
}

/// A cell's least and largest size; a line of type at least, so that labels never overlap.
std::pair<QSize, QSize> HeatMap::cellLimits(int line, bool texts) const
{
    constexpr int kThinnest = 3;
    const QSize most = Theme::instance().presentation() ? QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX)
                                                        : QSize(0, 0); // Fills the screen.
    if (m_content.dense)
        return {{m_content.thinColumns ? kThinnest : line, kThinnest},
                most.expandedTo({2 * kLongestLabel * line, kTallestCell * line})};
    if (!texts)
        return {{line, line},
                most.expandedTo({kWidestCell * kTallestCell * line, kTallestCell * line})};
    const QSize smallest = textSize() + QSize(2 * kGap, kGap);
    return {smallest, most.expandedTo(smallest).expandedTo({9 * line, 5 * line})};
}

QSize HeatMap::wholeSize() const
{
    const Measures measures = measured(viewport()->size());
    return {measures.left + measures.cell.width() * m_content.columns + 1,
            measures.top + measures.cell.height() * m_content.rows + 1};
}

void HeatMap::restyle()
{
    m_colours = colourRaster(m_content.values, m_content.rows, m_content.columns, m_content.high,
                             m_content.colours);
    layOut();
}

void HeatMap::layOut()
{
    m_measures = measured(viewport()->size());
    const QSize cells(m_measures.cell.width() * m_content.columns + 1,
                      m_measures.cell.height() * m_content.rows + 1);
    setScrolling(cells, cellsInSight().size(), m_measures.cell);
}

QRect HeatMap::cellRect(int row, int column) const
{
    const QPoint corner(m_measures.left + column * m_measures.cell.width(),
                        m_measures.top + row * m_measures.cell.height());
    return {corner - scrolled(), m_measures.cell};
}

QRect HeatMap::labelRect(Qt::Orientation side, int index) const
{
    const QRect cell = side == Qt::Horizontal ? cellRect(0, index) : cellRect(index, 0);
    if (side == Qt::Vertical)
        return {m_measures.left - kGap - m_measures.rowLabels, cell.top(), m_measures.rowLabels,
                cell.height()};
    const int height = m_measures.rotated ? m_measures.columnLabels
                                          : QFontMetrics(Theme::instance().textFont()).height();
    return {cell.left(), m_measures.top - kGap - height, cell.width(), height};
}

QString HeatMap::labelTip(const QPoint& position) const
{
    const QPoint inside = position + scrolled() - QPoint(m_measures.left, m_measures.top);
    const bool across = position.y() < m_measures.top && position.x() >= m_measures.left;
    const bool down = position.x() < m_measures.left && position.y() >= m_measures.top;
    const int index
        = across ? inside.x() / m_measures.cell.width() : inside.y() / m_measures.cell.height();
    if (across && index < m_content.columns)
        return m_content.columnTips.value(index, m_content.columnLabels.value(index));
    if (down && index < m_content.rows)
        return m_content.rowTips.value(index, m_content.rowLabels.value(index));
    return {};
}

QPoint HeatMap::cellAt(const QPoint& position) const
{
    if (position.x() < m_measures.left || position.y() < m_measures.top)
        return {-1, -1};
    const QPoint inside = position + scrolled() - QPoint(m_measures.left, m_measures.top);
    const QPoint cell(inside.x() / m_measures.cell.width(), inside.y() / m_measures.cell.height());
    const bool there = cell.x() < m_content.columns && cell.y() < m_content.rows;
    return there ? cell : QPoint(-1, -1);
}

} // namespace ui
