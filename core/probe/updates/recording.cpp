#include "core/probe/updates/recording.h"

#include <algorithm>

namespace core {

namespace {

int64_t bytesOf(const RecordedUpdate& update)
{
    size_t bytes = sizeof(RecordedUpdate) + 4 * (update.items.size() + update.itemLosses.size())
        + sizeof(ParameterNorms) * update.norms.size();
    for (const auto& histogram : update.histograms)
        if (histogram)
            bytes += sizeof(SignedHistogram) + 4 * histogram->counts.size();
    return static_cast<int64_t>(bytes);
}

/// Blocks that two updates share count once.
int64_t bytesOf(const std::deque<KeptWeights>& all)
{
    int64_t values = 0;
    WeightBlock last;
    for (const KeptWeights& each : all) {
        for (const WeightBlock& block : {each.before, each.after})
            if (block != nullptr && block != last) {
                values += static_cast<int64_t>(block->size());
                last = block;
            }
    }
    return values * static_cast<int64_t>(sizeof(float));
}

} // namespace

void Recording::add(RecordedUpdate update)
{
    m_updates.push_back(std::make_shared<const RecordedUpdate>(std::move(update)));
    while (m_updates.size() > kUpdates)
        m_updates.pop_front();
}

void Recording::keep(KeptWeights weights)
{
    m_weights.push_back(std::move(weights));
    while (m_weights.size() > kUpdates
           || (m_weights.size() > 1 && bytesOf(m_weights) > kWeightBytes))
        m_weights.pop_front();
}

ShownUpdate Recording::update(int64_t step) const
{
    const auto found = std::find_if(m_updates.begin(), m_updates.end(),
                                    [&](const ShownUpdate& each) { return each->step == step; });
    return found == m_updates.end() ? nullptr : *found;
}

std::optional<KeptWeights> Recording::weightsAt(int64_t step) const
{
    const auto found = std::find_if(m_weights.begin(), m_weights.end(),
                                    [&](const KeptWeights& each) { return each.step == step; });
    if (found == m_weights.end())
        return std::nullopt;
    return *found;
}

int64_t Recording::bytes() const
{
    int64_t bytes = bytesOf(m_weights);
    for (const ShownUpdate& each : m_updates)
        bytes += bytesOf(*each);
    return bytes;
}

int64_t Recording::valueCount() const
{
    int64_t values = 0;
    for (const RecordedParameter& each : parameters)
        values += each.count;
    return values;
}

} // namespace core
