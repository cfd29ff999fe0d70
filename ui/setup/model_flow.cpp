#include "ui/setup/model_flow.h"

#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr double kFlowMargin = 16.0; ///< Between boxes and captions.

/// Solid where every word looks, dashed where only the first state comes from.
QPen penOf(core::SourceUse use)
{
    const Theme& theme = Theme::instance();
    return {theme.accent(), theme.lineWidth(),
            use == core::SourceUse::Start ? Qt::DashLine : Qt::SolidLine};
}

/// "x", 1 -> x with the subscripts 1 to 4.
QStringList numbered(const QString& name, int first)
{
    constexpr char16_t kSubscriptZero = 0x2080;
    QStringList names;
    for (int i = first; i < first + 4; ++i)
        names << name + QChar(static_cast<char16_t>(kSubscriptZero + i));
    return names;
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
    m_stacks.clear();
    const bool sides
        = std::any_of(summary.layers.begin(), summary.layers.end(),
                      [](const auto& layer) { return layer.side == core::LayerSide::Target; });
    if (sides) { // y0 is the begin mark
        m_stacks.emplace_back(numbered(tr("x"), 1), tr("source"), ModelStack::Captions::Left);
        m_stacks.emplace_back(numbered(tr("y"), 0), tr("target so far"),
                              ModelStack::Captions::Right);
    } else {
        m_stacks.emplace_back(
            QStringList{tr("token 1"), tr("token 2"), tr("token 3"), tr("token 4")}, QString(),
            ModelStack::Captions::Right);
    }
    for (const core::LayerSummary& layer : summary.layers)
        m_stacks[layer.side == core::LayerSide::Target ? 1 : 0].add(layer);
    setAccessibleDescription(
        sides ? tr("Encoder, from the source up: %1. Decoder, from the target up: %2")
                    .arg(m_stacks[0].spoken(), m_stacks[1].spoken())
              : tr("From the tokens up: %1").arg(m_stacks[0].spoken()));
    updateGeometry();
    update();
}

QSize ModelFlow::sizeHint() const
{
    int height = 0;
    for (const ModelStack& stack : m_stacks)
        height = std::max(height, stack.height());
    const int legend = hasSides() ? ModelStack::rowHeight() : 0;
    return {480, height + legend + 8};
}

QSize ModelFlow::minimumSizeHint() const
{
    return {280, sizeHint().height()};
}

void ModelFlow::place()
{
    const double legend = hasSides() ? ModelStack::rowHeight() : 0.0;
    const double bottom = height() - 4 - legend;
    if (!hasSides()) {
        const double across = std::min(width() * 0.5, 360.0);
        m_stacks[0].setPlace({0, 0, across, bottom},
                             {across + kFlowMargin, 0, width() - across - kFlowMargin, bottom});
        return;
    }
    // Captions stand outside, so that the gap is free for what crosses it.
    const double all = std::min(double(width()), 1200.0);
    const double across = std::min(0.28 * all, 320.0), gap = 0.08 * all;
    const double caption = (all - 2 * across - gap) / 2 - kFlowMargin;
    const double source = caption + kFlowMargin, target = source + across + gap;
    m_stacks[0].setPlace({source, 0, across, bottom}, {0, 0, caption, bottom});
    m_stacks[1].setPlace({target, 0, across, bottom},
                         {target + across + kFlowMargin, 0, caption, bottom});
}

void ModelFlow::paintEvent(QPaintEvent*)
{
    if (m_stacks.empty())
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    place();
    for (const ModelStack& stack : m_stacks)
        stack.draw(painter);
    if (hasSides()) {
        drawCrossing(painter);
        drawLegend(painter);
    }
}

bool ModelFlow::has(core::SourceUse use) const
{
    const auto& layers = m_stacks[1].layers();
    return std::any_of(layers.begin(), layers.end(),
                       [use](const auto& layer) { return layer.source == use; });
}

/// Attention reads the states of the encoder's highest row over the source; a start comes from what
/// stands highest of all, bridges included.
void ModelFlow::drawCrossing(QPainter& painter) const
{
    const auto& encoder = m_stacks[0].layers();
    const auto highest = static_cast<int>(encoder.size());
    int states = highest;
    while (states > 0 && !encoder[static_cast<size_t>(states - 1)].perToken)
        --states;
    painter.setBrush(Qt::NoBrush);
    const auto& decoder = m_stacks[1].layers();
    for (size_t layer = 0; layer < decoder.size(); ++layer) {
        const core::SourceUse use = decoder[layer].source;
        if (use == core::SourceUse::None)
            continue;
        const QRectF from = m_stacks[0].row(use == core::SourceUse::Start ? highest : states);
        const QRectF to = m_stacks[1].row(static_cast<int>(layer) + 1);
        painter.setPen(penOf(use));
        drawArrow(painter, {from.right() + 3, from.center().y()}, {to.left() - 3, to.center().y()});
    }
}

void ModelFlow::drawLegend(QPainter& painter) const
{
    constexpr double kLine = 32.0;
    const Theme& theme = Theme::instance();
    const QFontMetrics metrics(theme.textFont());
    const double middle = height() - 4 - ModelStack::rowHeight() / 2.0;
    double x = m_stacks[0].row(0).left();
    painter.setFont(theme.textFont());
    const auto entry = [&](core::SourceUse use, const QString& text) {
        if (!has(use))
            return;
        painter.setPen(penOf(use));
        drawArrow(painter, {x, middle}, {x + kLine, middle});
        painter.setPen(theme.mutedText());
        const double width = metrics.horizontalAdvance(text) + 4;
        painter.drawText(
            QRectF(x + kLine + 8, middle - metrics.height(), width, 2.0 * metrics.height()),
            Qt::AlignLeft | Qt::AlignVCenter, text);
        x += kLine + 8 + width + 24;
    };
    entry(core::SourceUse::Start, tr("starts from the last state"));
    entry(core::SourceUse::Attention, tr("looks at every source token"));
}

} // namespace ui
