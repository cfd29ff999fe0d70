#include "ui/widgets/plot.h"

#include "ui/widgets/theme.h"

#include <QWindow>

namespace ui {

Plot::Plot(QWidget* parent) : QCustomPlot(parent)
{
    setNoAntialiasingOnDrag(true);
    setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    axisRect()->setupFullAxesBox(false);
    for (QCPAxis* axis : {xAxis2, yAxis2}) {
        axis->setTicks(false);
        axis->setVisible(false);
    }
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        applyTheme();
        replot(rpQueuedReplot);
    });
    Plot::applyTheme();
    // A subclass has its own applyTheme() only after this constructor.
    QMetaObject::invokeMethod(
        this, [this] { applyTheme(); }, Qt::QueuedConnection);
}

void Plot::setAccessibleTexts(const QString& name, const QString& description)
{
    setAccessibleName(name);
    setAccessibleDescription(description);
}

void Plot::setAxisTitles(const QString& x, const QString& y)
{
    xAxis->setLabel(x);
    yAxis->setLabel(y);
}

void Plot::setLogarithmic(QCPAxis& axis, bool on)
{
    const bool isOn = axis.scaleType() == QCPAxis::stLogarithmic;
    if (on == isOn)
        return;
    axis.setScaleType(on ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
    axis.setTicker(on ? QSharedPointer<QCPAxisTicker>(new QCPAxisTickerLog)
                      : QSharedPointer<QCPAxisTicker>(new QCPAxisTicker));
    // "10^-3" with a raised exponent on a logarithmic axis, plain numbers on a linear one.
    axis.setNumberFormat(on ? QStringLiteral("eb") : QStringLiteral("gb"));
    axis.setNumberPrecision(on ? 0 : 6);
}

void Plot::applyTheme()
{
    const Theme& theme = Theme::instance();
    const QPen thin(theme.line(), 1);
    setBackground(QBrush(theme.base()));
    QFont labelFont = theme.textFont();
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
        axis->setBasePen(thin);
        axis->setTickPen(thin);
        axis->setSubTickPen(thin);
        axis->setTickLabelColor(theme.mutedText());
        axis->setTickLabelFont(theme.numberFont());
        axis->setLabelColor(theme.text());
        axis->setLabelFont(labelFont);
        axis->grid()->setPen(thin);
        axis->grid()->setZeroLinePen(thin);
        axis->grid()->setSubGridVisible(false);
    }
    if (legend) {
        legend->setBrush(theme.base());
        legend->setBorderPen(Qt::NoPen);
        legend->setTextColor(theme.text());
        legend->setFont(theme.textFont());
    }
    // Graphs themselves are coloured by whoever made them, from Theme::seriesPen.
}

void Plot::showEvent(QShowEvent* event)
{
    QCustomPlot::showEvent(event);
    followScreen();
    if (m_followsScreens || !window()->windowHandle())
        return;
    m_followsScreens = true;
    connect(window()->windowHandle(), &QWindow::screenChanged, this, [this] { followScreen(); });
}

/// QCustomPlot 2.1.0 reads the pixel ratio only in its constructor, before the screen is known.
void Plot::followScreen()
{
    if (qFuzzyCompare(bufferDevicePixelRatio(), devicePixelRatioF()))
        return;
    setBufferDevicePixelRatio(devicePixelRatioF());
    replot(rpQueuedReplot);
}

} // namespace ui
