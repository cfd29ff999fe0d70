#include "ui/sentence/attention_grid.h"

#include "ui/sentence/attention_content.h"
#include "ui/text/sentences.h"
#include "ui/widgets/colour_raster.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

namespace {

constexpr int kSmallest = 18, kLargest = 72; ///< Sides of a thumbnail without a presentation.
constexpr int kWish = 48, kSmallWish = 32; ///< Sides that few and many lines like to have.
constexpr size_t kFewLines = 4;
constexpr int kGridGap = 4;
constexpr int64_t kMostPixels = 48; ///< Larger maps are pooled: no pixel of a thumbnail shows more.

double largestWeight(const core::AttentionMap& map)
{
    return map.weights.empty() ? 0.0
                               : double(*std::max_element(map.weights.begin(), map.weights.end()));
}

/// The side of a thumbnail grows with the type.
int scaledSide(int side)
{
    return qRound(side * Theme::instance().scale());
}

/// `map` in at most 48 x 48 pixels, each the largest weight of its cells, so that a single bright
/// cell of a long text stays visible.
/// @param high  weight of the last colour.
QImage thumbnail(const core::AttentionMap& map, double high)
{
    const int rows = int(std::min(map.rows, kMostPixels));
    const int columns = int(std::min(map.columns, kMostPixels));
    std::vector<float> pooled(size_t(rows) * size_t(columns), 0.0F);
    for (int64_t row = 0; row < map.rows; ++row) {
        float* line = pooled.data() + (row * rows / map.rows) * columns;
        const float* weights = map.weights.data() + row * map.columns;
        for (int64_t column = 0; column < map.columns; ++column) {
            float& pixel = line[column * columns / map.columns];
            pixel = std::max(pixel, weights[column]);
        }
    }
    return colourRaster(pooled, rows, columns, high, ColourMap::Weights);
}

/// How much attention depends on the query: the mutual information of row and column in nats,
/// H(mean row) - mean H(row). 0: all rows are alike, even where each is sharp; log(columns) at
/// most: each row attends to one column, and each to another.
double dependence(const core::AttentionMap& map)
{
    const auto entropyTerm = [](double p) { return p > 0.0 ? -p * std::log(p) : 0.0; };
    const double rows = double(std::max<int64_t>(map.rows, 1));
    std::vector<double> mean(size_t(map.columns), 0.0);
    double ofRows = 0.0;
    for (int64_t row = 0; row < map.rows; ++row) {
        for (int64_t column = 0; column < map.columns; ++column) {
            const double weight = double(map.weights[size_t(row * map.columns + column)]);
            ofRows += entropyTerm(weight) / rows;
            mean[size_t(column)] += weight / rows;
        }
    }
    double ofMean = 0.0;
    for (const double p : mean)
        ofMean += entropyTerm(p);
    return ofMean - ofRows;
}

} // namespace

AttentionGrid::AttentionGrid(QWidget* parent)
    : Canvas(parent)
    , m_items(new Items(
          *this,
          {.rows = [this] { return int(m_thumbnails.size()); },
           .text = [this](int index, int) { return describe(index); },
           .place = [this](int index, int) { return thumbnailRect(index).adjusted(-3, -3, 3, 3); },
           .current = [this] { return QPoint(0, m_current); },
           .choose = [this](int index, int) { setCurrent(index); }},
          {.byKey = [this](int key) { return itemByKey(key); }}))
{
    setObjectName(QStringLiteral("attentionGrid"));
    m_items->link([this](int index) {
        const bool known = index >= 0 && size_t(index) < m_thumbnails.size();
        return Mark{Mark::Kind::Head, known ? m_thumbnails[size_t(index)].head : -1,
                    describe(index)};
    });
    wrapInWidth(QSizePolicy::Preferred);
}

void AttentionGrid::setMaps(const std::vector<core::AttentionMap>& maps)
{
    std::string group;
    int layer = 0, head = 0;
    if (m_current >= 0) {
        const Thumbnail& chosen = m_thumbnails[size_t(m_current)];
        group = m_groups[m_lines[chosen.line].group];
        layer = m_lines[chosen.line].layer;
        head = chosen.head;
    }
    const bool learns = std::equal(maps.begin(), maps.end(), m_maps.begin(), m_maps.end(),
                                   [](const auto& a, const auto& b) {
                                       return a.group == b.group && a.layer == b.layer
                                           && a.head == b.head && a.columns == b.columns;
                                   });
    m_maps = maps;
    arrange();
    restyle();
    const bool stays = m_chosen || learns;
    const int line = stays ? lineOf(group, layer) : -1;
    const int first = stays ? lineOf(group, 0) : -1;
    const int same = line >= 0 ? indexOf(size_t(line), head) : -1;
    const int near = first >= 0 ? indexOf(size_t(first), 0) : -1;
    m_current = same >= 0 ? same : near >= 0 ? near : mostDependentMap();
    setAccessibleName(filled(tr("Attention maps: %1 {layer|layers}, %2 {head|heads}"),
                             {count(layers()), count(m_heads)}));
    setAccessibleDescription(tr("Shown large: %1").arg(describe(m_current)));
    updateGeometry();
}

