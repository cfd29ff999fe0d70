#include "core/nn/kernels/crf_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr double kNever = -std::numeric_limits<double>::infinity();
constexpr double kFaintest = -690.0; ///< Its exponential is a normal number, and so is its inverse.

/// exp(values - largest), and that largest; 0 where all are -infinity.
double powersOf(const float* values, size_t count, std::vector<double>& powers)
{
    double largest = kNever;
    for (size_t i = 0; i < count; ++i)
        largest = std::max(largest, double{values[i]});
    if (largest == kNever)
        largest = 0.0;
    powers.resize(count);
    for (size_t i = 0; i < count; ++i)
        powers[i] = std::exp(values[i] - largest);
    return largest;
}

} // namespace

CrfSweep::CrfSweep(const CrfWeights& weights) : m_weights(weights)
{
    const auto tags = static_cast<size_t>(weights.tags);
    m_largest = powersOf(weights.transitions, tags * tags, m_powers);
    m_largestEnd = powersOf(weights.end, tags, m_endPowers);
    m_turned.resize(tags * tags);
    for (size_t from = 0; from < tags; ++from)
        for (size_t to = 0; to < tags; ++to)
            m_turned[to * tags + from] = m_powers[from * tags + to];
}

/// scratch.incoming[to] = Σ_from before[from] powers[from, to]
void CrfSweep::addIncoming(const double* before, Scratch& scratch) const
{
    const int64_t tags = m_weights.tags;
    double* sums = scratch.incoming.data();
    std::fill_n(sums, tags, 0.0);
    for (int64_t from = 0; from < tags; ++from) {
        const double factor = before[from];
        const double* powers = m_powers.data() + from * tags;
        for (int64_t to = 0; to < tags; ++to)
            sums[to] += factor * powers[to];
    }
}

double CrfSweep::endSum(const double* last) const
{
    double sum = 0.0;
    for (int64_t tag = 0; tag < m_weights.tags; ++tag)
        sum += last[tag] * m_endPowers[static_cast<size_t>(tag)];
    return sum;
}

double CrfSweep::logPartition(const float* emissions, int64_t tokens, Scratch& scratch) const
{
    const int64_t tags = m_weights.tags;
    scratch.forward.resize(static_cast<size_t>(tokens * tags));
    scratch.scales.resize(static_cast<size_t>(tokens));
    scratch.incoming.resize(static_cast<size_t>(tags));
    double total = 0.0;
    for (int64_t token = 0; token < tokens; ++token) {
        double* here = scratch.forward.data() + token * tags;
        const float* emission = emissions + token * tags;
        if (token > 0)
            addIncoming(here - tags, scratch);
        double largest = kNever;
        for (int64_t tag = 0; tag < tags; ++tag) {
            const double reached = token == 0
                ? double{m_weights.start[tag]}
                : std::log(scratch.incoming[static_cast<size_t>(tag)]) + m_largest;
            here[tag] = reached + double{emission[tag]};
            // Not std::max: NaN must go on.
            largest = here[tag] <= largest ? largest : here[tag];
        }
        if (largest == kNever)
            return kNever;
        for (int64_t tag = 0; tag < tags; ++tag) {
            const double distance = here[tag] - largest;
            here[tag] = distance < kFaintest ? 0.0 : std::exp(distance);
        }
        scratch.scales[static_cast<size_t>(token)] = largest;
        total += largest;
    }
    return total + m_largestEnd + std::log(endSum(scratch.forward.data() + (tokens - 1) * tags));
}

