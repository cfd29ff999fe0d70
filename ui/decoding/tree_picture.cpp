#include "ui/decoding/tree_picture.h"

#include "ui/decoding/fate_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr double kTreeMargin = 14.0;
constexpr double kLeastGap = 34.0, kWidestGap = 96.0; ///< Between columns.
constexpr double kRowGap = 12.0;
constexpr int kLongestNodeText = 14; ///< Average letters; longer ones end in an ellipsis.
constexpr double kLargestStepNumber = 1.6; ///< Times its size where the picture is made smaller.

double stepNumberHeight()
{
    return QFontMetricsF(TreePainter::numberFont()).height() + 6;
}

} // namespace

TreePicture::TreePicture() : m_search(std::make_shared<DecodingSteps>()) { }

void TreePicture::setSearch(ShownSearch search)
{
    m_search = std::move(search);
    m_choice.extra = -1;
    m_step = std::min(m_step, m_search->count());
    m_parting = 0;
    arrange();
}

void TreePicture::setStep(int step)
{
    m_step = std::clamp(step, 0, m_search->count());
    findBest();
}

void TreePicture::setChoice(const TreeChoice& choice)
{
    m_choice = choice;
    arrange();
}

void TreePicture::setNumberForm(NumberForm form)
{
    m_form = form;
    arrange();
}

double TreePicture::headerHeight() const
{
    return m_lines > 1 ? 0.0 : stepNumberHeight();
}

QString TreePicture::numbersOf(const core::TraceNode& node) const
{
    if (node.parent < 0)
        return {};
    if (m_form == NumberForm::Probabilities)
        return QStringLiteral("%1 | %2").arg(probabilityText(node.logProbability),
                                             probabilityText(node.total));
    return QStringLiteral("%1 | %2").arg(scoreText(node.logProbability), scoreText(node.total));
}

/// Places from the layout, column widths from what stands in them.
void TreePicture::arrange()
{
    m_layout = layOutTree(*m_search, m_choice);
    const QFontMetricsF words(TreePainter::tokenFont()), numbers(TreePainter::numberFont());
    m_height = words.height() + numbers.height() + 10;
    const double widest = kLongestNodeText * words.averageCharWidth();
    m_width.assign(size_t(m_layout.columns), 30.0);
    for (const TreePlace& place : m_layout.places) {
        const core::TraceNode& node = m_search->node(place.node);
        const double token = words.horizontalAdvance(readableToken(node.text))
            * (node.parent < 0 ? TreePainter::kLoneToken : 1.0);
        const double needed
            = std::max(std::min(token, widest), numbers.horizontalAdvance(numbersOf(node))) + 16;
        m_width[size_t(place.column)] = std::max(m_width[size_t(place.column)], needed);
    }
    placeColumns();
    findBest();
}

void TreePicture::placeColumns()
{
    m_left.clear();
    m_lineOf.clear();
    m_lines = 1;
    double left = kTreeMargin, right = 0.0;
    for (const double width : m_width) {
        if (m_foldAt > 0.0 && !m_left.empty() && left + width + m_gap + kTreeMargin > m_foldAt) {
            ++m_lines;
            left = kTreeMargin + m_gap; // Room for the arc that comes from the line above.
        }
        m_left.push_back(left);
        m_lineOf.push_back(m_lines - 1);
        right = std::max(right, left + width);
        left += width + m_gap;
    }
    m_size = m_layout.places.empty() ? QSizeF(0, 0)
                                     : QSizeF(right + (m_lines > 1 ? m_gap : 0.0) + kTreeMargin,
                                              lineTop(m_lines) + kTreeMargin - kRowGap);
}

double TreePicture::lineHeight() const
{
    return m_layout.rows * (m_height + kRowGap)
        + (m_lines > 1 ? kLargestStepNumber * stepNumberHeight() : 0.0);
}

double TreePicture::lineTop(int line) const
{
    return kTreeMargin + line * lineHeight();
}

double TreePicture::leastWidth() const
{
    return std::accumulate(m_width.begin(), m_width.end(), 2 * kTreeMargin - kLeastGap,
                           [](double sum, double width) { return sum + width + kLeastGap; });
}