int AttentionGrid::mostDependentMap() const
{
    const auto last = std::find_if(m_lines.rbegin(), m_lines.rend(),
                                   [](const Line& line) { return line.group == 0; });
    if (last == m_lines.rend())
        return -1;
    const auto line = size_t(m_lines.rend() - last) - 1;
    int best = -1;
    double most = -1.0;
    for (int head = 0; head < m_heads; ++head) {
        const int index = indexOf(line, head);
        const double depends = index >= 0 ? dependence(m_maps[size_t(index)]) : -1.0;
        if (depends > most) {
            most = depends;
            best = index;
        }
    }
    return best;
}

/// Groups and lines in the order in which the maps come; target on source, which a translator is
/// looked at for, first.
void AttentionGrid::arrange()
{
    m_groups.clear();
    m_lines.clear();
    m_heads = 0;
    for (const core::AttentionMap& map : m_maps) {
        if (std::find(m_groups.begin(), m_groups.end(), map.group) == m_groups.end())
            m_groups.insert(map.group == "cross" ? m_groups.begin() : m_groups.end(), map.group);
    }
    for (const core::AttentionMap& map : m_maps) {
        const auto group = std::find(m_groups.begin(), m_groups.end(), map.group);
        if (lineOf(map.group, int(map.layer)) < 0)
            m_lines.push_back({size_t(group - m_groups.begin()), int(map.layer)});
        m_heads = std::max(m_heads, int(map.head) + 1);
    }
    std::stable_sort(m_lines.begin(), m_lines.end(), [](const Line& a, const Line& b) {
        return std::pair(a.group, a.layer) < std::pair(b.group, b.layer);
    });
}

void AttentionGrid::restyle()
{
    m_thumbnails.clear();
    const double ofAll = largest();
    for (const core::AttentionMap& map : m_maps)
        m_thumbnails.push_back({size_t(lineOf(map.group, int(map.layer))), int(map.head),
                                thumbnail(map, m_ownScales ? largestWeight(map) : ofAll)});
    Canvas::restyle();
}

void AttentionGrid::setOwnScales(bool on)
{
    if (std::exchange(m_ownScales, on) != on)
        restyle();
}

double AttentionGrid::largest() const
{
    double most = 0.0;
    for (const core::AttentionMap& map : m_maps)
        most = std::max(most, largestWeight(map));
    return most;
}

int AttentionGrid::layers() const
{
    int most = 0;
    for (const Line& line : m_lines)
        most = std::max(most, line.layer + 1);
    return most;
}

int AttentionGrid::lineOf(const std::string& group, int layer) const
{
    const auto found = std::find_if(m_lines.begin(), m_lines.end(), [&](const Line& line) {
        return line.layer == layer && m_groups[line.group] == group;
    });
    return found == m_lines.end() ? -1 : int(found - m_lines.begin());
}

int AttentionGrid::indexOf(size_t line, int head) const
{
    const auto found
        = std::find_if(m_thumbnails.begin(), m_thumbnails.end(), [=](const Thumbnail& other) {
              return other.line == line && other.head == head;
          });
    return found == m_thumbnails.end() ? -1 : int(found - m_thumbnails.begin());
}

QString AttentionGrid::describe(int index) const
{
    if (index < 0 || size_t(index) >= m_thumbnails.size())
        return {};
    const Thumbnail& chosen = m_thumbnails[size_t(index)];
    const Line& line = m_lines[chosen.line];
    const QString place = tr("layer %1, head %2").arg(line.layer + 1).arg(chosen.head + 1);
    return m_groups.size() < 2 ? place
                               : tr("%1, %2").arg(attentionGroupTitle(m_groups[line.group]), place);
}

void AttentionGrid::setGroup(const std::string& group)
{
    const Thumbnail* from = m_current < 0 ? nullptr : &m_thumbnails[size_t(m_current)];
    const int line = lineOf(group, from == nullptr ? 0 : m_lines[from->line].layer);
    const int same = line < 0 ? -1 : indexOf(size_t(line), from == nullptr ? 0 : from->head);
    const int first = lineOf(group, 0);
    setCurrent(same >= 0 ? same : first >= 0 ? indexOf(size_t(first), 0) : -1);
}

int AttentionGrid::labelWidth() const
{
    return QFontMetrics(Theme::instance().textFont()).horizontalAdvance(tr("layer %1").arg(88))
        + kGridGap;
}

int AttentionGrid::thumbnailSize(int width) const
{
    const int heads = std::max(m_heads, 1);
    return std::clamp((width - labelWidth()) / heads - kGridGap, scaledSide(kSmallest),
                      scaledSide(kLargest));
}

int AttentionGrid::headingHeight() const
{
    return m_groups.size() < 2 ? 0 : QFontMetrics(Theme::instance().textFont()).height() + kGridGap;
}

