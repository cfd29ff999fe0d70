#include "ui/updates/histogram_bars.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QLocale>

#include <algorithm>
#include <utility>

namespace ui {

QStringList binLabels(int first, int last)
{
    QStringList labels;
    for (int bin = last; bin >= first; --bin)
        labels << QLocale().toString(core::SignedHistogram::innerEdge(bin), 'g', 2);
    return labels;
}

HistogramBars::HistogramBars(QWidget* parent) : Plot(parent), m_bars(new QCPBars(xAxis, yAxis))
{
    setObjectName(QStringLiteral("histogramBars"));
    setMinimumSize(160, 90);
    m_bars->setWidth(0.9);
}

void HistogramBars::setHistogram(const core::SignedHistogram& histogram, int first, int last,
                                 const QString& name)
{
    m_first = first;
    m_last = last;
    QVector<double> places, shares;
    double highest = 0.0;
    for (int bin = first; bin <= last; ++bin) {
        places << double(bin);
        shares << double(histogram.counts[size_t(bin)])
                / double(std::max<int64_t>(1, histogram.count));
        highest = std::max(highest, shares.back());
    }
    m_bars->setData(places, shares, true);
    xAxis->setRange(first - 0.7, last + 0.7);
    yAxis->setRange(0.0, highest > 0.0 ? 1.05 * highest : 1.0);
    setAxisTitles(name, tr("share of the values"));
    setAccessibleTexts(name,
                       tr("%1 values from %2 to %3; root mean square %4")
                           .arg(count(histogram.count), value(histogram.minimum),
                                value(histogram.maximum), value(histogram.rootMeanSquare)));
    labelBins();
    replot(rpQueuedReplot);
}

void HistogramBars::clear()
{
    m_bars->data()->clear();
    m_last = m_first - 1;
    replot(rpQueuedReplot);
}

void HistogramBars::labelBins()
{
    if (m_last < m_first)
        return;
    const QFontMetrics metrics(Theme::instance().numberFont());
    const int bins = m_last - m_first + 1;
    const int room = std::max(
        1, axisRect()->width() / (metrics.horizontalAdvance(QStringLiteral("-9.9e-09")) + 10));
    const int each = std::max(1, (bins + room - 1) / room);
    const QStringList labels = binLabels(m_first, m_last);
    QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    // From zero on, so that it has a label.
    for (int bin = m_first; bin <= m_last; ++bin)
        if ((bin - core::SignedHistogram::kZero) % each == 0)
            ticker->addTick(bin, labels[m_last - bin]);
    xAxis->setTicker(ticker);
}

void HistogramBars::resizeEvent(QResizeEvent* event)
{
    Plot::resizeEvent(event);
    labelBins();
}

void HistogramBars::setColour(int index)
{
    if (std::exchange(m_colour, index) == index)
        return;
    applyTheme();
    replot(rpQueuedReplot);
}

void HistogramBars::applyTheme()
{
    Plot::applyTheme();
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(Theme::instance().series(m_colour));
    labelBins();
}

} // namespace ui
