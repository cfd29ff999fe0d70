#include "ui/curves/curve_legend.h"

#include "ui/curves/curve_settings.h"
#include "ui/text/score_text.h"
#include "ui/widgets/theme.h"

#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

/// So long that the dashes of a line can be told.
int sampleLength()
{
    return qRound(32 * Theme::instance().scale());
}

QFont entryFont(bool current)
{
    QFont font = Theme::instance().textFont();
    font.setBold(current);
    return font;
}

/// In pixels; longer run names are cut in the middle.
int longestName()
{
    return 30 * QFontMetrics(Theme::instance().textFont()).averageCharWidth();
}

/// The list of runs shows the lines of all runs.
constexpr size_t kMostLegendRuns = 12;

enum Meaning { Pale, Strong, Validation, Best, Resumed, Beat, More };

/// "best epoch by validation accuracy": the star's measure.
QString bestText(const std::vector<CurveSource>& sources)
{
    const bool same = std::all_of(sources.begin(), sources.end(), [&](const CurveSource& source) {
        return source.monitor == sources.front().monitor;
    });
    if (sources.empty())
        return CurveLegend::tr("best epoch");
    return same
        ? CurveLegend::tr("best epoch by %1").arg(monitorText(sources.front().monitor).title)
        : CurveLegend::tr("best epoch by the run's own measure");
}

} // namespace

CurveLegend::CurveLegend(QWidget* parent) : QWidget(parent)
{
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        updateGeometry();
        update();
    });
}

void CurveLegend::setSources(const std::vector<CurveSource>& sources, bool baseline)
{
    m_entries.clear();
    QStringList names;
    bool resumed = false;
    for (const CurveSource& source : sources) {
        if (m_entries.size() < kMostLegendRuns)
            m_entries.push_back({source.name, source.colourIndex, 0, source.current});
        names << source.name;
        resumed = resumed || !source.curves->resumedAt().empty();
    }
    if (sources.size() > kMostLegendRuns)
        m_entries.push_back({tr("and %1 more").arg(sources.size() - kMostLegendRuns), -1, More});
    if (sources.size() <= CurvePlot::kMostWithRaw)
        m_entries.push_back({tr("every update"), -1, Pale});
    m_entries.push_back({tr("smoothed"), -1, Strong});
    m_entries.push_back({tr("validation"), -1, Validation});
    m_entries.push_back({bestText(sources), -1, Best});
    if (baseline)
        m_entries.push_back({tr("best baseline (no network)"), -1, Beat});
    if (resumed)
        m_entries.push_back({tr("resumed here"), -1, Resumed});
    setAccessibleName(tr("Legend. Runs shown: %1").arg(names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QStringList CurveLegend::entries() const
{
    QStringList texts;
    for (const Entry& entry : m_entries)
        texts << entry.text;
    return texts;
}

int CurveLegend::entryWidth(const Entry& entry) const
{
    const int text = QFontMetrics(entryFont(entry.colourIndex >= 0))
                         .horizontalAdvance(entry.text); // as if current
    return sampleLength() + 6 + (entry.colourIndex < 0 ? text : std::min(text, longestName()));
}

std::vector<QPoint> CurveLegend::places(int width, int* height) const
{
    const int gap = 2 * kGrid;
    const int line = QFontMetrics(Theme::instance().textFont()).height() + 4;
    std::vector<QPoint> result;
    QPoint at(0, 0);
    for (const Entry& entry : m_entries) {
        const int needed = entryWidth(entry);
        if (at.x() > 0 && at.x() + needed > width)
            at = {0, at.y() + line};
        result.push_back(at);
        at.rx() += needed + gap;
    }
    *height = at.y() + line;
    return result;
}

int CurveLegend::heightForWidth(int width) const
{
    int height = 0;
    places(width, &height);
    return height;
}

QSize CurveLegend::sizeHint() const
{
    return {400, heightForWidth(std::max(width(), 400))};
}

QSize CurveLegend::minimumSizeHint() const
{
    return {120, QFontMetrics(Theme::instance().textFont()).height() + 4};
}

void CurveLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, width());
}

void CurveLegend::draw(QPainter& painter, int width) const
{
    const Theme& theme = Theme::instance();
    int height = 0;
    const std::vector<QPoint> at = places(width, &height);
    for (size_t i = 0; i < m_entries.size(); ++i) {
        const Entry& entry = m_entries[i];
        const QFontMetrics metrics(entryFont(entry.current));
        const QRect sample(at[i], QSize(sampleLength(), metrics.height()));
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        drawSample(painter, entry, sample);
        painter.restore();
        painter.setFont(entryFont(entry.current));
        painter.setPen(entry.colourIndex >= 0 ? theme.text() : theme.mutedText());
        painter.drawText(QPoint(sample.right() + 7, at[i].y() + metrics.ascent()),
                         entry.colourIndex < 0
                             ? entry.text
                             : metrics.elidedText(entry.text, Qt::ElideMiddle, longestName()));
    }
}

void CurveLegend::drawSample(QPainter& painter, const Entry& entry, const QRect& box) const
{
    const QPoint left(box.left() + 2, box.center().y());
    const QPoint right(box.right() - 2, box.center().y());
    const CurveStyle style = curveStyle(std::max(entry.colourIndex, 0));
    if (entry.colourIndex >= 0) {
        painter.setPen(style.strong);
        painter.drawLine(left, right);
        return;
    }
    // Meanings of lines are grey, because they hold for every run.
    const Theme& theme = Theme::instance();
    const QPen grey(theme.mutedText(), theme.lineWidth());
    const QPointF middle = QRectF(box).center();
    switch (entry.meaning) {
    case Pale:
        painter.setPen(QPen(blended(theme.base(), theme.mutedText(), 0.6), 1));
        painter.drawPolyline(
            QPolygon{{left, left + QPoint(5, -5), left + QPoint(9, 4), left + QPoint(14, -3),
                      left + QPoint(19, 5), left + QPoint(23, -4), right}});
        break;
    case Strong:
        painter.setPen(QPen(grey.color(), theme.lineWidth() + 0.5));
        painter.drawLine(left, right);
        break;
    case Beat:
        painter.setPen(QPen(theme.text(), theme.lineWidth(), Qt::DotLine));
        painter.drawLine(left, right);
        break;
    case Validation:
        painter.setPen(grey);
        painter.drawLine(left, right);
        painter.setBrush(theme.base());
        painter.drawEllipse(middle, 3.5, 3.5);
        break;
    case Best:
    case Resumed:
        painter.translate(middle + QPointF(0, entry.meaning == Resumed ? 7 : 0));
        painter.setPen(QPen(theme.text(), 1));
        painter.setBrush(theme.mutedText());
        painter.drawPath(entry.meaning == Best ? style.star.customPath() : style.flag.customPath());
        break;
    case More:
        break;
    }
}

} // namespace ui
