#include "ui/updates/landscape_page.h"

#include "ui/figure/table_text.h"
#include "ui/text/sentences.h"
#include "ui/updates/landscape_plot.h"
#include "ui/widgets/busy_line.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/presentation.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

NumberBox* numberBoxOf(core::OptionType type, double minimum, double maximum, double standard,
                       const QString& name)
{
    core::OptionDescription option;
    option.type = type;
    option.minimum = minimum;
    option.maximum = maximum;
    auto* box = new NumberBox(option);
    box->setObjectName(name);
    box->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
    box->setValue(standard);
    return box;
}

} // namespace

LandscapePage::LandscapePage(QWidget* parent) : QWidget(parent), m_controls(new QWidget)
{
    buildControls();
    m_said = makeLabel({}, LabelRole::Plain);
    m_said->setObjectName(QStringLiteral("landscapeLabel"));
    m_hint = makeLabel({}, LabelRole::Muted);
    m_hint->setObjectName(QStringLiteral("landscapeHint"));
    m_range = makeLabel({}, LabelRole::Muted);
    m_plot = new LandscapePlot;
    QSizePolicy size = m_plot->sizePolicy(); // What stands above it stays where it is.
    size.setRetainSizeWhenHidden(true);
    m_plot->setSizePolicy(size);
    m_plot->hide(); // Until something is measured.
    m_busy = new BusyLine(tr("Progress of the measurement"));
    m_busy->cancelButton()->setText(tr("&Cancel"));
    connect(m_busy, &BusyLine::cancelRequested, this, &LandscapePage::cancelRequested);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addWidget(m_controls);
    column->addWidget(m_hint);
    column->addWidget(m_busy);
    column->addWidget(m_said);
    column->addWidget(m_plot, 1);
    column->addWidget(m_range);
    showChoice();
}

void LandscapePage::buildControls()
{
    m_path = new QuietComboBox;
    m_path->setObjectName(QStringLiteral("pathBox"));
    m_path->setAccessibleName(tr("Way along which the loss is measured"));
    m_path->addItems({tr("along the step taken"), tr("against the gradient"),
                      tr("in a random direction"), tr("over a random plane")});
    setHelp(*m_path,
            tr("Along the step: the loss rises again before 1: the step was too long; lower the "
               "learning rate or the clipping bound. It still falls far behind 1: the step could "
               "have been longer. Random directions are scaled filter by filter (Li et al. 2018): "
               "a narrow valley needs smaller steps than a wide one."));
    m_points = numberBoxOf(core::OptionType::Integer, 5, 201, 41, QStringLiteral("pointsBox"));
    m_reach = numberBoxOf(core::OptionType::Real, 0.01, 10.0, 1.0, QStringLiteral("reachBox"));
    m_points->setAccessibleName(tr("Points measured along each direction"));
    m_reach->setAccessibleName(tr("Reach to each side"));
    setHelp(*m_reach, tr("How far to each side: 1 is as far as the weights are from zero."));
    m_seed = numberBoxOf(core::OptionType::Integer, 1, 1e6, 1, QStringLiteral("directionSeedBox"));
    m_seed->setAccessibleName(tr("Seed of the random directions"));
    setHelp(*m_seed, tr("Another number: other random directions."));
    m_measure = new QPushButton(tr("&Measure"));
    m_measure->setObjectName(QStringLiteral("measureButton"));
    m_random = new QWidget;
    auto* random = new QHBoxLayout(m_random);
    random->setContentsMargins(0, 0, 0, 0);
    random->addWidget(makeNameLabel(tr("Re&ach"), *m_reach));
    random->addWidget(m_reach);
    random->addWidget(makeNameLabel(tr("S&eed"), *m_seed));
    random->addWidget(m_seed);
    auto* row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(Theme::instance().spacing());
    row->addWidget(makeNameLabel(tr("&Way"), *m_path));
    row->addWidget(m_path, 1);
    row->addWidget(makeNameLabel(tr("&Points"), *m_points));
    row->addWidget(m_points);
    row->addWidget(m_random);
    row->addWidget(m_measure);
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
        m_hint->setText(tr("The weights around update %1 are not in memory: tick Record under "
                           "Histograms while the run is trained and choose one of the latest "
                           "updates, or take another way.")
                            .arg(count(m_step)));
    else
        m_hint->setText(m_kept ? tr("Measure computes the loss around the weights right before "
                                    "update %1, on its batch, without dropout. A training waits "
                                    "meanwhile.")
                                     .arg(count(m_step))
                               : tr("Measure computes the loss around the network that is shown, "
                                    "on the batch of update %1, without dropout. A training waits "
                                    "meanwhile.")
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
                         ? tr("Dark: loss %1, bright: %2; nine contour lines, closer to each other "
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
        text += tr("The step took the loss of its own batch from %1 to %2; along it the least, %3, "
                   "stands at %4.")
                    .arg(value(at(0.0)), value(at(1.0)), value(shown.losses[least]), value(place));
        text += QLatin1Char(' ')
            + (at(1.0) > at(0.0) ? tr("The step was too long, or led uphill: lower the learning "
                                      "rate or the clipping bound.")
                   : place < 0.75
                   ? tr("The step overshot: the loss of this batch is lowest at %1 of it.")
                         .arg(value(place))
                   : place > 1.5 ? tr("The step could have been longer.")
                                 : tr("The length of the step fits."));
    } else {
        text += tr("The loss at the weights is %1; the least that was measured is %2.")
                    .arg(value(at(0.0)), value(shown.losses[least]));
    }
    if (!std::isnan(shown.stepCosine))
        text += QLatin1Char(' ')
            + tr("Cosine between the step and the gradient's descent: %1 (1: the same direction).")
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
             .table =
                 [this](TableText& table) {
                     table.row("a", "b", "loss");
                     for (size_t row = 0; row < m_landscape->b.size(); ++row)
                         for (size_t i = 0; i < m_landscape->a.size(); ++i)
                             table.row(m_landscape->a[i], m_landscape->b[row],
                                       m_landscape->losses[row * m_landscape->a.size() + i]);
                 },
             .words = [this] { return words(); }}};
}

void LandscapePage::setColour(int index)
{
    m_plot->setColour(index);
}

} // namespace ui
