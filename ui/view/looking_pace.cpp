#include "ui/view/looking_pace.h"

#include <algorithm>

namespace ui {

bool LookingPace::mayLook()
{
    settle();
    return m_owed <= 0.0;
}

void LookingPace::looked(double milliseconds)
{
    settle();
    m_owed += kWithCaches * milliseconds;
}

void LookingPace::settle()
{
    constexpr double kSaved = kShare * kIntervalMs; // An interval's worth: no burst after a rest.
    m_owed = std::max(m_owed - kShare * static_cast<double>(m_since.nsecsElapsed()) / 1e6,
                      std::min(m_owed, -kSaved));
    m_since.start();
}

} // namespace ui
