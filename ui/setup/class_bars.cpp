#include "ui/setup/class_bars.h"

#include "core/base/message.h"
#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int kMostClasses = 20;
constexpr int kClassBarHeight = 22;

int64_t total(const core::ClassCount& item)
{
    return item.train + item.valid + item.test;
}

} // namespace

ClassBars::ClassBars(QWidget* parent) : Plot(parent)
{
    setObjectName(QStringLiteral("classBars"));
    readAs({.rows = [this] { return m_shown; },
            .text =
                [this](int row, int) {
                    const core::ClassCount& item = m_classes[size_t(row)];
                    return filled(m_counted == Counted::Words
                                      ? tr("%1: %2 training, %3 validation, %4 test {word|words}")
                                      : tr("%1: %2 training, %3 validation, %4 test {text|texts}"),
                                  {QString::fromStdString(core::shown(item.name, 24)),
                                   count(item.train), count(item.valid), count(item.test)});
                }});
    legend->setFillOrder(QCPLegend::foColumnsFirst);
    // The legend stands below the axes: inside, it would cover the longest bar.
    plotLayout()->addElement(1, 0, legend);
    plotLayout()->setRowStretchFactor(1, 0.001);
    legend->setMaximumSize(QWIDGETSIZE_MAX, 1);
    yAxis->setRangeReversed(true);
    yAxis->setSubTicks(false);
    yAxis->setTickLength(0);
    yAxis->grid()->setVisible(false);
    xAxis->setSubTicks(false);
}

void ClassBars::setClasses(const std::vector<core::ClassCount>& classes, Counted counted)
{
    m_counted = counted;
    m_classes = classes;
    std::stable_sort(m_classes.begin(), m_classes.end(),
                     [](const auto& a, const auto& b) { return total(a) > total(b); });
    rebuild();
}

void ClassBars::rebuild()
{
    clearPlottables();
    m_shown = std::min(static_cast<int>(m_classes.size()), kMostClasses);
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    QVector<double> places, train, valid, test;
    QStringList spoken;
    double longest = 1.0;
    for (int i = 0; i < m_shown; ++i) {
        const core::ClassCount& item = m_classes[static_cast<size_t>(i)];
        const QString name = QString::fromStdString(core::shown(item.name, 24));
        ticker->addTick(i, tr("%1  %2").arg(name, count(total(item))));
        places << i;
        train << static_cast<double>(item.train);
        valid << static_cast<double>(item.valid);
        test << static_cast<double>(item.test);
        longest = std::max(longest, static_cast<double>(total(item)));
        spoken << tr("%1: %2").arg(name, count(total(item)));
    }
    yAxis->setTicker(ticker);
    addBars(tr("training"), places, train, 0);
    addBars(tr("validation"), places, valid, 1);
    addBars(tr("test"), places, test, 2);
    legend->setVisible(true);
    yAxis->setRange(-0.6, m_shown - 0.4);
    xAxis->setRange(0, 1.05 * longest);
    setAccessibleTexts(m_counted == Counted::Words ? tr("Words per tag") : tr("Texts per class"),
                       spoken.join(QStringLiteral(", ")));
    applyTheme();
    replot(rpQueuedReplot);
}

void ClassBars::addBars(const QString& name, const QVector<double>& places,
                        const QVector<double>& counts, int series)
{
    if (std::all_of(counts.begin(), counts.end(), [](double x) { return x == 0.0; }))
        return; // Its outline would still be a line at the end of the others.
    auto* bars = new QCPBars(yAxis, xAxis);
    bars->setName(name);
    bars->setData(places, counts, true);
    bars->setWidth(0.62);
    bars->setProperty("series", series);
    if (plottableCount() > 1)
        bars->moveAbove(qobject_cast<QCPBars*>(plottable(plottableCount() - 2)));
}

void ClassBars::applyTheme()
{
    Plot::applyTheme();
    constexpr std::array<Qt::BrushStyle, 3> kFills{Qt::SolidPattern, Qt::BDiagPattern,
                                                   Qt::DiagCrossPattern};
    const Theme& theme = Theme::instance();
    for (int i = 0; i < plottableCount(); ++i) {
        const int series = plottable(i)->property("series").toInt();
        plottable(i)->setPen(QPen(theme.series(series), 1));
        plottable(i)->setBrush(QBrush(theme.series(series), kFills[static_cast<size_t>(series)]));
    }
    const QFontMetrics metrics(theme.textFont());
    const int line = std::max(kClassBarHeight, metrics.height() + 6);
    setMinimumHeight(std::max(m_shown, 2) * line + 4 * metrics.height());
    legend->setMaximumSize(QWIDGETSIZE_MAX, metrics.height() + 12);
}

} // namespace ui
