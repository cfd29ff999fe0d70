#include "core/baseline/kneser_ney.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr int64_t kTokensBetweenLooks = 1 << 14;

uint64_t childKey(uint32_t parent, int32_t token)
{
    return uint64_t{parent} << 32 | static_cast<uint32_t>(token);
}

size_t discountOf(int64_t count)
{
    return static_cast<size_t>(std::min<int64_t>(count, 3) - 1);
}

/// @param counts  how many n-grams have a count of 1, 2, 3 and 4.
std::array<double, 3> discountsOf(const std::array<int64_t, 4>& counts)
{
    constexpr double kMost = 0.75;
    const auto n = [&](size_t count) { return static_cast<double>(counts[count - 1]); };
    const double y = n(1) > 0.0 ? n(1) / (n(1) + 2.0 * n(2)) : kMost;
    if (std::any_of(counts.begin(), counts.end(), [](int64_t each) { return each == 0; })) {
        const double plain = std::min(y, kMost);
        return {plain, plain, plain};
    }
    std::array<double, 3> discounts{};
    for (size_t c = 1; c <= 3; ++c) {
        const auto count = static_cast<double>(c);
        discounts[c - 1] = std::clamp(count - (count + 1.0) * y * n(c + 1) / n(c), 0.0, count);
    }
    return discounts;
}

} // namespace

KneserNey::KneserNey(int64_t order, int64_t outcomes)
    : m_order(size_t(std::max<int64_t>(order, 1))), m_uniform(1.0 / static_cast<double>(outcomes))
{
}

uint32_t KneserNey::find(uint32_t parent, int32_t token) const
{
    if (parent == kNone)
        return kNone;
    const auto found = m_children.find(childKey(parent, token));
    return found == m_children.end() ? kNone : found->second;
}

uint32_t KneserNey::findOrAdd(uint32_t parent, int32_t token)
{
    const auto [at, isNew]
        = m_children.try_emplace(childKey(parent, token), static_cast<uint32_t>(m_nodes.size()));
    if (isNew) {
        Node node;
        node.parent = parent;
        node.length = static_cast<uint8_t>(m_nodes[parent].length + 1);
        m_nodes.push_back(node);
    }
    return at->second;
}

void KneserNey::count(std::span<const int32_t> ids, int32_t begin, const Monitor& monitor)
{
    std::vector<uint32_t> before(m_order), now(m_order); // by length: what ends before this token
    for (size_t length = 1; length < m_order; ++length)
        before[length] = findOrAdd(before[length - 1], begin);
    std::vector<uint32_t> grams(m_order + 1);
    int64_t counted = 0;
    for (const int32_t id : ids) {
        if (++counted % kTokensBetweenLooks == 0)
            monitor.throwIfStopped();
        for (size_t length = 1; length <= m_order; ++length) {
            grams[length] = findOrAdd(before[length - 1], id);
            if (length < m_order)
                now[length] = grams[length];
        }
        ++m_nodes[grams[m_order]].count;
        // A longer n-gram that is new is one more token before the shorter one.
        for (size_t length = m_order; length >= 1; --length) {
            if (std::exchange(m_nodes[grams[length]].seen, true))
                break; // And so are the shorter ones.
            if (length > 1)
                ++m_nodes[grams[length - 1]].count;
        }
        std::swap(before, now);
        before[0] = 0;
    }
}

void KneserNey::finish()
{
    std::vector<std::array<int64_t, 4>> counts(m_order + 1);
    for (const Node& node : m_nodes) {
        if (node.count == 0)
            continue;
        Node& context = m_nodes[node.parent];
        context.sum += node.count;
        ++context.continued[discountOf(node.count)];
        if (node.count <= 4)
            ++counts[node.length][size_t(node.count - 1)];
    }
    m_discounts.clear();
    for (const auto& each : counts)
        m_discounts.push_back(discountsOf(each));
}

std::vector<uint32_t> KneserNey::beginning(int32_t begin) const
{
    std::vector<uint32_t> contexts(m_order, 0);
    for (size_t length = 1; length < m_order; ++length)
        contexts[length] = find(contexts[length - 1], begin);
    return contexts;
}

double KneserNey::probability(const std::vector<uint32_t>& contexts, int32_t token) const
{
    double p = m_uniform;
    for (size_t length = 1; length <= m_order; ++length) {
        const uint32_t context = contexts[length - 1];
        if (context == kNone || m_nodes[context].sum == 0)
            continue; // Longer ones may be there only at the beginning of a sequence.
        const Node& seen = m_nodes[context];
        const std::array<double, 3>& discounts = m_discounts[length];
        double kept = 0.0; // for shorter n-grams
        for (size_t i = 0; i < 3; ++i)
            kept += discounts[i] * static_cast<double>(seen.continued[i]);
        const uint32_t gram = find(context, token);
        const int64_t count = gram == kNone ? 0 : m_nodes[gram].count;
        const double own
            = count == 0 ? 0.0 : static_cast<double>(count) - discounts[discountOf(count)];
        p = (own + kept * p) / static_cast<double>(seen.sum);
    }
    return p;
}

std::vector<double> KneserNey::nats(std::span<const int32_t> ids, int32_t begin) const
{
    std::vector<double> nats;
    nats.reserve(ids.size());
    std::vector<uint32_t> contexts = beginning(begin), next(m_order, 0);
    for (const int32_t id : ids) {
        nats.push_back(-std::log(probability(contexts, id)));
        for (size_t length = 1; length < m_order; ++length)
            next[length] = find(contexts[length - 1], id);
        std::swap(contexts, next);
        contexts[0] = 0;
    }
    return nats;
}

} // namespace core
