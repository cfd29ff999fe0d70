#include "core/nn/threads/team_size.h"

#include <algorithm>
#include <bit>

namespace core {

namespace {

constexpr double kTurn = 0.05; ///< Seconds; systems share cores out in slices of 3 to 10 ms.
constexpr double kLongestGap = 0.1; ///< Between calls; in longer ones there was nothing to do.
constexpr double kShortestPatience = 0.3, kLongestPatience = 5.0;
constexpr double kBetter = 1.1; ///< By less than this factor, a rate differs by chance.
constexpr double kWellUsed = 0.75; ///< Work a second and thread at which fewer cannot do more.

/// Longer work is always shared: one trial alone would be felt, and waking helpers would not.
constexpr double kLongestSeconds = 0.004;
constexpr uint16_t kCallsBetweenTrials = 100;
constexpr float kNew = 0.2F; ///< Weight of the latest time in the average.

} // namespace

TeamSize::TeamSize(int most) : m_patience(0.0)
{
    for (const int size : {most, most - 1, most / 2, most / 4, 1})
        if (size >= 1 && (m_sizes.empty() || size < m_sizes.back()))
            m_sizes.push_back(size);
}

void TeamSize::add(double worked, double taken, double before)
{
    if (m_sizes.size() == 1)
        return;
    if (before > kLongestGap)
        m_worked = m_passed = before = 0.0;
    m_worked += worked;
    m_passed += taken + before;
    m_untried += taken + before;
    if (m_passed >= kTurn)
        endTurn(m_worked / m_passed);
}

void TeamSize::endTurn(double rate)
{
    m_worked = m_passed = 0.0;
    if (m_place != m_settled) {
        endTrial(rate);
        return;
    }
    constexpr double kNew = 0.3;
    m_rate = m_rate == 0.0 ? rate : (1.0 - kNew) * m_rate + kNew * rate;
    if (m_untried >= m_patience)
        tryAnother();
}

void TeamSize::endTrial(double rate)
{
    if (rate > kBetter * m_rate) {
        m_settled = m_place;
        m_rate = rate;
        m_patience = kShortestPatience;
    } else {
        m_place = m_settled;
        m_patience = std::clamp(2.0 * m_patience, kShortestPatience, kLongestPatience);
    }
    m_untried = 0.0;
}

void TeamSize::tryAnother()
{
    const bool maySmaller
        = m_place + 1 < m_sizes.size() && m_rate < kWellUsed * static_cast<double>(threads());
    const bool mayLarger = m_place > 0;
    if (!maySmaller && !mayLarger)
        return;
    const bool smaller = maySmaller && (!mayLarger || m_smallerNext);
    m_smallerNext = !smaller;
    m_place += smaller ? 1 : static_cast<size_t>(-1);
}

WorkKinds::Kind& WorkKinds::kindOf(const std::type_info& code, int64_t count)
{
    const auto magnitude = static_cast<int64_t>(std::bit_width(static_cast<uint64_t>(count)));
    const auto place = reinterpret_cast<uintptr_t>(&code) / alignof(std::type_info)
        + 37 * static_cast<uintptr_t>(magnitude);
    Kind& kind = m_kinds[place % m_kinds.size()];
    if (kind.code != &code || kind.magnitude != magnitude)
        kind = {&code, magnitude, {}, 0};
    return kind;
}

WorkKinds::Way WorkKinds::next(const std::type_info& code, int64_t count)
{
    Kind& kind = kindOf(code, count);
    const auto [together, alone] = kind.secondsATask;
    if (together == 0.0F || together * static_cast<float>(count) > kLongestSeconds)
        return Way::Together;
    if (alone == 0.0F)
        return Way::Alone;
    const Way quicker = alone < together ? Way::Alone : Way::Together;
    if (++kind.calls < kCallsBetweenTrials)
        return quicker;
    kind.calls = 0;
    return quicker == Way::Alone ? Way::Together : Way::Alone;
}

void WorkKinds::add(const std::type_info& code, int64_t count, Way way, double seconds)
{
    float& average = kindOf(code, count).secondsATask[static_cast<size_t>(way)];
    const auto latest = static_cast<float>(seconds / static_cast<double>(count));
    average = average == 0.0F ? latest : (1.0F - kNew) * average + kNew * latest;
}

} // namespace core
