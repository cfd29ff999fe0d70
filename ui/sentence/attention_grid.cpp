#include "ui/sentence/attention_grid.h"

#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int kSmallest = 18, kLargest = 72; ///< Sides of a thumbnail.
constexpr int kGap = 4;
constexpr int64_t kMostPixels = 48; ///< Larger maps are pooled: no pixel of a thumbnail shows more.

/// `map` in at most 48 x 48 pixels, each the largest weight of its cells, so that a single bright
/// cell of a long text stays visible.
QImage thumbnail(const core::AttentionMap& map, const std::array<QRgb, 256>& shades)
{
    const int rows = int(std::min(map.rows, kMostPixels));
    const int columns = int(std::min(map.columns, kMostPixels));
    std::vector<float> pooled(size_t(rows) * size_t(columns), 0.0F);
    float largest = 0.0F;
    for (int64_t row = 0; row < map.rows; ++row) {
        float* line = pooled.data() + (row * rows / map.rows) * columns;
        const float* weights = map.weights.data() + row * map.columns;
        for (int64_t column = 0; column < map.columns; ++column) {
            float& pixel = line[column * columns / map.columns];
            pixel = std::max(pixel, weights[column]);
            largest = std::max(largest, weights[column]);
        }
    }
    QImage picture(std::max(columns, 1), std::max(rows, 1), QImage::Format_RGB32);
    picture.fill(shades[0]);
    const float factor = largest > 0.0F ? 255.0F / largest : 0.0F;
    for (int row = 0; row < rows; ++row) {
        auto* line = reinterpret_cast<QRgb*>(picture.scanLine(row));
        for (int column = 0; column < columns; ++column) {
            const float shade = pooled[size_t(row) * size_t(columns) + size_t(column)] * factor;
            line[column] = shades[size_t(std::clamp(shade, 0.0F, 255.0F))];
        }
    }
    return picture;
}

} // namespace

AttentionGrid::AttentionGrid(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("attentionGrid"));
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    setFocusPolicy(Qt::StrongFocus);
    connect(&Theme::instance(), &Theme::changed, this, &AttentionGrid::redraw);
}

void AttentionGrid::setMaps(const std::vector<core::AttentionMap>& maps)
{
    const bool had = m_current >= 0;
    const int layer = had ? m_thumbnails[size_t(m_current)].layer : 0;
    const int head = had ? m_thumbnails[size_t(m_current)].head : 0;
    m_maps = maps;
    m_layers = 0;
    m_heads = 0;
    for (const core::AttentionMap& map : maps) {
        m_layers = std::max(m_layers, int(map.layer) + 1);
        m_heads = std::max(m_heads, int(map.head) + 1);
    }
    redraw();
    const int same = indexOf(layer, head);
    m_current = same >= 0 ? same : (maps.empty() ? -1 : 0);
    setAccessibleName(tr("Attention maps: %1 layers, %2 heads").arg(m_layers).arg(m_heads));
    setAccessibleDescription(tr("Shown large: %1").arg(describe(m_current)));
    updateGeometry();
}

void AttentionGrid::redraw()
{
    std::array<QRgb, 256> shades{};
    for (size_t i = 0; i < shades.size(); ++i)
        shades[i] = Theme::instance().weightColour(double(i) / 255.0).rgb();
    m_thumbnails.clear();
    for (const core::AttentionMap& map : m_maps)
        m_thumbnails.push_back({int(map.layer), int(map.head), thumbnail(map, shades)});
    update();
}

int AttentionGrid::indexOf(int layer, int head) const
{
    const auto found
        = std::find_if(m_thumbnails.begin(), m_thumbnails.end(), [=](const Thumbnail& other) {
              return other.layer == layer && other.head == head;
          });
    return found == m_thumbnails.end() ? -1 : int(found - m_thumbnails.begin());
}

QString AttentionGrid::describe(int index) const
{
    if (index < 0 || size_t(index) >= m_thumbnails.size())
        return {};
    const Thumbnail& chosen = m_thumbnails[size_t(index)];
    return tr("layer %1, head %2").arg(chosen.layer + 1).arg(chosen.head + 1);
}

int AttentionGrid::labelWidth() const
{
    return QFontMetrics(Theme::instance().textFont()).horizontalAdvance(tr("layer %1").arg(88))
        + kGap;
}

