#include "ui/updates/landscape_page.h"

#include "core/probe/question_kind.h"
#include "ui/figure/figure.h"
#include "ui/text/sentences.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QPushButton>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ui {

namespace {

constexpr int kLevels = 9;

struct Corner {
    double x, y, loss;
};

/// Appends the part of the contour line of `level` in a triangle, if any, followed by a gap.
void crossTriangle(const std::array<Corner, 3>& corners, double level, QVector<double>& xs,
                   QVector<double>& ys)
{
    QVector<double> x, y;
    for (size_t i = 0; i < 3; ++i) {
        const Corner &from = corners[i], &to = corners[(i + 1) % 3];
        if ((from.loss < level) == (to.loss < level))
            continue;
        const double share = (level - from.loss) / (to.loss - from.loss);
        x << from.x + share * (to.x - from.x);
        y << from.y + share * (to.y - from.y);
    }
    if (x.size() != 2)
        return;
    const double gap = std::numeric_limits<double>::quiet_NaN();
    xs << x << gap;
    ys << y << gap;
}

NumberBox* numberBoxOf(core::OptionType type, double minimum, double maximum, double standard,
                       const QString& name)
{
    core::OptionDescription option;
    option.type = type;
    option.minimum = minimum;
    option.maximum = maximum;
    auto* box = named(new NumberBox(option), name);
    box->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    box->setValue(standard);
    return box;
}

} // namespace

LandscapePlot::LandscapePlot(QWidget* parent) : Plot(parent), m_map(new QCPColorMap(xAxis, yAxis))
{
    setObjectName(QStringLiteral("landscapePlot"));
    setMinimumSize(200, 140);
    m_map->setInterpolate(true);
    m_map->setTightBoundary(true);
    m_line = addGraph();
    m_marks = addGraph();
    m_marks->setLineStyle(QCPGraph::lsNone);
    for (int level = 0; level < kLevels; ++level)
        m_contours.push_back(new QCPCurve(xAxis, yAxis));
    connect(this, &QCustomPlot::afterLayout, this, &LandscapePlot::keepSquare);
}

void LandscapePlot::setColour(int index)
{
    if (std::exchange(m_colour, index) == index)
        return;
    applyTheme();
    replot(rpQueuedReplot);
}

/// Makes a plane the largest square beside the numbers; a line takes all the room.
void LandscapePlot::keepSquare()
{
    QCPAxisRect& area = *axisRect();
    const QMargins numbers = area.margins();
    const QSize room = plotLayout()->rect().marginsRemoved(numbers).size();
    const int side = std::max(1, std::min(room.width(), room.height()));
    const QSize most = m_plane ? QSize(side, side) : QSize(QWIDGETSIZE_MAX, QWIDGETSIZE_MAX);
    if (area.maximumSize() == most)
        return;
    area.setSizeConstraintRect(QCPLayoutElement::scrInnerRect);
    area.setMaximumSize(most);
    replot(rpQueuedReplot);
}

void LandscapePlot::clear()
{
    m_line->data()->clear();
    m_marks->data()->clear();
    m_map->setVisible(false);
    for (QCPCurve* each : m_contours)
        each->data()->clear();
    m_losses = {};
    replot(rpQueuedReplot);
}

void LandscapePlot::setLandscape(const core::Landscape& landscape, const QString& loss,
                                 const QString& x, const QString& y)
{
    clear();
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double each : landscape.losses)
        if (std::isfinite(each)) {
            low = std::min(low, each);
            high = std::max(high, each);
        }
    if (low > high)
        return;
    m_losses = {low, high};
    const bool plane = m_plane = landscape.b.size() > 1;
    xAxis->setRange(landscape.a.front(), landscape.a.back());
    if (plane)
        drawPlane(landscape);
    else
        drawLine(landscape);
    setAxisTitles(x, plane ? y : loss);
    const auto least = std::min_element(landscape.losses.begin(), landscape.losses.end());
    setAccessibleTexts(
        loss,
        tr("Loss from %1 to %2; the minimum is at %3")
            .arg(
                value(low), value(high),
                value(landscape.a[size_t(least - landscape.losses.begin()) % landscape.a.size()])));
    replot(rpQueuedReplot);
}

