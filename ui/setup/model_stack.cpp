#include "ui/setup/model_stack.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <cmath>

namespace ui {

namespace {

constexpr int kColumns = 4;
constexpr int kRow = 44;
constexpr int kBox = 24;
constexpr double kArrow = 5.0;

/// "batch x length x 256" -> "256".
QString lastAxis(const QString& shape)
{
    return shape.section(QStringLiteral(" x "), -1).section(QStringLiteral(" \u00D7 "), -1);
}

bool isRecurrent(const core::LayerSummary& summary, const QString& type)
{
    // All recurrent encoders and decoders have these names; cells have many.
    const QString name = QString::fromStdString(summary.name);
    return name.endsWith(QStringLiteral("rnn")) || name == QStringLiteral("decoder")
        || type.contains(QStringLiteral("lstm")) || type.contains(QStringLiteral("gru"))
        || type.contains(QStringLiteral("rnn"));
}

bool looksAround(const QString& type)
{
    return type.contains(QStringLiteral("attention"))
        || type.contains(QStringLiteral("transformer"))
        || type.contains(QStringLiteral("encoder layer"));
}

/// @param pattern  of title and size.
QString captionOf(const ModelStack::Layer& layer, const QString& pattern)
{
    return layer.size.isEmpty() ? layer.title : pattern.arg(layer.title, layer.size);
}

} // namespace

void drawArrow(QPainter& painter, const QPointF& from, const QPointF& to)
{
    painter.drawLine(from, to);
    const double angle = std::atan2(to.y() - from.y(), to.x() - from.x());
    const auto tip = [&](double turn) {
        return QPointF(to.x() - kArrow * std::cos(angle + turn),
                       to.y() - kArrow * std::sin(angle + turn));
    };
    painter.drawLine(to, tip(0.45));
    painter.drawLine(to, tip(-0.45));
}

ModelStack::ModelStack(QStringList tokens, QString caption, Captions captions)
    : m_tokens(std::move(tokens)), m_caption(std::move(caption)), m_captions(captions)
{
}

void ModelStack::add(const core::LayerSummary& summary)
{
    Layer layer;
    layer.title = coreText(summary.type);
    const QString shape = QString::fromStdString(summary.outputShape);
    layer.size = lastAxis(shape);
    layer.perToken
        = shape.contains(QStringLiteral("length")) || shape.contains(QStringLiteral("tokens"));
    layer.source = summary.source;
    if (layer.source == core::SourceUse::Attention && layer.size.endsWith(QStringLiteral("length")))
        layer.size.clear(); // a weight for each source token, as the line to the encoder shows
    if (summary.place != core::LayerPlace::Above && !m_layers.empty()) {
        Layer& below = m_layers.back();
        const bool beside = summary.place == core::LayerPlace::Beside;
        below.title = (beside ? tr("%1 \u2016 %2") : tr("%1 + %2")).arg(below.title, layer.title);
        bool known = false, knownToo = false;
        const int sum = below.size.toInt(&known) + layer.size.toInt(&knownToo);
        if (beside && layer.perToken && known && knownToo)
            below.size = QString::number(sum);
        return;
    }
    // Bridges of a cell's states stand side by side, not on top of each other.
    if (summary.side == core::LayerSide::Source && !layer.perToken && !m_layers.empty()
        && !m_layers.back().perToken)
        return;
    const QString type = QString::fromStdString(summary.type).toLower();
    Link link = Link::None;
    if (isRecurrent(summary, type))
        link = type.contains(QStringLiteral("bidirectional")) ? Link::Both : Link::Forward;
    else if (layer.perToken && type.contains(QStringLiteral("decoder layer")))
        link = Link::Earlier;
    else if (layer.perToken && layer.source == core::SourceUse::None && looksAround(type))
        link = Link::All;
    m_layers.push_back(layer);
    m_links.push_back(link);
}

QString ModelStack::spoken() const
{
    QStringList names;
    for (const Layer& layer : m_layers)
        names << captionOf(layer, QStringLiteral("%1 %2"));
    return names.join(QStringLiteral(", "));
}

int ModelStack::rowHeight()
{
    return std::max(kRow, 2 * QFontMetrics(Theme::instance().textFont()).height() + 8);
}

int ModelStack::height() const
{
    return (int(m_layers.size()) + 1) * rowHeight();
}

void ModelStack::setPlace(const QRectF& boxes, const QRectF& captions)
{
    m_boxes = boxes;
    m_captionSpace = captions;
}

void ModelStack::draw(QPainter& painter) const
{
    drawTokens(painter);
    for (int row = 1; row <= int(m_layers.size()); ++row) {
        drawInputs(painter, row);
        drawRecurrence(painter, row);
        drawBoxes(painter, row);
        const Layer& layer = m_layers[size_t(row - 1)];
        painter.setPen(Theme::instance().text());
        drawCaption(painter, row, captionOf(layer, tr("%1 \u2192 %2")));
    }
}

bool ModelStack::isPerToken(int row) const
{
    return row == 0 || m_layers[size_t(row - 1)].perToken;
}

QRectF ModelStack::row(int index) const
{
    const double margin = 0.16 * m_boxes.width() / kColumns;
    const double top = m_boxes.bottom() - (index + 1) * rowHeight() + (rowHeight() - kBox) / 2.0;
    return {m_boxes.left() + margin, top, m_boxes.width() - 2 * margin, double(kBox)};
}

/// For a layer with one wide box, its part above the column.
QRectF ModelStack::box(int row, int column) const
{
    const double step = m_boxes.width() / kColumns;
    const double margin = 0.16 * step;
    const QRectF whole = this->row(row);
    return {m_boxes.left() + column * step + margin, whole.top(), step - 2 * margin,
            whole.height()};
}

QPointF ModelStack::top(int row, int column) const
{
    return {box(row, column).center().x(), box(row, column).top() - 1};
}

QPointF ModelStack::bottom(int row, int column) const
{
    return {box(row, column).center().x(), box(row, column).bottom() + 1};
}

void ModelStack::drawTokens(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.textFont());
    painter.setPen(theme.mutedText());
    for (int column = 0; column < kColumns; ++column)
        painter.drawText(box(0, column).adjusted(-8, 0, 8, 0), Qt::AlignCenter,
                         m_tokens.value(column));
    drawCaption(painter, 0, m_caption);
}