double CrfSweep::expectations(const float* emissions, int64_t tokens, Scratch& scratch,
                              float* marginals, CrfCounts& counts) const
{
    const double total = logPartition(emissions, tokens, scratch);
    const int64_t tags = m_weights.tags;
    if (!std::isfinite(total)) {
        std::fill_n(marginals, tokens * tags, std::numeric_limits<float>::quiet_NaN());
        return total;
    }
    // `backward` is such that its product with `forward` is the marginal.
    std::vector<double>& backward = scratch.backward;
    std::vector<double>& outgoing = scratch.outgoing;
    backward.resize(static_cast<size_t>(tags));
    outgoing.resize(static_cast<size_t>(tags));
    const double* here = scratch.forward.data() + (tokens - 1) * tags;
    const double ends = endSum(here);
    for (int64_t tag = 0; tag < tags; ++tag) {
        const auto at = static_cast<size_t>(tag);
        backward[at] = m_endPowers[at] / ends;
        counts.end[at] += here[tag] * backward[at];
    }
    for (int64_t token = tokens - 1;; --token) {
        here = scratch.forward.data() + token * tags;
        for (int64_t tag = 0; tag < tags; ++tag)
            marginals[token * tags + tag]
                = static_cast<float>(here[tag] * backward[static_cast<size_t>(tag)]);
        if (token == 0)
            break;
        const double scale = m_largest - scratch.scales[static_cast<size_t>(token)];
        for (int64_t tag = 0; tag < tags; ++tag) {
            const auto at = static_cast<size_t>(tag);
            // What is not reached may have an emission whose exponential is infinite.
            outgoing[at] = here[tag] == 0.0
                ? 0.0
                : std::exp(double{emissions[token * tags + tag]} + scale) * backward[at];
        }
        const double* before = here - tags;
        std::fill(backward.begin(), backward.end(), 0.0);
        for (int64_t to = 0; to < tags; ++to) {
            const double factor = outgoing[static_cast<size_t>(to)];
            const double* powers = m_turned.data() + to * tags;
            for (int64_t from = 0; from < tags; ++from)
                backward[static_cast<size_t>(from)] += factor * powers[from];
        }
        for (int64_t from = 0; from < tags; ++from) {
            if (before[from] == 0.0)
                backward[static_cast<size_t>(from)] = 0.0;
            const double* powers = m_powers.data() + from * tags;
            double* count = counts.transitions.data() + from * tags;
            for (int64_t to = 0; to < tags; ++to)
                count[to] += before[from] * powers[to] * outgoing[static_cast<size_t>(to)];
        }
    }
    for (int64_t tag = 0; tag < tags; ++tag)
        counts.start[static_cast<size_t>(tag)] += double{marginals[tag]};
    return total;
}

double crfPathScore(const CrfWeights& weights, const float* emissions, const int64_t* tags,
                    int64_t tokens)
{
    double score = double{weights.start[tags[0]]} + double{weights.end[tags[tokens - 1]]};
    for (int64_t token = 0; token < tokens; ++token)
        score += double{emissions[token * weights.tags + tags[token]]};
    for (int64_t token = 1; token < tokens; ++token)
        score += double{weights.transitions[tags[token - 1] * weights.tags + tags[token]]};
    return score;
}

float crfBestPath(const CrfWeights& weights, const float* emissions, int64_t tokens, int64_t* best)
{
    const int64_t tags = weights.tags;
    std::vector<int32_t> pointers(static_cast<size_t>(tokens * tags));
    std::vector<float> scores(static_cast<size_t>(tags)), next(static_cast<size_t>(tags));
    for (int64_t tag = 0; tag < tags; ++tag)
        scores[static_cast<size_t>(tag)] = weights.start[tag] + emissions[tag];
    for (int64_t token = 1; token < tokens; ++token) {
        int32_t* from = pointers.data() + token * tags;
        for (int64_t to = 0; to < tags; ++to) {
            next[static_cast<size_t>(to)] = scores[0] + weights.transitions[to];
            from[to] = 0;
        }
        for (int64_t before = 1; before < tags; ++before)
            for (int64_t to = 0; to < tags; ++to) {
                const float score
                    = scores[static_cast<size_t>(before)] + weights.transitions[before * tags + to];
                const bool better = score > next[static_cast<size_t>(to)];
                next[static_cast<size_t>(to)] = better ? score : next[static_cast<size_t>(to)];
                from[to] = better ? static_cast<int32_t>(before) : from[to];
            }
        for (int64_t to = 0; to < tags; ++to)
            scores[static_cast<size_t>(to)]
                = next[static_cast<size_t>(to)] + emissions[token * tags + to];
    }
    for (int64_t tag = 0; tag < tags; ++tag)
        scores[static_cast<size_t>(tag)] += weights.end[tag];
    const auto last = std::max_element(scores.begin(), scores.end());
    best[tokens - 1] = last - scores.begin();
    for (int64_t token = tokens - 1; token > 0; --token)
        best[token - 1] = pointers[static_cast<size_t>(token * tags + best[token])];
    return *last;
}

