#include "core/nn/threads/work_kinds.h"

#include <bit>

namespace core {

namespace {

/// Longer work is always shared: one trial alone would be felt, and waking helpers would not.
constexpr double kLongestSeconds = 0.004;
constexpr uint16_t kCallsBetweenTrials = 100;
constexpr float kNew = 0.2F; ///< Weight of the latest time in the average.

} // namespace

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