void TreePicture::fitInto(double width, Folding folding)
{
    m_foldAt = folding == Folding::Allowed && leastWidth() > width ? width : 0.0;
    const auto gaps = double(std::max<size_t>(m_width.size(), 2) - 1);
    m_gap = m_foldAt > 0.0
        ? kLeastGap
        : std::clamp(kLeastGap + (width - leastWidth()) / gaps, kLeastGap, kWidestGap);
    placeColumns();
}

void TreePicture::findBest()
{
    m_best.assign(m_search->nodes().size(), false);
    if (m_search->empty())
        return;
    m_best[0] = true;
    for (const int32_t id : m_search->path(m_search->bestAt(m_step)))
        m_best[size_t(id)] = true;
}

bool TreePicture::isShown(int32_t node) const
{
    return m_layout.find(node) != nullptr && m_search->stepOf(node) <= m_step;
}

std::vector<int32_t> TreePicture::shownNodes() const
{
    std::vector<int32_t> shown;
    for (const TreePlace& place : m_layout.places) {
        if (isShown(place.node))
            shown.push_back(place.node);
    }
    return shown;
}

QRectF TreePicture::box(int32_t node) const
{
    const TreePlace* place = m_layout.find(node);
    if (place == nullptr)
        return {};
    return boxAt(place->column, place->row, m_lineOf[size_t(place->column)]);
}

QRectF TreePicture::boxAt(int column, int row, int line) const
{
    const double head = m_lines > 1 ? kLargestStepNumber * stepNumberHeight() : 0.0;
    return {m_left[size_t(column)], lineTop(line) + head + row * (m_height + kRowGap),
            m_width[size_t(column)], m_height};
}

int32_t TreePicture::nodeAt(const QPointF& position) const
{
    for (const TreePlace& place : m_layout.places) {
        if (isShown(place.node) && box(place.node).contains(position))
            return place.node;
    }
    return -1;
}

int32_t TreePicture::nearest(int32_t node, int rows) const
{
    const TreePlace* from = m_layout.find(node);
    if (from == nullptr)
        return node;
    std::vector<const TreePlace*> column;
    for (const TreePlace& place : m_layout.places) {
        if (place.column == from->column && isShown(place.node))
            column.push_back(&place);
    }
    std::sort(column.begin(), column.end(),
              [](const TreePlace* a, const TreePlace* b) { return a->row < b->row; });
    const auto at = std::find(column.begin(), column.end(), from) - column.begin();
    const auto to = std::clamp<ptrdiff_t>(at + rows, 0, ptrdiff_t(column.size()) - 1);
    return column.empty() ? node : column[size_t(to)]->node;
}

NodeLook TreePicture::lookOf(int32_t id, double growth) const
{
    const core::TraceNode& node = m_search->node(id);
    NodeLook look;
    look.token = readableToken(node.text);
    look.numbers = numbersOf(node);
    look.shape = nodeShape(m_search->fateAt(id, m_step));
    look.best = m_best[size_t(id)];
    look.opacity = m_search->stepOf(id) == m_step && id != 0 ? growth : 1.0;
    return look;
}

QRectF TreePicture::grownBox(int32_t id, double growth) const
{
    const QRectF whole = box(id);
    if (growth >= 1.0 || m_search->stepOf(id) != m_step || id == 0)
        return whole;
    const QRectF parent = box(m_search->node(id).parent);
    if (parent.right() > whole.left()) // In the line above.
        return whole;
    const QPointF way = (parent.center() - whole.center()) * (1.0 - growth);
    return whole.translated(way);
}

int TreePicture::foldedBelow(int32_t id) const
{
    const auto& children = m_search->children(id);
    return int(std::count_if(children.begin(), children.end(), [this](int32_t child) {
        return m_layout.find(child) == nullptr && m_search->stepOf(child) <= m_step;
    }));
}

void TreePicture::drawParting(QPainter& painter) const
{
    if (m_parting < 1 || m_parting > m_step || m_parting >= m_layout.columns)
        return;
    const double x = m_left[size_t(m_parting)] - m_gap / 2;
    const int line = m_lineOf[size_t(m_parting)];
    QPen pen(Theme::instance().series(5), 1.6, Qt::DashDotLine);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawLine(
        QPointF(x, line == 0 ? 0.0 : lineTop(line)),
        QPointF(x, line + 1 == m_lines ? m_size.height() : lineTop(line + 1) - kRowGap));
}