namespace {

/// A path up to a token: its score, the previous tag, and the rank of the path of that tag which it
/// extends.
struct Way {
    double score = 0.0;
    int32_t tag = -1;
    int32_t rank = 0;
};

bool operator<(const Way& a, const Way& b)
{
    if (a.score != b.score)
        return a.score > b.score;
    return a.tag != b.tag ? a.tag < b.tag : a.rank < b.rank;
}

/// The `count` best possible ones of `ways`, best first.
std::vector<Way> bestWays(std::vector<Way> ways, int64_t count)
{
    std::erase_if(ways, [](const Way& way) { return !(way.score > kNever); });
    const auto kept = std::min<int64_t>(count, static_cast<int64_t>(ways.size()));
    std::partial_sort(ways.begin(), ways.begin() + kept, ways.end());
    ways.resize(static_cast<size_t>(kept));
    return ways;
}

} // namespace

CrfPaths crfPaths(const CrfWeights& weights, const float* emissions, int64_t tokens, int64_t count)
{
    const int64_t tags = weights.tags;
    CrfPaths result;
    std::vector<std::vector<Way>> ways; // [tokens * tags]
    const auto at
        = [tags](int64_t token, int64_t tag) { return static_cast<size_t>(token * tags + tag); };
    for (int64_t token = 0; token < tokens; ++token)
        for (int64_t to = 0; to < tags; ++to) {
            const double emission = emissions[at(token, to)];
            std::vector<Way> found;
            if (token == 0)
                found.push_back({double{weights.start[to]} + emission, -1, 0});
            for (int64_t from = 0; token > 0 && from < tags; ++from) {
                const std::vector<Way>& before = ways[at(token - 1, from)];
                for (size_t rank = 0; rank < before.size(); ++rank)
                    found.push_back({before[rank].score
                                         + double{weights.transitions[from * tags + to]} + emission,
                                     static_cast<int32_t>(from), static_cast<int32_t>(rank)});
            }
            ways.push_back(bestWays(std::move(found), count));
            const std::vector<Way>& kept = ways.back();
            result.scores.push_back(static_cast<float>(kept.empty() ? kNever : kept[0].score));
            result.backPointers.push_back(kept.empty() ? -1 : kept[0].tag);
        }
    std::vector<Way> last;
    for (int64_t tag = 0; tag < tags; ++tag) {
        const std::vector<Way>& here = ways[at(tokens - 1, tag)];
        for (size_t rank = 0; rank < here.size(); ++rank)
            last.push_back({here[rank].score + double{weights.end[tag]}, static_cast<int32_t>(tag),
                            static_cast<int32_t>(rank)});
    }
    for (const Way& end : bestWays(std::move(last), count)) {
        CrfPaths::Path path{std::vector<int32_t>(static_cast<size_t>(tokens)), end.score};
        Way way = end;
        for (int64_t token = tokens - 1; token >= 0; --token) {
            path.tags[static_cast<size_t>(token)] = way.tag;
            way = ways[at(token, way.tag)][static_cast<size_t>(way.rank)];
        }
        result.best.push_back(std::move(path));
    }
    return result;
}

} // namespace core
