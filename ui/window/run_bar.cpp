#include "ui/window/run_bar.h"

#include "core/base/main_memory.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"

#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kStepsADecade = 10;
constexpr int kFastest = 3 * kStepsADecade; ///< 1000 updates a second; one step more: no limit.
constexpr int kSpeedSliderWidth = 48; ///< The progress beside it needs the room.

double rateAt(int place)
{
    if (place > kFastest)
        return 0.0;
    const double rate = std::pow(10.0, double(place) / kStepsADecade);
    return rate < 10.0 ? std::round(10.0 * rate) / 10.0 : std::round(rate);
}

constexpr int kProgressSteps = 1000;
constexpr int kProgressWidth = 56;

/// The number of epochs, or as many as the limit of updates allows.
int64_t plannedEpochs(const core::StartReport& start)
{
    const int64_t perEpoch = std::max<int64_t>(start.updatesPerEpoch, 1);
    const int64_t byUpdates = (start.totalUpdates + perEpoch - 1) / perEpoch;
    return start.epochs > 0 ? start.epochs : byUpdates;
}

/// "1:21", "2:05:00": a clock needs the least room.
QString clock(double seconds)
{
    const auto whole = qint64(std::llround(seconds));
    const QString tail = QStringLiteral("%1:%2")
                             .arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QLatin1Char('0'))
                             .arg(whole % 60, 2, 10, QLatin1Char('0'));
    return whole >= 3600 ? QStringLiteral("%1:").arg(whole / 3600) + tail : tail;
}

} // namespace

SpeedSlider::SpeedSlider(QWidget* parent)
    : QWidget(parent)
    , m_slider(named(new QSlider(Qt::Horizontal, this), "updatesPerSecondSlider",
                     tr("Slow motion: updates per second")))
    , m_text(makeLabel({}, LabelRole::Plain, this))
{
    setObjectName(QStringLiteral("speedSlider"));
    m_slider->setRange(0, kFastest + 1);
    m_slider->setPageStep(kStepsADecade);
    m_slider->setFixedWidth(kSpeedSliderWidth);
    const QString help = tr("Slow motion: the largest number of updates per second. It changes "
                            "only the time. Keys: arrows, Page Up, Home, End");
    setHelp(*m_slider, help);
    named(m_text, "speedText", {}, help);
    m_text->setWordWrap(false);
    makeRow(this, {m_slider, m_text}, kGrid);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        follow();
        Q_EMIT rateChosen(rate());
    });
    const auto measure = [this] { // A fixed width, so that nothing moves while it is dragged.
        m_text->ensurePolished();
        const QFontMetrics metrics(m_text->font());
        m_text->setFixedWidth(std::max(metrics.horizontalAdvance(tr("full")),
                                       metrics.horizontalAdvance(tr("%1/s").arg(1000))));
    };
    connect(&Theme::instance(), &Theme::changed, this, measure);
    measure();
    reset();
}

double SpeedSlider::rate() const
{
    return rateAt(m_slider->value());
}

void SpeedSlider::reset()
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(kFastest + 1);
    follow();
}

void SpeedSlider::follow()
{
    const double each = rate();
    m_text->setText(each > 0.0 ? tr("%1/s").arg(QLocale().toString(each, 'g', 4)) : tr("full"));
    m_slider->setAccessibleDescription(each > 0.0
                                           ? filled(tr("at most %1 {update|updates} per second"),
                                                    {QLocale().toString(each, 'g', 4)})
                                           : tr("full speed, no limit"));
}

