#include "ui/window/run_bar.h"

#include "core/base/main_memory.h"
#include "ui/text/monitor.h"
#include "ui/text/sentences.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/labels.h"
#include "ui/widgets/theme.h"
#include "ui/window/speed_slider.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr int kProgressSteps = 1000;
constexpr int kProgressWidth = 56;

/// By their number, or by the limit of updates where that is reached before.
int64_t plannedEpochs(const core::StartReport& start)
{
    const int64_t perEpoch = std::max<int64_t>(start.updatesPerEpoch, 1);
    const int64_t byUpdates = (start.totalUpdates + perEpoch - 1) / perEpoch;
    return start.epochs > 0 ? start.epochs : byUpdates;
}

/// "1:21", "2:05:00": a clock needs the least room.
QString clock(double seconds)
{
    const auto whole = static_cast<qint64>(std::llround(seconds));
    const QString tail = QStringLiteral("%1:%2")
                             .arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QLatin1Char('0'))
                             .arg(whole % 60, 2, 10, QLatin1Char('0'));
    return whole >= 3600 ? QStringLiteral("%1:").arg(whole / 3600) + tail : tail;
}

} // namespace

RunBar::RunBar(QWidget* parent)
    : QWidget(parent)
    , m_epoch(makeLabel({}, LabelRole::Plain, this))
    , m_bar(new QProgressBar(this))
    , m_text(new ElidedLabel(this, Qt::ElideRight))
    , m_speed(new SpeedSlider(this))
{
    setObjectName(QStringLiteral("runBar"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_epoch->setObjectName(QStringLiteral("epochLabel"));
    m_epoch->setWordWrap(false);
    m_text->setObjectName(QStringLiteral("runText"));
    m_bar->setObjectName(QStringLiteral("runProgress"));
    m_bar->setAccessibleName(tr("Progress of the training"));
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(kProgressWidth, Theme::instance().spacing());
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(Theme::instance().spacing(), 0, Theme::instance().spacing(), 0);
    layout->setSpacing(Theme::instance().spacing());
    layout->addWidget(m_epoch);
    layout->addWidget(m_bar);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_speed);
    const auto follow = [this] {
        for (QWidget* widget : {static_cast<QWidget*>(m_epoch), static_cast<QWidget*>(m_text)})
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
        showLatest(); // The stage is over, the training goes on.
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
    const auto planned = static_cast<double>(std::max<int64_t>(start.totalUpdates, 1));
    m_latestFraction = static_cast<double>(update.step) / planned;
    const int64_t perEpoch = std::max<int64_t>(start.updatesPerEpoch, 1);
    m_epochFraction
        = static_cast<double>((update.step - 1) % perEpoch + 1) / static_cast<double>(perEpoch);
    const auto left = static_cast<double>(std::max<int64_t>(start.totalUpdates - update.step, 0));
    const double slowest = m_speed->rate() > 0.0 ? 1.0 / m_speed->rate() : 0.0; // Slow motion.
    const double secondsAnUpdate = update.step > 0
        ? std::max(update.seconds / static_cast<double>(update.step), slowest)
        : slowest;
    m_left = tr("%1 left").arg(clock(secondsAnUpdate * left));
    m_latestText
        = {tr("loss %1").arg(QLocale().toString(update.loss, 'g', 3)), shortScores(update.scores),
           tr("%1 tok/s").arg(compact(update.tokensPerSecond)),
           QLocale().formattedDataSize(core::residentMemoryBytes(), 0, QLocale::DataSizeSIFormat)};
    m_latestText.removeAll(QString());
    showLatest();
    setHelp(
        *m_text,
        tr("Time left at this run's mean speed or, if that is slower, at the speed chosen beside "
           "it; loss and scores of the last update's batch; tokens per second at present; memory "
           "that the program uses."));
}

void RunBar::showLatest()
{
    m_runText = m_latestText;
    if (m_state != TrainingState::Paused) // Then nothing is left to wait for.
        m_runText.prepend(m_left);
    m_bar->setRange(0, kProgressSteps);
    // Where the window waits for the end of the epoch, that is what one wants to see.
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