void LandscapePlot::drawLine(const core::Landscape& landscape)
{
    const bool onStep = landscape.path == core::LandscapePath::Step;
    for (size_t i = 0; i < landscape.a.size(); ++i) {
        m_line->addData(landscape.a[i], landscape.losses[i]);
        const double place = landscape.a[i];
        if (place == 0.0 || (onStep && std::abs(place - 1.0) < 1e-9))
            m_marks->addData(place, landscape.losses[i]);
    }
    const double air = m_losses.size() > 0.0 ? 0.06 * m_losses.size() : 0.5;
    yAxis->setRange(m_losses.lower - air, m_losses.upper + air);
}

void LandscapePlot::drawPlane(const core::Landscape& landscape)
{
    const auto columns = int(landscape.a.size()), rows = int(landscape.b.size());
    m_map->data()->setSize(columns, rows);
    m_map->data()->setRange({landscape.a.front(), landscape.a.back()},
                            {landscape.b.front(), landscape.b.back()});
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column)
            m_map->data()->setCell(
                column, row, landscape.losses[size_t(row) * size_t(columns) + size_t(column)]);
    m_map->setDataRange(m_losses.size() > 0.0 ? m_losses
                                              : QCPRange(m_losses.lower, m_losses.lower + 1.0));
    m_map->setVisible(true);
    yAxis->setRange(landscape.b.front(), landscape.b.back());
    m_marks->addData(0.0, 0.0);
    drawContours(landscape);
}

/// Divides each cell of the grid into two triangles, in which the loss is interpolated linearly.
/// Levels are closer where the loss is small.
void LandscapePlot::drawContours(const core::Landscape& landscape)
{
    const size_t columns = landscape.a.size();
    const auto corner = [&](size_t row, size_t column) {
        return Corner{landscape.a[column], landscape.b[row],
                      landscape.losses[row * columns + column]};
    };
    for (int level = 0; level < kLevels; ++level) {
        const double share = double(level + 1) / double(kLevels + 1);
        const double loss = m_losses.lower + share * share * m_losses.size();
        QVector<double> x, y;
        for (size_t row = 0; row + 1 < landscape.b.size(); ++row)
            for (size_t column = 0; column + 1 < columns; ++column) {
                const Corner a = corner(row, column), b = corner(row, column + 1),
                             c = corner(row + 1, column), d = corner(row + 1, column + 1);
                crossTriangle({a, b, d}, loss, x, y);
                crossTriangle({a, c, d}, loss, x, y);
            }
        m_contours[size_t(level)]->setData(x, y);
    }
}

void LandscapePlot::applyTheme()
{
    Plot::applyTheme();
    const Theme& theme = Theme::instance();
    m_line->setPen(QPen(theme.series(m_colour), 2.0 * theme.lineWidth()));
    m_marks->setScatterStyle(
        QCPScatterStyle(QCPScatterStyle::ssDiamond, QPen(theme.base(), theme.lineWidth()),
                        theme.series(m_colour + 1), 8.0 + 3.0 * theme.lineWidth()));
    QCPColorGradient gradient;
    gradient.clearColorStops();
    constexpr int kStops = 16;
    for (int stop = 0; stop <= kStops; ++stop)
        gradient.setColorStopAt(double(stop) / kStops, theme.weightColour(double(stop) / kStops));
    m_map->setGradient(gradient);
    for (size_t level = 0; level < m_contours.size(); ++level)
        m_contours[level]->setPen(
            QPen(2 * level < m_contours.size() ? QColor(Qt::white) : QColor(Qt::black),
                 theme.lineWidth()));
}

LandscapePage::LandscapePage(QWidget* parent) : QWidget(parent), m_controls(new QWidget)
{
    buildControls();
    m_said = named(makeLabel({}, LabelRole::Plain), "landscapeLabel");
    m_hint = named(makeLabel({}, LabelRole::Muted), "landscapeHint");
    m_range = makeLabel({}, LabelRole::Muted);
    m_plot = new LandscapePlot;
    QSizePolicy size = m_plot->sizePolicy(); // What stands above it stays where it is.
    size.setRetainSizeWhenHidden(true);
    m_plot->setSizePolicy(size);
    m_plot->hide(); // Until something is measured.
    m_busy = new BusyLine(tr("Progress of the measurement"));
    m_busy->cancelButton()->setText(tr("&Cancel"));
    connect(m_busy, &BusyLine::cancelRequested, this, &LandscapePage::cancelRequested);
    makeColumn(this, {m_controls, m_hint, m_busy, m_said, {m_plot, 1}, m_range}, 4);
    showChoice();
}

