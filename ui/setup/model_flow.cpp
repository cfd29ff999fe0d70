#include "ui/setup/model_flow.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

namespace ui {

namespace {

constexpr int kColumns = 4;
constexpr int kRow = 44;
constexpr int kBox = 24;
constexpr double kArrow = 5.0;

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

/// "batch x length x 256" -> "256".
QString lastAxis(const QString& shape)
{
    return shape.section(QStringLiteral(" x "), -1).section(QStringLiteral(" \u00D7 "), -1);
}

} // namespace

ModelFlow::ModelFlow(QWidget* parent) : QWidget(parent)
{
    setAccessibleName(tr("The network, drawn over four tokens"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void ModelFlow::setSummary(const core::ModelSummary& summary)
{
    m_layers.clear();
    QStringList spoken;
    for (const core::LayerSummary& layer : summary.layers) {
        m_layers.push_back(layerOf(layer));
        spoken << m_layers.back().title + u' ' + m_layers.back().size;
    }
    setAccessibleDescription(tr("From the tokens up: %1").arg(spoken.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

ModelFlow::Layer ModelFlow::layerOf(const core::LayerSummary& summary)
{
    Layer layer;
    layer.title = coreText(summary.type);
    const QString shape = QString::fromStdString(summary.outputShape);
    layer.size = lastAxis(shape);
    layer.perToken = shape.contains(QStringLiteral("length"));
    const QString type = QString::fromStdString(summary.type).toLower();
    const bool recurrent = type.contains(QStringLiteral("lstm"))
        || type.contains(QStringLiteral("gru")) || type.contains(QStringLiteral("rnn"));
    if (recurrent)
        layer.link = type.contains(QStringLiteral("bidirectional")) ? Link::Both : Link::Forward;
    else if (layer.perToken
             && (type.contains(QStringLiteral("attention"))
                 || type.contains(QStringLiteral("transformer"))
                 || type.contains(QStringLiteral("encoder layer"))))
        layer.link = Link::All;
    return layer;
}

int ModelFlow::rowHeight() const
{
    return std::max(kRow, 2 * QFontMetrics(Theme::instance().textFont()).height() + 8);
}

QSize ModelFlow::sizeHint() const
{
    return {480, (static_cast<int>(m_layers.size()) + 1) * rowHeight() + 8};
}

QSize ModelFlow::minimumSizeHint() const
{
    return {280, sizeHint().height()};
}

/// Row 0 are the tokens at the bottom. Wide boxes span all columns.
QRectF ModelFlow::box(int row, int column, bool wide) const
{
    const double across = std::min(width() * 0.5, 360.0);
    const double step = across / kColumns;
    const double y = height() - 4 - (row + 1) * rowHeight() + (rowHeight() - kBox) / 2.0;
    const double margin = 0.16 * step;
    if (wide)
        return {margin, y, across - 2 * margin, double(kBox)};
    return {column * step + margin, y, step - 2 * margin, double(kBox)};
}

void ModelFlow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    drawInputs(painter);
    for (int row = 1; row <= static_cast<int>(m_layers.size()); ++row) {
        drawLinks(painter, row);
        drawLayer(painter, row);
    }
}

void ModelFlow::drawInputs(QPainter& painter) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.textFont());
    painter.setPen(theme.mutedText());
    for (int column = 0; column < kColumns; ++column)
        painter.drawText(box(0, column, false).adjusted(-8, 0, 8, 0), Qt::AlignCenter,
                         tr("token %1").arg(column + 1));
}

void ModelFlow::drawLayer(QPainter& painter, int row) const
{
    const Theme& theme = Theme::instance();
    const Layer& layer = m_layers[static_cast<size_t>(row - 1)];
    QColor ground = theme.accent();
    ground.setAlphaF(0.12F);
    const int boxes = layer.perToken ? kColumns : 1;
    for (int column = 0; column < boxes; ++column) {
        painter.setPen(QPen(theme.accent(), theme.lineWidth()));
        painter.setBrush(ground);
        painter.drawRoundedRect(box(row, column, !layer.perToken), 4, 4);
    }
    const QRectF last = box(row, kColumns - 1, !layer.perToken);
    const QRectF text(last.right() + 16, last.top() - 8, width() - last.right() - 16,
                      last.height() + 16);
    painter.setFont(theme.textFont());
    painter.setPen(theme.text());
    const QFontMetrics metrics(theme.textFont());
    const QString caption = tr("%1 \u2192 %2").arg(layer.title, layer.size);
    painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(caption, Qt::ElideRight, qRound(text.width())));
}

void ModelFlow::drawLinks(QPainter& painter, int row) const
{
    const Theme& theme = Theme::instance();
    const Layer& layer = m_layers[static_cast<size_t>(row - 1)];
    const bool belowPerToken = row == 1 || m_layers[static_cast<size_t>(row - 2)].perToken;
    painter.setPen(QPen(theme.mutedText(), theme.lineWidth()));
    painter.setBrush(Qt::NoBrush);
    const auto top = [&](int column) {
        return QPointF(box(row - 1, column, false).center().x(), box(row - 1, 0, false).top() - 1);
    };
    const auto bottom = [&](int column) {
        return QPointF(box(row, column, false).center().x(), box(row, 0, false).bottom() + 1);
    };
    if (!belowPerToken) {
        const double x = box(row, 0, true).center().x();
        drawArrow(painter, {x, top(0).y()}, {x, bottom(0).y()});
        return;
    }
    for (int from = 0; from < kColumns; ++from) {
        for (int to = 0; to < kColumns; ++to) {
            if (from == to || layer.link == Link::All)
                drawArrow(painter, top(from), bottom(to));
        }
    }
    if (layer.link != Link::Forward && layer.link != Link::Both)
        return;
    for (int column = 0; column + 1 < kColumns && layer.perToken; ++column) {
        const QRectF left = box(row, column, false), right = box(row, column + 1, false);
        const double shift = layer.link == Link::Both ? 4.0 : 0.0;
        drawArrow(painter, {left.right() + 1, left.center().y() - shift},
                  {right.left() - 1, right.center().y() - shift});
        if (layer.link == Link::Both)
            drawArrow(painter, {right.left() - 1, right.center().y() + shift},
                      {left.right() + 1, left.center().y() + shift});
    }
}

} // namespace ui
