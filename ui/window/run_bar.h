#pragma once

#include "core/base/monitor.h"
#include "core/train/reports.h"
#include "ui/window/main_window.h"

#include <QWidget>

class QLabel;
class QProgressBar;
class QSlider;

namespace ui {

class ElidedLabel;

/// Slow motion: limits the updates per second of a training, from 1 to 1000 on a logarithmic scale;
/// the right end is no limit.
class SpeedSlider : public QWidget {
    Q_OBJECT
public:
    explicit SpeedSlider(QWidget* parent = nullptr);

    double rate() const; ///< Updates a second; 0: no limit.
    void reset(); ///< Removes the limit, as at the start of each training.

Q_SIGNALS:
    void rateChosen(double rate);

private:
    void follow();

    QSlider* m_slider;
    QLabel* m_text;
};

/// The running training in one line of the tool bar: epoch, progress, speed, time left, loss and
/// scores of the last update's batch, and the speed limit. Without a training, it says what to do
/// next.
class RunBar : public QWidget {
    Q_OBJECT
public:
    explicit RunBar(QWidget* parent = nullptr);

    void setState(TrainingState state);
    void setClosing(bool closing); ///< The window closes once the training has ended.
    void setIdleText(const QString& text); ///< "Ready", or why nothing can be started.
    void setProgress(const core::Progress& progress);
    void setLatest(const core::UpdateReport& update, const core::StartReport& start);

Q_SIGNALS:
    void speedChosen(double rate); ///< Updates a second at most; 0: no limit.

private:
    void showLatest(); ///< Shows the last update.
    void showText();

    QLabel* m_epoch;
    QProgressBar* m_bar;
    ElidedLabel* m_text;
    SpeedSlider* m_speed;
    TrainingState m_state = TrainingState::Idle;
    bool m_closing = false;
    QString m_idleText;
    QStringList m_runText; ///< Facts about the run, the most important first.
    QStringList m_latestText; ///< Facts about the last update.
    QString m_left; ///< Time left at the last update.
    double m_latestFraction = -1.0; ///< Negative: there was no update yet.
    double m_epochFraction = 0.0; ///< Fraction of the current epoch.
};

} // namespace ui