/// From a line to the next it leaves at the right, and comes in at the left in the same row.
void TreePicture::drawArc(TreePainter& tree, int32_t node, double growth, const QRectF& part) const
{
    const int32_t parent = m_search->node(node).parent;
    const QRectF from = grownBox(parent, growth), to = grownBox(node, growth);
    if (!from.united(to).intersects(part))
        return;
    const NodeLook look = lookOf(node, growth);
    const TreePlace &above = *m_layout.find(parent), &below = *m_layout.find(node);
    const int line = m_lineOf[size_t(below.column)];
    if (m_lineOf[size_t(above.column)] == line) {
        tree.drawArc(from, to, look);
        return;
    }
    const double overhang = 0.7 * m_gap;
    QRectF in = boxAt(below.column, above.row, line);
    in.moveRight(to.left() - overhang);
    tree.drawArc(from, from.translated(from.width() + overhang, 0), look);
    tree.drawArc(in, to, look);
}

QString TreePicture::stepText(int column) const
{
    const QString number = QString::number(column);
    return column == m_parting && m_parting <= m_step
        ? QStringLiteral("\u2260 ") + number // here searches part
        : number;
}

void TreePicture::drawLineNumbers(QPainter& painter, double zoom) const
{
    const double larger = std::clamp(1.0 / zoom, 1.0, kLargestStepNumber);
    QFont font = TreePainter::numberFont();
    font.setPointSizeF(larger * font.pointSizeF());
    for (int column = 1; column < m_layout.columns; ++column) {
        font.setBold(column == m_step);
        painter.setFont(font);
        painter.setPen(column == m_step ? Theme::instance().accent()
                                        : Theme::instance().mutedText());
        const auto at = size_t(column);
        painter.drawText(QRectF(m_left[at] - m_gap / 2, lineTop(m_lineOf[at]), m_width[at] + m_gap,
                                kLargestStepNumber * stepNumberHeight() - 6),
                         Qt::AlignHCenter | Qt::AlignBottom, stepText(column));
    }
}

void TreePicture::draw(QPainter& painter, double zoom, const QRectF& part, int32_t current,
                       double growth) const
{
    TreePainter tree(painter, zoom);
    drawParting(painter);
    if (m_lines > 1)
        drawLineNumbers(painter, zoom);
    const QRectF near = part.adjusted(-12, -12, 12, 12);
    for (const TreePlace& place : m_layout.places) {
        if (isShown(place.node) && m_search->node(place.node).parent >= 0)
            drawArc(tree, place.node, growth, near);
    }
    painter.setFont(TreePainter::numberFont());
    for (const TreePlace& place : m_layout.places) {
        if (!isShown(place.node))
            continue;
        const QRectF at = grownBox(place.node, growth);
        if (!at.intersects(near))
            continue;
        NodeLook look = lookOf(place.node, growth);
        look.current = place.node == current;
        tree.drawNode(at, look);
        const int folded = zoom < 0.5 ? 0 : foldedBelow(place.node);
        if (folded > 0)
            tree.drawFolded(at, m_gap - 8, folded);
    }
}

void TreePicture::drawHeader(QPainter& painter, double zoom, double offset, double width) const
{
    if (m_lines > 1)
        return;
    const Theme& theme = Theme::instance();
    const double height = headerHeight();
    painter.fillRect(QRectF(0, 0, width, height), theme.window());
    painter.setPen(theme.line());
    painter.drawLine(QPointF(0, height), QPointF(width, height));
    double free = 0.0; // right of the last number; the step and the parting never give way
    for (int column = 1; column < m_layout.columns; ++column) {
        const auto at = size_t(column);
        const double left = zoom * m_left[at] - offset, room = zoom * m_width[at];
        if (left + room < 0 || left > width)
            continue;
        QFont font = TreePainter::numberFont();
        font.setBold(column == m_step);
        painter.setFont(font);
        painter.setPen(column == m_step ? theme.accent() : theme.mutedText());
        const QString text = stepText(column);
        const double needed = QFontMetricsF(font).horizontalAdvance(text) + 4;
        const double middle = left + room / 2;
        const bool marked = column == m_step || column == m_parting;
        if (!marked && middle - needed / 2 < free)
            continue;
        painter.drawText(QRectF(middle - needed / 2, 0, needed, height), Qt::AlignCenter, text);
        free = middle + needed / 2;
    }
}

} // namespace ui
