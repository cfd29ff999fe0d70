#pragma once

#include "core/base/monitor.h"
#include "core/train/reports.h"
#include "ui/window/main_window.h"

#include <QWidget>

class QLabel;
class QProgressBar;

namespace ui {

class ElidedLabel;
class SpeedSlider;

/// The running training in one line of the tool bar: epoch, bar, speed, time left, loss and
/// scores of the last update's batch, and how quick updates may be. While nothing runs: what to do
/// next.
class RunBar : public QWidget {
    Q_OBJECT
public:
    explicit RunBar(QWidget* parent = nullptr);

    void setState(TrainingState state);
    void setClosing(bool closing); ///< The window closes once the training has ended.
    void setIdleText(const QString& text); ///< "Ready", or why one cannot start.
    void setProgress(const core::Progress& progress);
    void setLatest(const core::UpdateReport& update, const core::StartReport& start);

Q_SIGNALS:
    void speedChosen(double rate); ///< Updates a second at most; 0: no limit.

private:
    void showLatest(); ///< What the last update said.
    void showText();

    QLabel* m_epoch;
    QProgressBar* m_bar;
    ElidedLabel* m_text;
    SpeedSlider* m_speed;
    TrainingState m_state = TrainingState::Idle;
    bool m_closing = false;
    QString m_idleText;
    QStringList m_runText; ///< The most important first.
    QStringList m_latestText; ///< Of the last update.
    QString m_left; ///< Time left at the last update.
    double m_latestFraction = -1.0; ///< Negative: there was no update yet.
    double m_epochFraction = 0.0; ///< Of the epoch in hand.
};

} // namespace ui
