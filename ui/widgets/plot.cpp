#include "ui/widgets/plot.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QWindow>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace ui {

namespace {

/// QCustomPlot writes powers of ten only where the exponent is an "e"; most locales have "E".
template <class Base> class Ticker : public Base {
protected:
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override
    {
        QString label = Base::getTickLabel(tick, locale, format, precision)
                            .replace(locale.exponential(), QLatin1String("e"));
        if (Theme::instance().presentation()) // "1e-4": its exponent is not raised and small.
            label.replace(QLatin1String("e-0"), QLatin1String("e-"))
                .replace(QLatin1String("e+0"), QLatin1String("e"))
                .replace(QLatin1String("e+"), QLatin1String("e"));
        return label;
    }

    /// Uses as many digits as needed to distinguish the ticks.
    QVector<QString> createLabelVector(const QVector<double>& ticks, const QLocale& locale,
                                       QChar format, int precision) override
    {
        constexpr int kMostDigits = 15; // that a double has
        QVector<QString> labels = Base::createLabelVector(ticks, locale, format, precision);
        const auto repeated = [&labels] {
            return std::adjacent_find(labels.begin(), labels.end()) != labels.end();
        };
        while (repeated() && precision < kMostDigits)
            labels = Base::createLabelVector(ticks, locale, format, ++precision);
        return labels;
    }
};

/// Words in place of the numbers 0, 1, 2 ..., as many as have room.
class PlaceTicker : public QCPAxisTickerText {
public:
    explicit PlaceTicker(QStringList labels) : m_labels(std::move(labels)) { }

    /// Fits them into the width of an axis. @return whether that changes what is seen.
    bool fit(int across, QCPAxis& axis)
    {
        const QFontMetrics metrics(Theme::instance().textFont());
        const int room = std::max(across / std::max<int>(int(m_labels.size()), 1), 1);
        int widest = 0;
        for (const QString& label : m_labels)
            widest = std::max(widest, metrics.horizontalAdvance(label));
        const bool turned = widest + 8 > room;
        const int each = turned ? metrics.height() / room + 1 : 1;
        if (std::exchange(m_fitted, std::pair(turned, each)) == m_fitted)
            return false;
        clear();
        for (int place = 0; place < m_labels.size(); place += each)
            addTick(place,
                    metrics.elidedText(m_labels[place], Qt::ElideRight, 6 * metrics.height()));
        axis.setTickLabelRotation(turned ? -90.0 : 0.0);
        return true;
    }

private:
    QStringList m_labels;
    std::pair<bool, int> m_fitted{false,
                                  0}; ///< Whether labels are turned; one label in so many is drawn.
};

/// For less than two powers of ten, QCustomPlot uses evenly spaced numbers, which crowd at the
/// upper end of a logarithmic axis.
class LogTicker : public Ticker<QCPAxisTickerLog> {
protected:
    QVector<double> createTickVector(double tickStep, const QCPRange& range) override
    {
        constexpr double kFewDecades = 1.6; // The limit of QCustomPlot.
        if (range.lower <= 0.0 || std::log10(range.upper / range.lower) >= kFewDecades)
            return Ticker::createTickVector(tickStep, range);
        for (const std::vector<double>& digits :
             {std::vector{1.0, 2.0, 5.0}, std::vector{1.0, 3.0}, std::vector{1.0}}) {
            const QVector<double> ticks = multiples(digits, range);
            if (ticks.size() >= 2 && ticks.size() <= std::max(tickCount(), 2))
                return ticks;
        }
        return Ticker::createTickVector(tickStep, range);
    }

private:
    static QVector<double> multiples(const std::vector<double>& digits, const QCPRange& range)
    {
        constexpr double kRounding = 1e-9;
        QVector<double> ticks;
        for (int power = int(std::floor(std::log10(range.lower))) - 1;
             power <= int(std::ceil(std::log10(range.upper))); ++power)
            for (const double digit : digits) {
                const double tick = digit * std::pow(10.0, power);
                if (tick >= range.lower * (1.0 - kRounding)
                    && tick <= range.upper * (1.0 + kRounding))
                    ticks.append(tick);
            }
        return ticks;
    }
};

/// @pre there is a point.
int nearest(const QCPPlottableInterface1D& points, double x)
{
    const int before = std::min(points.findBegin(x), points.dataCount() - 1);
    const int after = std::min(before + 1, points.dataCount() - 1);
    const auto away = [&](int point) { return std::abs(points.dataMainKey(point) - x); };
    return away(after) < away(before) ? after : before;
}

/// "10^-3" with a raised exponent on a logarithmic axis, plain numbers on a linear one. In a
/// presentation no exponent is raised, because it would be too small to be read.
void fitNumberFormat(QCPAxis& axis)
{
    const bool logarithmic = axis.scaleType() == QCPAxis::stLogarithmic;
    QString format = logarithmic ? QStringLiteral("e") : QStringLiteral("g");
    if (!Theme::instance().presentation())
        format += u'b';
    axis.setNumberFormat(format);
}

} // namespace

