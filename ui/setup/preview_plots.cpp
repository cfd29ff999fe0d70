#include "ui/setup/preview_plots.h"

#include "core/base/message.h"
#include "ui/setup/preview_page.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QGridLayout>
#include <QLabel>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

namespace {

constexpr int kMostClasses = 20;
constexpr int kClassBarHeight = 22;

int64_t total(const core::ClassCount& item)
{
    return item.train + item.valid + item.test;
}

} // namespace

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
        heights << double(counts[i]);
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

LengthPlot::LengthPlot(QWidget* parent) : HistogramPlot(parent)
{
    setObjectName(QStringLiteral("lengthPlot"));
    show();
}

void LengthPlot::setTagged(bool tagged)
{
    m_tagged = tagged;
    show();
}

void LengthPlot::setWords(const core::LengthHistogram& words)
{
    m_words = words;
    m_tokens = {};
    show();
}

void LengthPlot::setTokens(const TokenLengths& tokens)
{
    m_tokens = tokens;
    show();
}

void LengthPlot::setMaximumLength(qint64 tokens)
{
    m_maximum = tokens;
    if (tokens > 0)
        setMark(double(tokens), tr("maximum length %1").arg(count(tokens)),
                tr("max. %1").arg(count(tokens)));
    else
        clearMark();
    show();
}

void LengthPlot::setBrief()
{
    m_brief = true;
    show();
}

const core::LengthHistogram& LengthPlot::lengths() const
{
    return !m_tagged && m_tokens.lengths ? *m_tokens.lengths : m_words;
}

QString LengthPlot::text() const
{
    const core::LengthHistogram& shown = lengths();
    const QString median = count(shown.median), most = count(shown.percentile95);
    const QString longest = count(shown.longest), tokeniser = coreText(m_tokens.tokeniser);
    if (m_tagged)
        return filled(tr("Median %1, 95 % have at most %2, the longest has %3 {word|words}."),
                      {median, most, longest});
    if (m_tokens.lengths && m_tokens.sample > 0)
        return filled(tr("Median %1, 95 % have at most %2 {token|tokens}: %3, counted in %4 "
                         "{text|texts} from all over the data."),
                      {median, most, tokeniser, count(m_tokens.sample)});
    if (m_tokens.lengths)
        return filled(tr("Median %1, 95 % have at most %2, the longest has %3 {token|tokens}: %4, "
                         "counted in all training texts."),
                      {median, most, longest, tokeniser});
    const QString words = filled(
        tr("Median %1, 95 % have at most %2, the longest has %3 {word|words} between white space."),
        {median, most, longest});
    return tokeniser.isEmpty() ? words
                               : tr("%1 The tokeniser %2 has to be trained before its tokens can "
                                    "be counted, which the step Text does.")
                                     .arg(words, tokeniser);
}

void LengthPlot::show()
{
    std::vector<double> bounds;
    for (const int64_t bound : lengths().upperBounds) // Inclusive: the next bin begins one further.
        bounds.push_back(double(bound) + 1.0);
    const bool ofSample = !m_tagged && m_tokens.lengths && m_tokens.sample > 0;
    const QString upright = m_tagged ? tr("sentences")
        : ofSample                   ? tr("texts, sample of %1").arg(count(m_tokens.sample))
                                     : tr("texts");
    setAxisTitles(m_tagged               ? tr("words per sentence")
                      : m_tokens.lengths ? tr("tokens per text")
                                         : tr("words per text"),
                  m_brief ? QString() : upright);
    setBins(bounds, lengths().counts);
    setAccessibleTexts(tr("Lengths of the texts"),
                       tr("%1 Maximum length: %2 tokens.").arg(text(), count(m_maximum)));
}

RatioPlot::RatioPlot(QWidget* parent) : HistogramPlot(parent)
{
    setObjectName(QStringLiteral("ratioPlot"));
    setAxisTitles(tr("target / source words"), {});
}

