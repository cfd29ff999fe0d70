#include "core/baseline/baseline.h"

#include <cmath>

namespace core {

namespace {

template <class ValueOf>
const Baseline* bestBy(const Baselines& baselines, bool higher, const ValueOf& valueOf)
{
    const Baseline* best = nullptr;
    double reached = 0.0;
    for (const Baseline& each : baselines.all) {
        const double value = valueOf(each);
        if (std::isnan(value)
            || (best != nullptr && (higher ? value <= reached : value >= reached)))
            continue;
        best = &each;
        reached = value;
    }
    return best;
}

} // namespace

const Baseline* bestBaseline(const Baselines& baselines)
{
    if (baselines.all.empty())
        return nullptr;
    const std::string& score = baselines.all.front().outcomes.score;
    return bestBy(baselines, scoreDescription(score).higherIsBetter,
                  [](const Baseline& each) { return each.outcomes.whole(); });
}

const Baseline* bestBaseline(const Baselines& baselines, const std::string& score)
{
    const bool higher = score != "loss" && scoreDescription(score).higherIsBetter;
    return bestBy(baselines, higher,
                  [&](const Baseline& each) { return scoreValue(each.scores, score); });
}

} // namespace core