int AttentionGrid::thumbnailSize(int width) const
{
    const int heads = std::max(m_heads, 1);
    return std::clamp((width - labelWidth()) / heads - kGap, kSmallest, kLargest);
}

QRect AttentionGrid::thumbnailRect(int index) const
{
    const Thumbnail& chosen = m_thumbnails.at(size_t(index));
    const int side = thumbnailSize(width());
    const int top = QFontMetrics(Theme::instance().textFont()).height() + kGap;
    return {labelWidth() + chosen.head * (side + kGap) + 2, top + chosen.layer * (side + kGap) + 2,
            side, side};
}

int AttentionGrid::heightForWidth(int width) const
{
    return QFontMetrics(Theme::instance().textFont()).height() + 2 * kGap
        + m_layers * (thumbnailSize(width) + kGap);
}

QSize AttentionGrid::sizeHint() const
{
    const int wished = labelWidth() + m_heads * (48 + kGap) + 4;
    return {wished, heightForWidth(wished)};
}

QSize AttentionGrid::minimumSizeHint() const
{
    const int least = labelWidth() + m_heads * (kSmallest + kGap) + 4;
    return {least, heightForWidth(least)};
}

void AttentionGrid::setCurrent(int index)
{
    if (index == m_current || index < 0 || size_t(index) >= m_thumbnails.size())
        return;
    m_current = index;
    setAccessibleDescription(tr("Shown large: %1").arg(describe(m_current)));
    update();
    Q_EMIT currentChanged(index);
}

void AttentionGrid::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::instance();
    QPainter painter(this);
    painter.setFont(theme.textFont());
    const int line = QFontMetrics(theme.textFont()).height();
    for (size_t i = 0; i < m_thumbnails.size(); ++i) {
        const QRect place = thumbnailRect(int(i));
        const bool current = int(i) == m_current;
        // Cells of a small map stay squares; only a map larger than its place is smoothed.
        const QImage& picture = m_thumbnails[i].picture;
        painter.setRenderHint(QPainter::SmoothPixmapTransform, picture.width() > place.width());
        painter.drawImage(place, picture);
        if (current) {
            painter.setPen(QPen(hasFocus() ? theme.accent() : theme.text(), 3));
            painter.drawRect(place.adjusted(-2, -2, 1, 1));
        }
        painter.setPen(theme.mutedText());
        if (m_thumbnails[i].layer == 0)
            painter.drawText(QRect(place.left() - kGap, 0, place.width() + 2 * kGap, line),
                             Qt::AlignCenter, QString::number(m_thumbnails[i].head + 1));
        if (m_thumbnails[i].head == 0)
            painter.drawText(QRect(0, place.top(), labelWidth() - kGap, place.height()),
                             Qt::AlignRight | Qt::AlignVCenter,
                             tr("layer %1").arg(m_thumbnails[i].layer + 1));
    }
    painter.setPen(theme.mutedText());
    painter.drawText(QRect(0, 0, labelWidth() - kGap, line), Qt::AlignRight | Qt::AlignVCenter,
                     tr("head"));
}

void AttentionGrid::mousePressEvent(QMouseEvent* event)
{
    for (size_t i = 0; i < m_thumbnails.size(); ++i) {
        if (thumbnailRect(int(i)).adjusted(-3, -3, 3, 3).contains(event->pos()))
            setCurrent(int(i));
    }
}

void AttentionGrid::keyPressEvent(QKeyEvent* event)
{
    if (m_current < 0)
        return;
    const Thumbnail& from = m_thumbnails[size_t(m_current)];
    switch (event->key()) {
    case Qt::Key_Left:
        setCurrent(indexOf(from.layer, from.head - 1));
        break;
    case Qt::Key_Right:
        setCurrent(indexOf(from.layer, from.head + 1));
        break;
    case Qt::Key_Up:
        setCurrent(indexOf(from.layer - 1, from.head));
        break;
    case Qt::Key_Down:
        setCurrent(indexOf(from.layer + 1, from.head));
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

bool AttentionGrid::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        for (size_t i = 0; i < m_thumbnails.size(); ++i) {
            if (thumbnailRect(int(i)).contains(help->pos())) {
                QToolTip::showText(help->globalPos(), toolTipText(describe(int(i))), this);
                return true;
            }
        }
        QToolTip::hideText();
        return true;
    }
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        update();
    return QWidget::event(event);
}

} // namespace ui
