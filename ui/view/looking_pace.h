#pragma once

#include <QElapsedTimer>

namespace ui {

/// How often networks that learn may be looked into again. All views together take at most a
/// twentieth of the training's time on the wall: what an answer cost is owed, and is paid off by
/// that share of the time that passes. What is asked for the first time is answered at once, and
/// owed for likewise. GUI thread.
class LookingPace {
public:
    static constexpr int kIntervalMs = 150; ///< Between two looks at least: nobody reads faster.

    LookingPace() { m_since.start(); }

    bool mayLook(); ///< Nothing is owed.
    /// Milliseconds until a question may be put again. @param asked  when it was put last.
    int waitMs(const QElapsedTimer& asked);
    void looked(double milliseconds); ///< So long an answer held up the training.
    void forget() { m_owed = 0.0; }

private:
    void settle();

    QElapsedTimer m_since; ///< The last settlement.
    double m_owed = 0.0; ///< Milliseconds; below 0: saved.
};

} // namespace ui
