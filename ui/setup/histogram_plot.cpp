#include "ui/setup/histogram_plot.h"

#include "ui/widgets/theme.h"

#include <QLocale>

#include <algorithm>

namespace ui {

HistogramPlot::HistogramPlot(QWidget* parent)
    : Plot(parent)
    , m_graph(addGraph())
    , m_mark(new QCPItemStraightLine(this))
    , m_markText(new QCPItemText(this))
    , m_tailText(new QCPItemText(this))
    , m_tail(new QCPItemRect(this))
{
    m_graph->setLineStyle(QCPGraph::lsStepLeft);
    m_graph->setAdaptiveSampling(false);
    m_markText->position->setTypeX(QCPItemPosition::ptPlotCoords);
    m_markText->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_markText->setPadding(QMargins(6, 0, 6, 0));
    m_tailText->setPadding(QMargins(2, 0, 2, 0));
    m_tailText->setObjectName(QStringLiteral("tailText"));
    xAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
    yAxis->setSubTicks(false);
    placeMark();
}

void HistogramPlot::setBins(const std::vector<double>& upperBounds,
                            const std::vector<int64_t>& counts)
{
    // A step holds from its left edge, so bins need their lower bounds and one closing point.
    QVector<double> edges, heights;
    double lower = 0.0;
    m_highest = 1.0;
    for (size_t i = 0; i < counts.size() && i < upperBounds.size(); ++i) {
        edges << lower;
        heights << static_cast<double>(counts[i]);
        m_highest = std::max(m_highest, heights.last());
        lower = upperBounds[i];
    }
    const size_t last = edges.size() < 2 ? 0 : size_t(edges.size()) - 1;
    const double width = last > 0 ? edges[1] : 0.0;
    m_tailBegin = last > 0 && lower - edges[qsizetype(last)] > 1.5 * width ? edges.last() : 0.0;
    m_tailHeight = heights.isEmpty() ? 0.0 : heights.last();
    if (m_tailBegin > 0.0)
        lower = m_tailBegin + width;
    edges << lower;
    heights << 0.0;
    m_graph->setData(edges, heights, true);
    placeMark();
}

void HistogramPlot::setMark(double place, const QString& text, const QString& brief)
{
    m_place = place;
    m_marked = true;
    m_text = text;
    m_brief = brief;
    placeMark();
}

void HistogramPlot::clearMark()
{
    m_marked = false;
    placeMark();
}

void HistogramPlot::placeMark()
{
    const double last = m_graph->data()->isEmpty() ? 1.0 : (m_graph->data()->constEnd() - 1)->key;
    // Within the tail no place can be told from another.
    const bool inside = m_marked && m_place <= (m_tailBegin > 0.0 ? m_tailBegin : 1.5 * last);
    const double end = std::max(inside ? 1.05 * m_place : 0.0, 1.02 * last);
    xAxis->setRange(0, end);
    m_mark->setVisible(inside);
    m_mark->point1->setCoords(m_place, 0);
    m_mark->point2->setCoords(m_place, 1);
    m_markText->setVisible(m_marked);
    m_markText->position->setCoords(inside ? m_place : end, 0.02);
    // On one side of the mark there is at least half of the width.
    const int room = axisRect()->width() / 2;
    const QFontMetrics metrics(m_markText->font());
    // The text stands above the highest bin.
    const double above = 1.5 * metrics.height() / std::max(1, axisRect()->height());
    yAxis->setRange(0, m_highest / (1.0 - std::min(above, 0.5)));
    m_markText->setText(
        metrics.horizontalAdvance(m_text) + 12 > (inside ? room : 2 * room) ? m_brief : m_text);
    const bool leftOfMark = !inside || m_place > 0.5 * end;
    m_markText->setPositionAlignment((leftOfMark ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    placeTail();
    replot(rpQueuedReplot);
}

void HistogramPlot::placeTail()
{
    const bool any = m_tailBegin > 0.0;
    m_tail->setVisible(any);
    m_tailText->setVisible(any);
    if (!any)
        return;
    const double end = (m_graph->data()->constEnd() - 1)->key;
    m_tail->topLeft->setCoords(m_tailBegin, m_tailHeight);
    m_tail->bottomRight->setCoords(end, 0.0);
    m_tailText->setText(tr("%1 or more").arg(QLocale().toString(m_tailBegin, 'g', 6)));
    double above = m_tailHeight; // Of the bins under the words.
    for (const QCPGraphData& bin : *m_graph->data())
        if (bin.key > 0.5 * end)
            above = std::max(above, bin.value);
    m_tailText->position->setCoords(end, std::min(above, 0.6 * yAxis->range().upper));
    m_tailText->setPositionAlignment(Qt::AlignRight | Qt::AlignBottom);
}

void HistogramPlot::resizeEvent(QResizeEvent* event)
{
    Plot::resizeEvent(event);
    placeMark();
}

void HistogramPlot::applyTheme()
{
    Plot::applyTheme();
    const Theme& theme = Theme::instance();
    m_graph->setPen(QPen(theme.series(0), theme.lineWidth()));
    QColor fill = theme.series(0);
    fill.setAlphaF(0.25F);
    m_graph->setBrush(fill);
    m_tail->setPen(QPen(theme.series(0), theme.lineWidth()));
    m_tail->setBrush(QBrush(theme.series(0), Qt::BDiagPattern));
    m_tailText->setColor(theme.text());
    m_tailText->setFont(theme.textFont());
    m_mark->setPen(QPen(theme.text(), theme.lineWidth(), Qt::DashLine));
    m_markText->setColor(theme.text());
    m_markText->setFont(theme.textFont());
    setMinimumHeight(12 * QFontMetrics(theme.textFont()).height());
}

} // namespace ui