RunBar::RunBar(QWidget* parent)
    : QWidget(parent)
    , m_epoch(named(makeLabel({}, LabelRole::Plain, this), "epochLabel"))
    , m_bar(named(new QProgressBar(this), "runProgress", tr("Progress of the training")))
    , m_text(named(new ElidedLabel(this, Qt::ElideRight), "runText"))
    , m_speed(new SpeedSlider(this))
{
    setObjectName(QStringLiteral("runBar"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_epoch->setWordWrap(false);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(kProgressWidth, kGrid);
    makeRow(this, {m_epoch, m_bar, {m_text, 1}, m_speed}, kGrid, {kGrid, 0, kGrid, 0});
    const auto follow = [this] {
        for (QWidget* widget : QWidgetList{m_epoch, m_text})
            widget->setFont(Theme::instance().numberFont());
    };
    connect(&Theme::instance(), &Theme::changed, this, follow);
    connect(m_speed, &SpeedSlider::rateChosen, this, &RunBar::speedChosen);
    follow();
    setState(TrainingState::Idle);
}

void RunBar::setState(TrainingState state)
{
    if (state == TrainingState::Preparing) {
        m_speed->reset();
        m_runText = QStringList{tr("Preparing...")};
        m_latestFraction = -1.0;
        m_epoch->clear();
        m_bar->setRange(0, 0);
    }
    m_state = state;
    if (m_latestFraction >= 0.0 && state != TrainingState::Idle)
        showLatest();
    showText();
}

void RunBar::setClosing(bool closing)
{
    m_closing = closing;
    if (m_latestFraction >= 0.0)
        showLatest();
    showText();
}

void RunBar::setIdleText(const QString& text)
{
    m_idleText = text;
    showText();
}

void RunBar::setProgress(const core::Progress& progress)
{
    if (progress.fraction >= 1.0 && m_latestFraction >= 0.0) {
        showLatest(); // The stage has ended; training continues.
        return;
    }
    m_runText = QStringList{progressText(progress)};
    m_bar->setRange(0, progress.fraction < 0.0 ? 0 : kProgressSteps);
    if (progress.fraction >= 0.0)
        m_bar->setValue(qRound(kProgressSteps * std::min(progress.fraction, 1.0)));
    showText();
}

void RunBar::setLatest(const core::UpdateReport& update, const core::StartReport& start)
{
    m_epoch->setText(tr("epoch %1/%2").arg(update.epoch).arg(plannedEpochs(start)));
    setHelp(*m_epoch, tr("Update %1 of %2").arg(count(update.step), count(start.totalUpdates)));
    const auto planned = double(std::max<int64_t>(start.totalUpdates, 1));
    m_latestFraction = double(update.step) / planned;
    const int64_t perEpoch = std::max<int64_t>(start.updatesPerEpoch, 1);
    m_epochFraction = double((update.step - 1) % perEpoch + 1) / double(perEpoch);
    const auto left = double(std::max<int64_t>(start.totalUpdates - update.step, 0));
    const double slowest = m_speed->rate() > 0.0 ? 1.0 / m_speed->rate() : 0.0; // Slow motion.
    const double secondsAnUpdate
        = update.step > 0 ? std::max(update.seconds / double(update.step), slowest) : slowest;
    m_left = tr("%1 left").arg(clock(secondsAnUpdate * left));
    m_latestText
        = {tr("loss %1").arg(QLocale().toString(update.loss, 'g', 3)), shortScores(update.scores),
           tr("%1 tok/s").arg(compact(update.tokensPerSecond)),
           QLocale().formattedDataSize(core::residentMemoryBytes(), 0, QLocale::DataSizeSIFormat)};
    m_latestText.removeAll(QString());
    showLatest();
    setHelp(*m_text,
            tr("Time left at this run's mean speed or, if that is slower, at the speed chosen "
               "beside it; loss and scores of the last update's batch; tokens per second at "
               "present; memory that the program uses."));
}

void RunBar::showLatest()
{
    m_runText = m_latestText;
    if (m_state != TrainingState::Paused) // The remaining time would be wrong.
        m_runText.prepend(m_left);
    m_bar->setRange(0, kProgressSteps);
    // The window waits for the end of the epoch: shows the progress to it.
    m_bar->setValue(qRound(kProgressSteps * (m_closing ? m_epochFraction : m_latestFraction)));
    showText();
}

void RunBar::showText()
{
    const bool idle = m_state == TrainingState::Idle;
    m_epoch->setVisible(!idle && !m_epoch->text().isEmpty());
    m_bar->setVisible(!idle);
    m_speed->setVisible(!idle);
    QStringList parts = idle ? QStringList{m_idleText} : m_runText;
    if (m_state == TrainingState::Paused)
        parts.prepend(tr("Paused."));
    else if (m_state == TrainingState::Stopping)
        parts = QStringList{m_closing ? tr("Saving a checkpoint; then the window closes...")
                                      : tr("Stopping: writing a checkpoint...")};
    else if (m_closing && !idle)
        parts.prepend(tr("Closes after this epoch."));
    m_text->setParts(parts);
}

} // namespace ui