int AttentionGrid::lineTop(size_t line, int width) const
{
    const int top = QFontMetrics(Theme::instance().textFont()).height() + kGridGap;
    return top + int(line) * (thumbnailSize(width) + kGridGap)
        + int(m_lines[line].group + 1) * headingHeight();
}

QRect AttentionGrid::thumbnailRect(int index) const
{
    const Thumbnail& chosen = m_thumbnails.at(size_t(index));
    const int side = thumbnailSize(width());
    return {labelWidth() + chosen.head * (side + kGridGap) + 2, lineTop(chosen.line, width()) + 2,
            side, side};
}

int AttentionGrid::heightForWidth(int width) const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height();
    return m_lines.empty()
        ? line
        : lineTop(m_lines.size() - 1, width) + thumbnailSize(width) + 2 * kGridGap;
}

QSize AttentionGrid::sizeHint() const
{
    const int side = scaledSide(m_lines.size() > kFewLines ? kSmallWish : kWish);
    const int wished = labelWidth() + m_heads * (side + kGridGap) + 4;
    return {wished, heightForWidth(wished)};
}

QSize AttentionGrid::minimumSizeHint() const
{
    const int least = labelWidth() + m_heads * (scaledSide(kSmallest) + kGridGap) + 4;
    return {least, heightForWidth(least)};
}

void AttentionGrid::setCurrent(int index)
{
    if (index < 0 || size_t(index) >= m_thumbnails.size())
        return;
    m_chosen = true;
    if (index == m_current)
        return;
    m_current = index;
    setAccessibleDescription(tr("Shown large: %1").arg(describe(m_current)));
    update();
    Q_EMIT currentChanged(index);
    m_items->announce();
}

void AttentionGrid::draw(QPainter& painter, const QRect&) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.textFont());
    const int line = QFontMetrics(theme.textFont()).height();
    painter.setPen(theme.mutedText());
    painter.drawText(QRect(0, 0, labelWidth() - kGridGap, line), Qt::AlignRight | Qt::AlignVCenter,
                     tr("head"));
    const int step = thumbnailSize(width()) + kGridGap;
    for (int head = 0; head < m_heads; ++head)
        painter.drawText(QRect(labelWidth() + head * step + 2 - kGridGap, 0, step + kGridGap, line),
                         Qt::AlignCenter, QString::number(head + 1));
    for (size_t i = 0; i < m_lines.size(); ++i)
        drawLine(painter, i);
    for (size_t i = 0; i < m_thumbnails.size(); ++i) {
        const QRect place = thumbnailRect(int(i));
        // Cells of a small map stay squares; only a map larger than its place is smoothed.
        const QImage& picture = m_thumbnails[i].picture;
        painter.setRenderHint(QPainter::SmoothPixmapTransform, picture.width() > place.width());
        painter.drawImage(place, picture);
        if (int(i) == m_current) {
            painter.setPen(QPen(hasFocus() ? theme.accent() : theme.text(), 3));
            painter.drawRect(place.adjusted(-2, -2, 1, 1));
        }
    }
}

/// A layer's name, and above a group's first layer the group's.
void AttentionGrid::drawLine(QPainter& painter, size_t line) const
{
    const Theme& theme = Theme::instance();
    const Line& drawn = m_lines[line];
    const int top = lineTop(line, width());
    painter.setPen(theme.mutedText());
    painter.drawText(QRect(0, top + 2, labelWidth() - kGridGap, thumbnailSize(width())),
                     Qt::AlignRight | Qt::AlignVCenter, tr("layer %1").arg(drawn.layer + 1));
    const bool first = line == 0 || m_lines[line - 1].group != drawn.group;
    if (!first || headingHeight() == 0)
        return;
    painter.setPen(theme.text());
    painter.drawText(QRect(0, top - headingHeight(), width(), headingHeight()),
                     Qt::AlignLeft | Qt::AlignVCenter, attentionGroupTitle(m_groups[drawn.group]));
}

std::optional<QPoint> AttentionGrid::itemByKey(int key) const
{
    if (m_current < 0)
        return {};
    const Thumbnail& from = m_thumbnails[size_t(m_current)];
    switch (key) {
    case Qt::Key_Left:
        return QPoint(0, indexOf(from.line, from.head - 1));
    case Qt::Key_Right:
        return QPoint(0, indexOf(from.line, from.head + 1));
    case Qt::Key_Up:
        return QPoint(0, indexBeside(from, -1));
    case Qt::Key_Down:
        return QPoint(0, indexBeside(from, 1));
    default:
        return {};
    }
}

int AttentionGrid::indexBeside(const Thumbnail& from, int lines) const
{
    const auto line = std::ptrdiff_t(from.line) + lines;
    if (line < 0 || size_t(line) >= m_lines.size())
        return -1;
    for (int head = from.head; head >= 0; --head)
        if (const int index = indexOf(size_t(line), head); index >= 0)
            return index;
    return -1;
}

} // namespace ui
