#include "ui/decoding/tree_painter.h"

#include "ui/widgets/theme.h"

#include <QCoreApplication>
#include <QPainterPath>

#include <cmath>

namespace ui {

namespace {

constexpr double kRound = 7.0;
constexpr double kDoubleGap = 3.0;
constexpr double kStar = 7.0; ///< Radius.
constexpr double kSmallestText = 6.5; ///< Pixels of height under which letters are not drawn.

struct ShapeNames {
    Q_DECLARE_TR_FUNCTIONS(ShapeNames)
};

QColor shapeColour(NodeShape shape)
{
    const Theme& theme = Theme::instance();
    switch (shape) {
    case NodeShape::Open:
        return theme.series(0);
    case NodeShape::Finished:
    case NodeShape::Chosen:
        return theme.good();
    case NodeShape::CutOff:
        return theme.series(1);
    case NodeShape::Dropped:
        return theme.mutedText();
    case NodeShape::Blocked:
        return theme.bad();
    }
    return theme.text();
}

QColor tinted(const QColor& colour, double share)
{
    return blended(colour, Theme::instance().base(), share);
}

QPen shapePen(NodeShape shape, bool best)
{
    const Theme& theme = Theme::instance();
    QPen pen(shapeColour(shape), (best ? 2.4 : 1.3) * std::max(1.0, 0.7 * theme.lineWidth()));
    if (shape == NodeShape::Dropped)
        pen.setDashPattern({4, 3});
    if (shape == NodeShape::Blocked)
        pen.setDashPattern({1, 2});
    pen.setJoinStyle(Qt::MiterJoin);
    return pen;
}

/// The right side in teeth.
QPainterPath tornPath(const QRectF& box)
{
    constexpr int kTeeth = 4;
    const double tooth = box.height() / kTeeth;
    QPainterPath path(box.topLeft());
    path.lineTo(box.topRight());
    for (int i = 0; i < kTeeth; ++i) {
        path.lineTo(box.right() - tooth / 2, box.top() + (i + 0.5) * tooth);
        path.lineTo(box.right(), box.top() + (i + 1) * tooth);
    }
    path.lineTo(box.bottomLeft());
    path.closeSubpath();
    return path;
}

void drawStar(QPainter& painter, const QPointF& centre, double radius, const QColor& colour)
{
    constexpr int kPoints = 5;
    constexpr double kInner = 0.45;
    QPolygonF star;
    for (int i = 0; i < 2 * kPoints; ++i) {
        const double angle = M_PI * (double(i) / kPoints - 0.5);
        const double reach = i % 2 == 0 ? radius : kInner * radius;
        star << centre + QPointF(reach * std::cos(angle), reach * std::sin(angle));
    }
    painter.setPen(QPen(Theme::instance().base(), 1));
    painter.setBrush(colour);
    painter.drawPolygon(star);
}

/// A ring with a bar across.
void drawRefusal(QPainter& painter, const QPointF& centre, double radius, const QColor& colour)
{
    painter.setPen(QPen(colour, 1.6));
    painter.setBrush(Theme::instance().base());
    painter.drawEllipse(centre, radius, radius);
    const double reach = radius * M_SQRT1_2;
    painter.drawLine(centre - QPointF(reach, reach), centre + QPointF(reach, reach));
}

} // namespace

NodeShape nodeShape(core::Fate fate)
{
    switch (fate) {
    case core::Fate::Kept:
        return NodeShape::Open;
    case core::Fate::Finished:
        return NodeShape::Finished;
    case core::Fate::Chosen:
        return NodeShape::Chosen;
    case core::Fate::CutOff:
        return NodeShape::CutOff;
    case core::Fate::RepeatsNgram:
    case core::Fate::TooShort:
        return NodeShape::Blocked;
    default:
        return NodeShape::Dropped;
    }
}

QString shapeName(NodeShape shape)
{
    switch (shape) {
    case NodeShape::Open:
        return ShapeNames::tr("kept");
    case NodeShape::Finished:
        return ShapeNames::tr("finished");
    case NodeShape::Chosen:
        return ShapeNames::tr("chosen");
    case NodeShape::CutOff:
        return ShapeNames::tr("cut off");
    case NodeShape::Dropped:
        return ShapeNames::tr("dropped");
    case NodeShape::Blocked:
        return ShapeNames::tr("blocked");
    }
    return {};
}

TreePainter::TreePainter(QPainter& painter, double zoom) : m_painter(painter), m_zoom(zoom) { }

QFont TreePainter::tokenFont()
{
    QFont font = Theme::instance().textFont();
    font.setWeight(QFont::DemiBold);
    return font;
}

QFont TreePainter::numberFont()
{
    const Theme& theme = Theme::instance();
    return theme.sized(theme.numberFont(), 0.85);
}

void TreePainter::drawShape(QPainter& painter, const QRectF& box, NodeShape shape, bool best)
{
    const QColor colour = shapeColour(shape);
    painter.setPen(shapePen(shape, best));
    painter.setBrush(Theme::instance().base());
    switch (shape) {
    case NodeShape::Open:
        painter.setBrush(tinted(colour, best ? 0.16 : 0.06));
        painter.drawRoundedRect(box, kRound, kRound);
        break;
    case NodeShape::Finished:
    case NodeShape::Chosen:
        painter.setBrush(tinted(colour, shape == NodeShape::Chosen ? 0.22 : 0.06));
        painter.drawRoundedRect(box, kRound, kRound);
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(box.adjusted(kDoubleGap, kDoubleGap, -kDoubleGap, -kDoubleGap),
                                kRound - 2, kRound - 2);
        if (shape == NodeShape::Chosen)
            drawStar(painter, box.topRight() + QPointF(-kStar / 2, kStar / 2), kStar, colour);
        break;
    case NodeShape::CutOff:
        painter.setBrush(tinted(colour, 0.06));
        painter.drawPath(tornPath(box));
        break;
    case NodeShape::Dropped:
        painter.drawRect(box);
        break;
    case NodeShape::Blocked:
        painter.drawRect(box);
        drawRefusal(painter, box.topRight() + QPointF(-5, 5), 5, colour);
        break;
    }
}

QPixmap TreePainter::shapePixmap(NodeShape shape)
{
    constexpr int kScale = 2;
    const QFontMetrics words(Theme::instance().textFont());
    const QSize size(int(1.9 * words.height()), words.height() + 2);
    QPixmap picture(size * kScale);
    picture.setDevicePixelRatio(kScale);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    drawShape(painter, QRectF(QPointF(2, 3), QSizeF(size) - QSizeF(8, 6)), shape, false);
    return picture;
}

void TreePainter::drawNode(const QRectF& box, const NodeLook& look)
{
    m_painter.save();
    m_painter.setOpacity(look.opacity);
    if (look.current) {
        QPen halo(Theme::instance().text(), 2.0);
        halo.setCosmetic(true);
        m_painter.setPen(halo);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.drawRoundedRect(box.adjusted(-5, -5, 5, 5), kRound + 3, kRound + 3);
    }
    drawShape(m_painter, box, look.shape, look.best);
    drawTexts(box, look);
    m_painter.restore();
}

void TreePainter::drawTexts(const QRectF& box, const NodeLook& look)
{
    const Theme& theme = Theme::instance();
    const bool faint = look.shape == NodeShape::Dropped || look.shape == NodeShape::Blocked;
    QFont token = tokenFont();
    if (faint)
        token.setWeight(QFont::Normal);
    const QFont number = numberFont();
    const QFontMetricsF numbers(number);
    const QRectF inside = box.adjusted(6, 2, -6, -1 - kDoubleGap); // clear of a double edge
    const bool both = m_zoom * numbers.ascent() >= kSmallestText && !look.numbers.isEmpty();
    if (!both) // the token alone, larger
        token.setPointSizeF(kLoneToken * token.pointSizeF());
    const QFontMetricsF words(token);
    if (m_zoom * words.ascent() < kSmallestText)
        return;
    m_painter.setPen(faint ? theme.mutedText() : theme.text());
    m_painter.setFont(token);
    const QRectF upper = both ? inside.adjusted(0, 0, 0, -numbers.height()) : inside;
    m_painter.drawText(upper, Qt::AlignCenter,
                       words.elidedText(look.token, Qt::ElideRight, inside.width()));
    if (!both)
        return;
    m_painter.setFont(number);
    m_painter.setPen(theme.mutedText());
    m_painter.drawText(
        QRectF(inside.left(), inside.bottom() - numbers.height(), inside.width(), numbers.height()),
        Qt::AlignCenter, look.numbers);
}

void TreePainter::drawFolded(const QRectF& box, double width, int folded)
{
    const QString text = QStringLiteral("+%1").arg(folded);
    const QFont font = numberFont();
    const QRectF room(box.right() + 3, box.center().y(), width, box.height() / 2);
    QRectF plate = QFontMetricsF(font).tightBoundingRect(text);
    plate.moveBottomLeft({room.left(), room.bottom() - QFontMetricsF(font).descent()});
    QColor ground = Theme::instance().base();
    ground.setAlphaF(0.8F); // arcs pass below and are still seen
    m_painter.fillRect(plate.adjusted(-1, -1, 1, 1), ground);
    m_painter.setFont(font);
    m_painter.setPen(Theme::instance().mutedText());
    m_painter.drawText(room, Qt::AlignLeft | Qt::AlignBottom, text);
}

void TreePainter::drawArc(const QRectF& from, const QRectF& to, const NodeLook& look)
{
    const QPointF start(from.right(), from.center().y());
    const QPointF end(to.left(), to.center().y());
    const double middle = (start.x() + end.x()) / 2;
    QPainterPath path(start);
    path.cubicTo({middle, start.y()}, {middle, end.y()}, end);
    QPen pen = shapePen(look.shape, false);
    if (look.shape == NodeShape::Dropped || look.shape == NodeShape::Blocked)
        pen.setColor(Theme::instance().line().darker(Theme::instance().isDark() ? 100 : 125));
    constexpr double kThickest = 4.0, kThinnestSeen = 2.2; // the second in pixels of the screen
    pen.setWidthF(look.best ? std::max(kThickest, kThinnestSeen / m_zoom) : 1.3);
    pen.setCapStyle(Qt::FlatCap);
    m_painter.save();
    m_painter.setOpacity(look.opacity);
    m_painter.setPen(pen);
    m_painter.setBrush(Qt::NoBrush);
    m_painter.drawPath(path);
    m_painter.restore();
}

} // namespace ui
