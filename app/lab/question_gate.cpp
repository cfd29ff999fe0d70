#include "app/lab/question_gate.h"

#include <algorithm>

namespace app {

namespace {

constexpr double kLiveIntervalMs = 150.0; ///< Between two looks at the pinned text.
/// A look may take this share of the training's time at most; slow networks are looked at less
/// often.
constexpr double kLiveShare = 0.05;

} // namespace

void QuestionGate::ask()
{
    if (m_underWay) {
        m_stale = true;
        return;
    }
    m_underWay = true;
    m_stale = false;
    m_since.start();
    m_ask();
}

void QuestionGate::repeat()
{
    const double pause = std::max(kLiveIntervalMs, m_milliseconds / kLiveShare);
    if (!m_underWay && (!m_since.isValid() || static_cast<double>(m_since.elapsed()) >= pause))
        ask();
}

void QuestionGate::answered(double milliseconds)
{
    m_underWay = false;
    if (milliseconds > 0.0)
        m_milliseconds = milliseconds;
    if (m_stale)
        ask();
}

} // namespace app
