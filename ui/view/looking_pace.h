#pragma once

#include <QElapsedTimer>

namespace ui {

/// How often networks that learn may be looked into again. All views together may take kShare of
/// the training's time on the wall: what an answer took is owed, and is paid off by that share of
/// the time that passes. What is asked for the first time is answered at once and owed for
/// likewise.
///
/// On the wall a training loses more than the time of the answers: their copies push its own
/// numbers out of the caches, so kWithCaches times as much is owed (looking_benchmark measures it).
/// GUI thread.
class LookingPace {
public:
    static constexpr int kIntervalMs = 150; ///< Between two looks at least: nobody reads faster.
    static constexpr double kShare = 0.05, kWithCaches = 1.25;

    LookingPace() { m_since.start(); }

    bool mayLook(); ///< Nothing is owed.
    void looked(double milliseconds); ///< So long an answer held up the training.
    void forget() { m_owed = 0.0; }

private:
    void settle();

    QElapsedTimer m_since; ///< The last settlement.
    double m_owed = 0.0; ///< Milliseconds; below 0: saved.
};

} // namespace ui