void RatioPlot::setRatios(const core::RatioHistogram& ratios)
{
    std::vector<double> bounds = ratios.upperBounds;
    if (!bounds.empty() && !std::isfinite(bounds.back())) // "And more": as wide as the first.
        bounds.back() = bounds.size() > 1 ? bounds[bounds.size() - 2] + bounds.front() : 1.0;
    setBins(bounds, ratios.counts);
    const QString median = value(ratios.median);
    if (ratios.counts.empty())
        clearMark();
    else
        setMark(ratios.median, tr("median %1").arg(median), median);
    setAccessibleTexts(
        tr("Length ratios of the pairs"),
        tr("The median target has %1 times as many words as its source.").arg(median));
}

PairPlots::PairPlots(QWidget* parent)
    : QWidget(parent)
    , m_sourceTitle(makeLabel({}, LabelRole::Group, this))
    , m_targetTitle(makeLabel({}, LabelRole::Group, this))
    , m_source(named(new LengthPlot(this), "sourceLengthPlot"))
    , m_target(named(new LengthPlot(this), "targetLengthPlot"))
    , m_ratios(new RatioPlot(this))
    , m_sourceText(makeLabel({}, LabelRole::Muted, this))
    , m_targetText(makeLabel({}, LabelRole::Muted, this))
    , m_ratioText(makeLabel(
          tr("Check pairs far from the median: sides that do not match differ in length."),
          LabelRole::Muted, this))
{
    for (LengthPlot* plot : {m_source, m_target}) // Three side by side: no room for long words.
        plot->setBrief();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, kGrid, 0, 0);
    grid->setHorizontalSpacing(3 * kGrid);
    grid->setVerticalSpacing(4);
    const std::array<std::array<QWidget*, 3>, 3> columns{
        {{m_sourceTitle, m_source, m_sourceText},
         {m_targetTitle, m_target, m_targetText},
         {makeLabel(tr("Length ratio"), LabelRole::Group, this), m_ratios, m_ratioText}}};
    for (int column = 0; column < 3; ++column) {
        for (int row = 0; row < 3; ++row)
            grid->addWidget(columns[size_t(column)][size_t(row)], row, column,
                            row == 1 ? Qt::Alignment() : Qt::AlignTop);
        grid->setColumnStretch(column, 1);
    }
    grid->setRowStretch(1, 1);
}

void PairPlots::setPreview(const core::DataPreview& preview)
{
    m_sourceTitle->setText(
        tr("Lengths: %1").arg(sideName(Side::Source, preview.spec.sourceLanguage)));
    m_targetTitle->setText(
        tr("Lengths: %1").arg(sideName(Side::Target, preview.spec.targetLanguage)));
    m_source->setWords(preview.lengths);
    m_target->setWords(preview.targetLengths);
    m_ratios->setRatios(preview.lengthRatios);
    showTexts();
}

void PairPlots::setTokens(const TokenLengths& source, const TokenLengths& target)
{
    m_source->setTokens(source);
    m_target->setTokens(target);
    showTexts();
}

void PairPlots::showTexts()
{
    m_sourceText->setText(m_source->text());
    m_targetText->setText(m_target->text());
}

void PairPlots::setMaximumLengths(qint64 source, qint64 target)
{
    m_source->setMaximumLength(source);
    m_target->setMaximumLength(target);
}

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
    m_shown = std::min(int(m_classes.size()), kMostClasses);
    const QSharedPointer<QCPAxisTickerText> ticker(new QCPAxisTickerText);
    QVector<double> places, train, valid, test;
    QStringList spoken;
    double longest = 1.0;
    for (int i = 0; i < m_shown; ++i) {
        const core::ClassCount& item = m_classes[size_t(i)];
        const QString name = QString::fromStdString(core::shown(item.name, 24));
        ticker->addTick(i, tr("%1  %2").arg(name, count(total(item))));
        places << i;
        train << double(item.train);
        valid << double(item.valid);
        test << double(item.test);
        longest = std::max(longest, double(total(item)));
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
        plottable(i)->setBrush(QBrush(theme.series(series), kFills[size_t(series)]));
    }
    const QFontMetrics metrics(theme.textFont());
    const int line = std::max(kClassBarHeight, metrics.height() + 6);
    setMinimumHeight(std::max(m_shown, 2) * line + 4 * metrics.height());
    legend->setMaximumSize(QWIDGETSIZE_MAX, metrics.height() + 12);
}

} // namespace ui
