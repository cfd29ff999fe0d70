#include "ui/language/glass_legend.h"

#include "ui/language/rank_level.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <numeric>

namespace ui {

namespace {

constexpr int kLegendSwatch = 26, kSpace = 6, kLegendGap = 18;

} // namespace

GlassLegend::GlassLegend(QWidget* parent) : Canvas(parent)
{
    new Readable(*this, // Belongs to this.
                 {.rows = [this] { return m_colours == TextGlass::Colours::Ranks ? m_reached : 1; },
                  .text = [this](int level, int) { return text(level); }});
    setAccessibleName(tr("Colour legend"));
    wrapInWidth(QSizePolicy::Preferred);
}

void GlassLegend::setRanks(const std::array<int64_t, 4>& levels, int64_t vocabularySize)
{
    m_reached = rankLevelsOf(vocabularySize);
    m_colours = TextGlass::Colours::Ranks;
    m_levels = levels;
    restyle();
}

void GlassLegend::setLosses(double guess)
{
    m_colours = TextGlass::Colours::Losses;
    m_guess = guess;
    restyle();
}

QString GlassLegend::text(int level) const
{
    if (m_colours == TextGlass::Colours::Losses)
        return tr("Loss from 0 nats (plain) to %1 nats or more, the loss of a uniform guess")
            .arg(value(m_guess));
    const int64_t all = std::accumulate(m_levels.begin(), m_levels.end(), int64_t{0});
    const int64_t here = m_levels[size_t(level)];
    const QString name = level == 0 ? tr("rank %1").arg(rankLevelName(0)) : rankLevelName(level);
    return all == 0 ? name
                    : tr("%1: %2 (%3)").arg(name, count(here), percent(double(here) / double(all)));
}

std::vector<QRect> GlassLegend::places(int width) const
{
    const QFontMetrics metrics(Theme::instance().textFont());
    const int line = metrics.height() + 8;
    std::vector<QRect> all;
    QPoint at(0, 0);
    for (int level = 0; level < m_reached; ++level) {
        const int wide = kLegendSwatch + kSpace + metrics.horizontalAdvance(text(level));
        if (at.x() > 0 && at.x() + wide > width)
            at = {0, at.y() + line};
        all.emplace_back(at, QSize(wide, line));
        at.rx() += wide + kLegendGap;
    }
    return all;
}

int GlassLegend::heightForWidth(int width) const
{
    const int line = QFontMetrics(Theme::instance().textFont()).height() + 8;
    return m_colours == TextGlass::Colours::Ranks ? places(width).back().bottom() + 1 : line;
}

QSize GlassLegend::sizeHint() const
{
    return {400, heightForWidth(std::max(width(), 400))};
}

QSize GlassLegend::minimumSizeHint() const
{
    return {200, heightForWidth(std::max(width(), 200))};
}

void GlassLegend::draw(QPainter& painter, const QRect& box) const
{
    const Theme& theme = Theme::instance();
    painter.setFont(theme.textFont());
    if (m_colours == TextGlass::Colours::Losses) {
        drawScale(painter, box.width());
        return;
    }
    const std::vector<QRect> all = places(box.width());
    for (int level = 0; level < m_reached; ++level) {
        const QRect& place = all[size_t(level)];
        const QRect swatch(place.left(), place.top() + 3, kLegendSwatch, place.height() - 6);
        painter.fillRect(swatch, rankGround(level));
        drawRankMark(painter, swatch, level);
        painter.setPen(theme.text());
        painter.drawText(place.adjusted(kLegendSwatch + kSpace, 0, kLegendGap, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, text(level));
    }
}

void GlassLegend::drawScale(QPainter& painter, int width) const
{
    constexpr int kSteps = 12, kStep = 14;
    const Theme& theme = Theme::instance();
    const int line = QFontMetrics(theme.textFont()).height() + 8;
    const QString low = tr("0 nats");
    const int from = painter.fontMetrics().horizontalAdvance(low) + kSpace;
    painter.setPen(theme.text());
    painter.drawText(QRect(0, 0, from, line), Qt::AlignLeft | Qt::AlignVCenter, low);
    for (int step = 0; step < kSteps; ++step) {
        const double share = double(step) / (kSteps - 1);
        const QRect box(from + step * kStep, 3, kStep, line - 6);
        painter.fillRect(box, lossGround(share));
        drawLossMark(painter, box, share);
    }
    const int to = from + kSteps * kStep + kSpace;
    painter.setPen(theme.text());
    painter.drawText(QRect(to, 0, std::max(0, width - to), line), Qt::AlignLeft | Qt::AlignVCenter,
                     tr("%1 nats or more: like a uniform guess").arg(value(m_guess)));
}

} // namespace ui
