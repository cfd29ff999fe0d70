#include "ui/view/looking_pace.h"

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

constexpr double kShare = 0.05; ///< Of the training's time.
/// A training loses more than the time of the answers: they push its own numbers out of the caches,
/// so that the next update takes about 2.5 ms longer, and after long ones those behind it, too
/// (looking_benchmark).
constexpr double kWithCaches = 1.5, kEachMs = 3.0;

} // namespace

bool LookingPace::mayLook()
{
    settle();
    return m_owed <= 0.0;
}

int LookingPace::waitMs(const QElapsedTimer& asked)
{
    settle();
    const double paidOff = std::ceil(std::max(m_owed, 0.0) / kShare);
    const qint64 since = asked.isValid() ? asked.elapsed() : kIntervalMs;
    constexpr double kLongest = 3.6e6; // An hour; a timer takes no number of milliseconds.
    return int(std::clamp(paidOff, double(std::max<qint64>(kIntervalMs - since, 0)), kLongest));
}

void LookingPace::looked(double milliseconds)
{
    settle();
    m_owed += kWithCaches * milliseconds + kEachMs;
}

void LookingPace::settle()
{
    constexpr double kSaved = kShare * kIntervalMs; // An interval's worth: no burst after a rest.
    m_owed = std::max(m_owed - kShare * static_cast<double>(m_since.nsecsElapsed()) / 1e6,
                      std::min(m_owed, -kSaved));
    m_since.start();
}

} // namespace ui