void LandscapePage::buildControls()
{
    m_path = named(new QuietComboBox, "pathBox", tr("Path along which the loss is measured"));
    m_path->addItems({tr("along the step taken"), tr("against the gradient"),
                      tr("in a random direction"), tr("over a random plane")});
    setHelp(*m_path,
            tr("Along the step: if the loss rises again before 1, the step was too long: lower the "
               "learning rate or the clipping bound. If the loss still falls far beyond 1, the "
               "step could have been longer. Random directions are scaled filter by filter (Li et "
               "al. 2018): a narrow valley needs smaller steps than a wide one."));
    m_points = numberBoxOf(core::OptionType::Integer, 5, 201, 41, QStringLiteral("pointsBox"));
    m_reach = numberBoxOf(core::OptionType::Real, 0.01, 10.0, 1.0, QStringLiteral("reachBox"));
    m_points->setAccessibleName(tr("Points measured along each direction"));
    m_reach->setAccessibleName(tr("Reach to each side"));
    setHelp(*m_reach, tr("Distance to each side, relative to the norm of the weights."));
    m_seed = numberBoxOf(core::OptionType::Integer, 1, 1e6, 1, QStringLiteral("directionSeedBox"));
    m_seed->setAccessibleName(tr("Seed of the random directions"));
    setHelp(*m_seed, tr("Another seed gives other random directions."));
    m_measure = named(new QPushButton(tr("&Measure")), "measureButton");
    m_random = new QWidget;
    makeRow(m_random,
            {makeNameLabel(tr("Re&ach"), *m_reach), m_reach, makeNameLabel(tr("S&eed"), *m_seed),
             m_seed});
    makeRow(m_controls,
            {makeNameLabel(tr("Pa&th"), *m_path),
             {m_path, 1},
             makeNameLabel(tr("&Points"), *m_points),
             m_points,
             m_random,
             m_measure},
            kGrid);
    hideInPresentation(*m_controls);
    connect(m_path, &QComboBox::currentIndexChanged, this, [this] {
        m_points->setValue(isPlane() ? 21 : 41);
        showChoice();
    });
    connect(m_measure, &QPushButton::clicked, this, &LandscapePage::measureRequested);
}

core::LandscapePath LandscapePage::path() const
{
    return core::LandscapePath(m_path->currentIndex());
}

core::AskLandscape LandscapePage::question() const
{
    core::AskLandscape question;
    question.path = path();
    question.points = int64_t(m_points->value());
    question.reach = m_reach->value();
    question.seed = int64_t(m_seed->value());
    return question;
}

void LandscapePage::setUpdate(int64_t step, const std::vector<int64_t>& keptWeights)
{
    const bool other = step != m_step;
    m_step = step;
    m_kept = std::find(keptWeights.begin(), keptWeights.end(), step) != keptWeights.end();
    if (other)
        clear();
    showChoice();
}

void LandscapePage::showChoice()
{
    const bool random = path() == core::LandscapePath::Random || isPlane();
    const bool possible = m_step > 0 && (m_kept || path() != core::LandscapePath::Step);
    m_random->setVisible(random);
    m_measure->setEnabled(possible);
    if (m_step == 0)
        m_hint->setText(tr("Choose an update in the curve above."));
    else if (!possible)
        m_hint->setText(
            tr("The weights around update %1 are not in memory: tick Record under Histograms while "
               "the run is trained and choose one of the latest updates, or choose another path.")
                .arg(count(m_step)));
    else
        m_hint->setText(
            m_kept ? tr("Measure computes the loss around the weights right before update %1, on "
                        "its batch, without dropout. A training waits meanwhile.")
                         .arg(count(m_step))
                   : tr("Measure computes the loss around the network that is shown, on the batch "
                        "of update %1, without dropout. A training waits meanwhile.")
                         .arg(count(m_step)));
}

void LandscapePage::clear()
{
    m_landscape.reset();
    m_plot->clear();
    m_plot->hide();
    m_said->setText({});
    m_range->setText({});
}

void LandscapePage::setProgress(const core::Progress& progress)
{
    m_hint->hide();
    m_busy->setProgress(progress);
}