void ModelStack::drawBoxes(QPainter& painter, int row) const
{
    const Theme& theme = Theme::instance();
    QColor ground = theme.accent();
    ground.setAlphaF(0.12F);
    painter.setPen(QPen(theme.accent(), theme.lineWidth()));
    painter.setBrush(ground);
    if (!isPerToken(row)) {
        painter.drawRoundedRect(this->row(row), 4, 4);
        return;
    }
    for (int column = 0; column < kColumns; ++column)
        painter.drawRoundedRect(box(row, column), 4, 4);
}

/// In the painter's pen.
void ModelStack::drawCaption(QPainter& painter, int row, const QString& caption) const
{
    const double middle = this->row(row).center().y();
    const QRectF space(m_captionSpace.left(), middle - rowHeight() / 2.0, m_captionSpace.width(),
                       rowHeight());
    const QFont font = Theme::instance().textFont();
    // Two lines fit beside a row.
    const QString shown
        = QFontMetrics(font).elidedText(caption, Qt::ElideRight, qRound(1.8 * space.width()));
    painter.setFont(font);
    const auto side = m_captions == Captions::Left ? Qt::AlignRight : Qt::AlignLeft;
    painter.drawText(space, int(side) | int(Qt::AlignVCenter) | int(Qt::TextWordWrap), shown);
}

/// From the layer below, the tokens below the lowest.
void ModelStack::drawInputs(QPainter& painter, int row) const
{
    const Theme& theme = Theme::instance();
    painter.setPen(QPen(theme.mutedText(), theme.lineWidth()));
    painter.setBrush(Qt::NoBrush);
    if (!isPerToken(row - 1)) {
        const double x = this->row(row).center().x();
        drawArrow(painter, {x, top(row - 1, 0).y()}, {x, bottom(row, 0).y()});
        return;
    }
    const Link link = m_links[size_t(row - 1)];
    for (int from = 0; from < kColumns; ++from)
        for (int to = 0; to < kColumns; ++to)
            if (from == to || link == Link::All || (link == Link::Earlier && from < to))
                drawArrow(painter, top(row - 1, from), bottom(row, to));
}

void ModelStack::drawRecurrence(QPainter& painter, int row) const
{
    const Link link = m_links[size_t(row - 1)];
    if ((link != Link::Forward && link != Link::Both) || !isPerToken(row))
        return;
    const double shift = link == Link::Both ? 4.0 : 0.0;
    for (int column = 0; column + 1 < kColumns; ++column) {
        const QRectF left = box(row, column), right = box(row, column + 1);
        drawArrow(painter, {left.right() + 1, left.center().y() - shift},
                  {right.left() - 1, right.center().y() - shift});
        if (link == Link::Both)
            drawArrow(painter, {right.left() - 1, right.center().y() + shift},
                      {left.right() + 1, left.center().y() + shift});
    }
}

} // namespace ui
