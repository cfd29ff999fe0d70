#include "ui/setup/length_plot.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <algorithm>

namespace ui {

LengthPlot::LengthPlot(QWidget* parent)
    : Plot(parent)
    , m_graph(addGraph())
    , m_mark(new QCPItemStraightLine(this))
    , m_markText(new QCPItemText(this))
{
    setObjectName(QStringLiteral("lengthPlot"));
    setAxisTitles(tr("tokens a text, separated at white space"), tr("texts"));
    m_graph->setLineStyle(QCPGraph::lsStepLeft);
    m_graph->setAdaptiveSampling(false);
    m_markText->position->setTypeX(QCPItemPosition::ptPlotCoords);
    m_markText->position->setTypeY(QCPItemPosition::ptAxisRectRatio);
    m_markText->setPadding(QMargins(6, 0, 6, 0));
    xAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
    yAxis->setSubTicks(false);
    setMaximumLength(0);
}

void LengthPlot::setLengths(const core::LengthHistogram& lengths)
{
    m_lengths = lengths;
    // A step holds from its left edge, so bins need their lower bounds and one closing point.
    QVector<double> edges, counts;
    double lower = 0.0, highest = 1.0;
    for (size_t i = 0; i < lengths.counts.size() && i < lengths.upperBounds.size(); ++i) {
        edges << lower;
        counts << static_cast<double>(lengths.counts[i]);
        highest = std::max(highest, counts.last());
        lower = static_cast<double>(lengths.upperBounds[i]) + 1.0;
    }
    edges << lower;
    counts << 0.0;
    m_graph->setData(edges, counts, true);
    yAxis->setRange(0, 1.15 * highest);
    setMaximumLength(m_maximum);
}

void LengthPlot::setMaximumLength(qint64 tokens)
{
    m_maximum = tokens;
    const auto place = static_cast<double>(tokens);
    const double last = m_graph->data()->isEmpty() ? 1.0 : (m_graph->data()->constEnd() - 1)->key;
    // A mark far beyond the texts would squeeze them: it then stands at the edge, in words.
    const bool inside = place <= 1.5 * last;
    const double end = std::max(inside ? 1.05 * place : 0.0, 1.02 * last);
    xAxis->setRange(0, end);
    m_mark->setVisible(tokens > 0 && inside);
    m_mark->point1->setCoords(place, 0);
    m_mark->point2->setCoords(place, 1);
    m_markText->setVisible(tokens > 0);
    m_markText->setText(tr("maximum length %1").arg(count(tokens)));
    m_markText->position->setCoords(inside ? place : end, 0.02);
    const bool leftOfMark = !inside || place > 0.5 * end;
    m_markText->setPositionAlignment((leftOfMark ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignTop);
    describe();
    replot(rpQueuedReplot);
}

void LengthPlot::describe()
{
    setAccessibleTexts(
        tr("Lengths of the texts"),
        tr("Median %1 tokens, 95 percent have at most %2, the longest has %3; maximum length %4.")
            .arg(count(m_lengths.median), count(m_lengths.percentile95), count(m_lengths.longest),
                 count(m_maximum)));
}

void LengthPlot::applyTheme()
{
    Plot::applyTheme();
    const Theme& theme = Theme::instance();
    m_graph->setPen(QPen(theme.series(0), theme.lineWidth()));
    QColor fill = theme.series(0);
    fill.setAlphaF(0.25F);
    m_graph->setBrush(fill);
    m_mark->setPen(QPen(theme.text(), theme.lineWidth(), Qt::DashLine));
    m_markText->setColor(theme.text());
    m_markText->setFont(theme.textFont());
    setMinimumHeight(12 * QFontMetrics(theme.textFont()).height());
}

} // namespace ui