Plot::Plot(QWidget* parent) : QCustomPlot(parent)
{
    setNoAntialiasingOnDrag(true);
    setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    axisRect()->setupFullAxesBox(false);
    setLocale(QLocale());
    for (QCPAxis* axis : {xAxis, yAxis})
        axis->setTicker(QSharedPointer<QCPAxisTicker>(new Ticker<QCPAxisTicker>));
    for (QCPAxis* axis : {xAxis2, yAxis2}) {
        axis->setTicks(false);
        axis->setVisible(false);
    }
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        applyTheme();
        replot(rpQueuedReplot);
    });
    // Labels and fonts change what is left for the axes without a change of the widget's size.
    connect(this, &QCustomPlot::afterLayout, this, [this] {
        const auto counts = [this] {
            return std::pair(xAxis->ticker()->tickCount(), yAxis->ticker()->tickCount());
        };
        const auto before = counts();
        fitTickCounts();
        const auto places = xAxis->ticker().dynamicCast<PlaceTicker>();
        const bool refitted = places && places->fit(axisRect()->width(), *xAxis);
        if (refitted || counts() != before)
            replot(rpQueuedReplot);
    });
    readAs({.rows = [this] { return int(sentences().size()); },
            .text = [this](int row, int) { return sentences().value(row); },
            .current = [this] { return QPoint(0, m_readAt ? 0 : -1); }});
    Plot::applyTheme();
    // A subclass has its own applyTheme() only after this constructor.
    QMetaObject::invokeMethod(
        this, [this] { applyTheme(); }, Qt::QueuedConnection);
}

void Plot::readAs(Readable* readable)
{
    delete std::exchange(m_readable, readable);
}

void Plot::readAt(std::optional<double> x)
{
    if (m_readAt == x)
        return;
    m_readAt = x;
    m_readable->announce();
}

/// Describes a whole line: its ends and its extremes.
QString Plot::lineSentence(const QString& name, const QCPPlottableInterface1D& points,
                           const QString& first, const QString& last)
{
    double low = points.dataMainValue(0), high = low;
    for (int point = 1; point < points.dataCount(); ++point) {
        low = std::fmin(low, points.dataMainValue(point));
        high = std::fmax(high, points.dataMainValue(point));
    }
    return tr("%1: from %2 to %3; lowest %4, highest %5")
        .arg(name, first, last, value(low), value(high));
}

/// One a bar, and one a line that has a name.
QStringList Plot::sentences()
{
    QStringList all;
    for (int i = 0; i < plottableCount(); ++i) {
        QCPAbstractPlottable* drawn = plottable(i);
        const QCPPlottableInterface1D* points = drawn->interface1D();
        const int count = points != nullptr && drawn->visible() ? points->dataCount() : 0;
        const auto at = [points](int point) {
            return tr("%1 at %2")
                .arg(value(points->dataMainValue(point)), value(points->dataMainKey(point)));
        };
        if (qobject_cast<QCPBars*>(drawn) != nullptr) {
            for (int bar = 0; bar < count; ++bar)
                all << at(bar);
            continue;
        }
        if (count == 0 || drawn->name().isEmpty())
            continue;
        if (m_readAt)
            all << tr("%1: %2").arg(drawn->name(), at(nearest(*points, *m_readAt)));
        else
            all << lineSentence(drawn->name(), *points, at(0), at(count - 1));
    }
    return all;
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
    axis.setTicker(on ? QSharedPointer<QCPAxisTicker>(new LogTicker)
                      : QSharedPointer<QCPAxisTicker>(new Ticker<QCPAxisTicker>));
    axis.setNumberPrecision(on ? 0 : 6);
    fitNumberFormat(axis);
}

void Plot::labelPlaces(const QStringList& labels)
{
    // The legend and the numbers of the y axis take room as well, which only the layout knows.
    const int left = 5 * QFontMetrics(Theme::instance().textFont()).height();
    const QSharedPointer<PlaceTicker> ticker(new PlaceTicker(labels));
    ticker->fit(width() - left, *xAxis);
    xAxis->setTicker(ticker);
}

void Plot::putLegendAbove()
{
    plotLayout()->insertRow(0);
    plotLayout()->addElement(0, 0, legend);
    plotLayout()->setRowStretchFactor(0, 0.001);
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    connect(this, &QCustomPlot::beforeReplot, this, &Plot::fitLegend);
}

void Plot::fitLegend()
{
    constexpr int kMostBeside = 5;
    int widest = 1;
    for (int i = 0; i < legend->itemCount(); ++i)
        if (const auto* item = legend->item(i)) // An incomplete last row has empty cells.
            widest = std::max(widest, item->minimumOuterSizeHint().width());
    const QMargins edges = legend->margins();
    const int between = legend->columnSpacing();
    const int beside = std::clamp(
        (width() - edges.left() - edges.right() + between) / (widest + between), 1, kMostBeside);
    if (beside == legend->wrap())
        return;
    legend->setWrap(beside);
    legend->setFillOrder(QCPLegend::foColumnsFirst, true);
}

void Plot::fitTickCounts()
{
    const QFontMetrics metrics(Theme::instance().numberFont());
    const int wide = metrics.horizontalAdvance(QStringLiteral("00000000"));
    xAxis->ticker()->setTickCount(std::clamp(axisRect()->width() / wide, 2, 8));
    yAxis->ticker()->setTickCount(std::clamp(axisRect()->height() / (2 * metrics.height()), 2, 7));
}

void Plot::paintEvent(QPaintEvent* event)
{
    QCustomPlot::paintEvent(event);
    if (!hasFocus())
        return;
    QPainter painter(this);
    drawFocusFrame(painter, rect());
}

void Plot::resizeEvent(QResizeEvent* event)
{
    QCustomPlot::resizeEvent(event); // lays out
    fitTickCounts();
}

void Plot::applyTheme()
{
    const Theme& theme = Theme::instance();
    const QPen thin(theme.line(), 1);
    setBackground(QBrush(theme.base()));
    QFont labelFont = theme.textFont();
    for (QCPAxis* axis : {xAxis, yAxis, xAxis2, yAxis2}) {
        fitNumberFormat(*axis);
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