void LandscapePage::setEnded()
{
    m_hint->show();
    m_busy->end();
}

QString LandscapePage::directionText() const
{
    switch (m_landscape->path) {
    case core::LandscapePath::Step:
        return tr("steps (0: before the update, 1: after it)");
    case core::LandscapePath::Gradient:
        return tr("against the gradient, in lengths of %1").arg(value(m_landscape->directionNorm));
    default:
        return tr("first random direction");
    }
}

void LandscapePage::setLandscape(const core::Landscape& landscape)
{
    m_landscape = landscape;
    m_landscape->batches.reset(); // The view keeps them.
    m_plot->show();
    m_plot->setLandscape(*m_landscape, tr("loss of the batch"), directionText(),
                         tr("second random direction"));
    m_said->setText(landscapeText());
    const QCPRange losses = m_plot->losses();
    m_range->setText(m_landscape->b.size() > 1
                         ? tr("Dark: loss %1; bright: loss %2. The nine contour lines are closer "
                              "where the loss is small.")
                               .arg(value(losses.lower), value(losses.upper))
                         : QString());
}

QString LandscapePage::landscapeText() const
{
    if (!m_landscape)
        return {};
    const core::Landscape& shown = *m_landscape;
    const auto at = [&](double place) {
        size_t best = 0;
        for (size_t i = 0; i < shown.a.size(); ++i)
            if (std::abs(shown.a[i] - place) < std::abs(shown.a[best] - place))
                best = i;
        return shown.losses[(shown.b.size() / 2) * shown.a.size() + best];
    };
    const auto least
        = size_t(std::min_element(shown.losses.begin(), shown.losses.end()) - shown.losses.begin());
    const double place = shown.a[least % shown.a.size()];
    const QString batch = count(shown.place.step);
    QString text = shown.beforeUpdate
        ? tr("Batch of update %1, around the weights right before it.").arg(batch)
        : tr("Batch of update %1, around the network after update %2.")
              .arg(batch, count(shown.networkStep));
    text += QLatin1Char(' ');
    if (shown.path == core::LandscapePath::Step) {
        text += tr("The step changed the loss of its own batch from %1 to %2; the minimum along it "
                   "is %3 at %4.")
                    .arg(value(at(0.0)), value(at(1.0)), value(shown.losses[least]), value(place));
        text += QLatin1Char(' ')
            + (at(1.0) > at(0.0) ? tr("The step was too long, or led uphill: lower the learning "
                                      "rate or the clipping bound.")
                   : place < 0.75
                   ? tr("The step overshot: the loss of this batch is lowest at %1 of it.")
                         .arg(value(place))
                   : place > 1.5 ? tr("The step could have been longer.")
                                 : tr("The length of the step is appropriate."));
    } else {
        text += tr("The loss at the weights is %1; the smallest measured loss is %2.")
                    .arg(value(at(0.0)), value(shown.losses[least]));
    }
    if (!std::isnan(shown.stepCosine))
        text += QLatin1Char(' ')
            + tr("Cosine of the angle between the step and the negative gradient: %1 (1: the same "
                 "direction).")
                  .arg(value(shown.stepCosine));
    return text;
}

QString LandscapePage::words() const
{
    if (!m_landscape)
        return m_hint->text();
    QStringList lines{landscapeText()};
    if (m_landscape->b.size() == 1)
        for (size_t i = 0; i < m_landscape->a.size(); ++i)
            lines << tr("At %1 the loss is %2")
                         .arg(value(m_landscape->a[i]), value(m_landscape->losses[i]));
    return lines.join(QLatin1Char('\n'));
}

std::vector<Figure> LandscapePage::figures() const
{
    if (!m_landscape)
        return {};
    return {{.title = tr("Loss landscape of update %1").arg(count(m_landscape->place.step)),
             .name = QStringLiteral("loss_landscape"),
             .size = m_plot->size(),
             .paint =
                 [this](QCPPainter& painter) {
                     m_plot->toPainter(&painter, m_plot->width(), m_plot->height());
                 },
             .words = [this] { return words(); },
             .answer = [this] { return core::readoutOf<core::AskLandscape>(*m_landscape); }}};
}

void LandscapePage::setColour(int index)
{
    m_plot->setColour(index);
}

} // namespace ui
