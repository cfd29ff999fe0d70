#include "core/bench/benchmark_sequences.h"

namespace core {

namespace {

constexpr int64_t kSpecialTokens = 4; ///< Ids below are padding, unknown, begin and end.

} // namespace

SequenceRule SequenceRule::sized(const BenchmarkSize& size) const
{
    SequenceRule rule = *this;
    if (size.batch > 0)
        rule.count = size.batch;
    if (size.length > 0)
        rule.shortest = rule.longest = size.length;
    return rule;
}

MadeSequences::MadeSequences(const SequenceRule& rule)
{
    for (int64_t i = 0; i < rule.count; ++i) {
        const int64_t length = rule.shortest + 37 * i % (rule.longest - rule.shortest + 1);
        std::vector<int32_t> ids;
        for (int64_t t = 0; t < length; ++t)
            ids.push_back(static_cast<int32_t>(kSpecialTokens
                                               + (7919 * (i + rule.first) + 104729 * t)
                                                   % (rule.vocabulary - kSpecialTokens)));
        m_ids.push_back(std::move(ids));
    }
}

std::vector<int64_t> MadeSequences::lengths() const
{
    std::vector<int64_t> lengths;
    for (const auto& ids : m_ids)
        lengths.push_back(static_cast<int64_t>(ids.size()));
    return lengths;
}

} // namespace core
