#include "ui/decoding/tree_picture.h"

#include "ui/decoding/fate_text.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/token_line.h"

#include <algorithm>
#include <numeric>

namespace ui {

namespace {

constexpr double kMargin = 14.0;
constexpr double kLeastGap = 34.0, kWidestGap = 96.0; ///< Between columns.
constexpr double kRowGap = 12.0;
constexpr int kLongestToken = 14; ///< Average letters; longer ones end in an ellipsis.

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

void TreePicture::restyle()
{
    arrange();
}

double TreePicture::headerHeight()
{
    return QFontMetricsF(TreePainter::numberFont()).height() + 6;
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
    const double widest = kLongestToken * words.averageCharWidth();
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
    double left = kMargin;
    for (const double width : m_width) {
        m_left.push_back(left);
        left += width + m_gap;
    }
    m_size = m_layout.places.empty()
        ? QSizeF(0, 0)
        : QSizeF(left - m_gap + kMargin,
                 2 * kMargin + m_layout.rows * (m_height + kRowGap) - kRowGap);
}

double TreePicture::leastWidth() const
{
    return std::accumulate(m_width.begin(), m_width.end(), 2 * kMargin - kLeastGap,
                           [](double sum, double width) { return sum + width + kLeastGap; });
}

void TreePicture::spreadOver(double width)
{
    const auto gaps = double(std::max<size_t>(m_width.size(), 2) - 1);
    m_gap = std::clamp(kLeastGap + (width - leastWidth()) / gaps, kLeastGap, kWidestGap);
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
    const auto column = size_t(place->column);
    return {m_left[column], kMargin + place->row * (m_height + kRowGap), m_width[column], m_height};
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
    QPen pen(Theme::instance().series(5), 1.6, Qt::DashDotLine);
    pen.setCosmetic(true);
    painter.setPen(pen);
    painter.drawLine(QPointF(x, 0), QPointF(x, m_size.height()));
}

void TreePicture::draw(QPainter& painter, double zoom, const QRectF& part, int32_t current,
                       double growth) const
{
    TreePainter tree(painter, zoom);
    drawParting(painter);
    const QRectF near = part.adjusted(-12, -12, 12, 12);
    for (const TreePlace& place : m_layout.places) {
        const int32_t parent = m_search->node(place.node).parent;
        if (!isShown(place.node) || parent < 0)
            continue;
        const QRectF from = grownBox(parent, growth), to = grownBox(place.node, growth);
        if (from.united(to).intersects(near))
            tree.drawArc(from, to, lookOf(place.node, growth));
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
        QString text = QString::number(column);
        if (column == m_parting && m_parting <= m_step)
            text.prepend(QStringLiteral("\u2260 ")); // here searches part
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
