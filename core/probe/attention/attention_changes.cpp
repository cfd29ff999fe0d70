#include "core/probe/attention/attention_changes.h"

#include "core/base/seeded_numbers.h"

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string_view>

namespace core {

namespace {

using RowWeights = std::span<float>;

/// A small generator of its own for every row, so that nothing depends on what else is in a batch:
/// splitmix64 (Steele et al. 2014).
class RowDraws {
public:
    RowDraws(uint64_t seed, const AttentionPlace& place, int64_t head, int64_t query)
        : m_state(seed)
    {
        for (const char letter : std::string_view(place.group))
            mix(static_cast<uint64_t>(letter));
        mix(static_cast<uint64_t>(place.layer));
        mix(static_cast<uint64_t>(head));
        mix(static_cast<uint64_t>(query));
    }
    size_t below(size_t bound) { return static_cast<size_t>(next() % bound); }

private:
    void mix(uint64_t value) { m_state = next() ^ (value * 0xd6e8feb86659fd93ULL); }
    uint64_t next() { return mixedBits(m_state += kSeedStep); }
    uint64_t m_state;
};

/// One row of weights with what may be looked at.
struct ChangedRow {
    RowWeights weights;
    const bool* allowed;

    std::vector<size_t> places() const
    {
        std::vector<size_t> all;
        for (size_t key = 0; key < weights.size(); ++key)
            if (allowed[key])
                all.push_back(key);
        return all;
    }
};

void makeUniform(const ChangedRow& row)
{
    const std::vector<size_t> places = row.places();
    std::fill(row.weights.begin(), row.weights.end(), 0.0F);
    for (const size_t place : places)
        row.weights[place] = 1.0F / static_cast<float>(places.size());
}

void permute(const ChangedRow& row, RowDraws draws)
{
    const std::vector<size_t> places = row.places();
    for (size_t left = places.size(); left > 1; --left)
        std::swap(row.weights[places[left - 1]], row.weights[places[draws.below(left)]]);
}

void keepBest(const ChangedRow& row)
{
    const auto best = std::max_element(row.weights.begin(), row.weights.end());
    const auto place = best - row.weights.begin();
    std::fill(row.weights.begin(), row.weights.end(), 0.0F);
    row.weights[static_cast<size_t>(place)] = 1.0F;
}

bool concerns(const AttentionSite& site, const AttentionPlace& place, int64_t head)
{
    return site.group == place.group && (site.layer < 0 || site.layer == place.layer)
        && (site.head < 0 || site.head == head);
}

/// The last edit of a weight counts.
void setByHand(const ChangedRow& row, const std::vector<AttentionEdit>& edits,
               const AttentionPlace& place, int64_t head, int64_t query)
{
    std::vector<double> set(row.weights.size(), -1.0);
    for (const AttentionEdit& edit : edits)
        if (concerns(edit.site, place, head) && (edit.query < 0 || edit.query == query)
            && edit.key >= 0 && edit.key < std::ssize(set)
            && row.allowed[static_cast<size_t>(edit.key)])
            set[static_cast<size_t>(edit.key)] = std::clamp(edit.weight, 0.0, 1.0);
    double given = 0.0, others = 0.0;
    size_t free = 0;
    for (const size_t key : row.places()) {
        given += std::max(set[key], 0.0);
        others += set[key] < 0.0 ? row.weights[key] : 0.0;
        free += set[key] < 0.0 ? 1 : 0;
    }
    if (std::all_of(set.begin(), set.end(), [](double weight) { return weight < 0.0; }))
        return;
    const double left = free == 0 ? 0.0 : std::max(0.0, 1.0 - given);
    const double whole = given + left > 0.0 ? given + left : 1.0;
    for (const size_t key : row.places()) {
        const double share = others > 0.0 ? row.weights[key] / others
                                          : 1.0 / static_cast<double>(std::max<size_t>(free, 1));
        row.weights[key] = static_cast<float>((set[key] >= 0.0 ? set[key] : left * share) / whole);
    }
}

void change(const PlannedChange& planned, const ChangedRow& row, const AttentionPlace& place,
            int64_t head, int64_t query)
{
    switch (planned.change) {
    case AttentionChange::None:
        break;
    case AttentionChange::Uniform:
        makeUniform(row);
        break;
    case AttentionChange::Permuted:
        permute(row, RowDraws(planned.seed, place, head, query));
        break;
    case AttentionChange::Off:
        std::fill(row.weights.begin(), row.weights.end(), 0.0F);
        break;
    case AttentionChange::BestOnly:
        keepBest(row);
        break;
    case AttentionChange::ByHand:
        setByHand(row, planned.edits, place, head, query);
        break;
    }
}

bool concerns(const PlannedChange& planned, const AttentionPlace& place, int64_t head)
{
    if (planned.change == AttentionChange::ByHand)
        return std::any_of(
            planned.edits.begin(), planned.edits.end(),
            [&](const AttentionEdit& edit) { return concerns(edit.site, place, head); });
    return planned.change != AttentionChange::None && concerns(planned.site, place, head);
}

/// The change of a text that is seen at `place`.
const PlannedChange& changeOf(const std::vector<PlannedChange>& planned,
                              const AttentionPlace& place, int64_t text)
{
    const auto row = place.rows.empty() ? text : place.rows[static_cast<size_t>(text)];
    return planned.at(static_cast<size_t>(row));
}

/// Adds a difference to a vector of one head.
/// @param vectors  [texts, heads, tokens, features]; replaced by a changed copy.
/// @param first  number in its text of the first token.
void addTo(torch::Tensor& vectors, int64_t text, int64_t head, int64_t first,
           const OperandChange& change)
{
    const int64_t token = change.token - first;
    if (token < 0 || token >= vectors.size(2)) // Not in this step of a decoder.
        return;
    vectors = vectors.clone();
    vectors[text][head][token] += change.difference.to(vectors.options());
}

void changeOperands(const std::vector<PlannedChange>& planned, const AttentionPlace& place,
                    AttentionOperands& operands)
{
    const torch::NoGradGuard noGradient;
    for (int64_t text = 0; text < operands.queries.size(0); ++text) {
        const PlannedChange& each = changeOf(planned, place, text);
        if (each.site.group != place.group || each.site.layer != place.layer)
            continue;
        for (const OperandChange& change : each.operands)
            switch (change.table) {
            case HeadTable::Queries:
                addTo(operands.queries, text, each.site.head, place.firstQuery, change);
                break;
            case HeadTable::Keys:
                addTo(operands.keys, text, each.site.head, 0, change);
                break;
            case HeadTable::Values:
                addTo(operands.values, text, each.site.head, 0, change);
                break;
            }
    }
}

torch::Tensor changed(const std::vector<PlannedChange>& planned, const AttentionPlace& place,
                      const torch::Tensor& weights, const torch::Tensor& allowed)
{
    const torch::NoGradGuard noGradient;
    const int64_t heads = weights.size(1), queries = weights.size(2), keys = weights.size(3);
    torch::Tensor result, may;
    for (int64_t text = 0; text < weights.size(0); ++text) {
        const PlannedChange& each = changeOf(planned, place, text);
        for (int64_t head = 0; head < heads; ++head) {
            if (!concerns(each, place, head))
                continue;
            if (!result.defined()) {
                result = weights.detach().to(torch::kCPU, torch::kFloat).contiguous().clone();
                may = allowed.to(torch::kCPU).expand(weights.sizes()).contiguous();
            }
            const int64_t first = (text * heads + head) * queries * keys;
            for (int64_t query = 0; query < queries; ++query) {
                const int64_t start = first + query * keys;
                change(each,
                       {RowWeights(result.data_ptr<float>() + start, static_cast<size_t>(keys)),
                        may.data_ptr<bool>() + start},
                       place, head, place.firstQuery + query);
            }
        }
    }
    return result.defined() ? result.to(weights.options()) : weights;
}

constexpr std::array kChanges{AttentionChange::Uniform, AttentionChange::Permuted,
                              AttentionChange::Off, AttentionChange::BestOnly};

/// `site` where there is nothing of its kind yet.
void addOnce(std::vector<AttentionSite>& sites, AttentionSite site)
{
    if (std::find(sites.begin(), sites.end(), site) == sites.end())
        sites.push_back(std::move(site));
}

/// The widest sites that mean these heads: a group of one head is that head.
std::vector<AttentionSite> groupsOf(const std::vector<AttentionSite>& heads)
{
    std::vector<AttentionSite> groups;
    for (const AttentionSite& head : heads) {
        const auto of = std::count_if(heads.begin(), heads.end(), [&](const AttentionSite& other) {
            return other.group == head.group;
        });
        addOnce(groups, of == 1 ? head : AttentionSite{head.group});
    }
    return groups;
}

std::vector<PlannedChange> planned(const std::vector<AttentionSite>& sites, uint64_t seed)
{
    std::vector<PlannedChange> all;
    for (const AttentionSite& site : sites)
        for (const AttentionChange each : kChanges)
            all.push_back({each, site, {}, seed});
    return all;
}

} // namespace

AttentionHook changing(std::vector<PlannedChange> plan)
{
    const auto kept = std::make_shared<const std::vector<PlannedChange>>(std::move(plan));
    AttentionHook hook;
    hook.weights
        = [kept](const AttentionPlace& place, const torch::Tensor& weights,
                 const torch::Tensor& allowed) { return changed(*kept, place, weights, allowed); };
    if (std::any_of(kept->begin(), kept->end(),
                    [](const PlannedChange& each) { return !each.operands.empty(); }))
        hook.operands = [kept](const AttentionPlace& place, AttentionOperands& operands) {
            changeOperands(*kept, place, operands);
        };
    return hook;
}

std::vector<PlannedChange> allChanges(const std::vector<AttentionSite>& heads, uint64_t seed)
{
    std::vector<AttentionSite> sites = groupsOf(heads);
    for (const AttentionSite& head : heads) {
        const auto inGroup = [&](const AttentionSite& other) { return other.group == head.group; };
        const bool layers
            = std::any_of(heads.begin(), heads.end(), [&](const AttentionSite& other) {
                  return inGroup(other) && other.layer != head.layer;
              });
        const bool several
            = std::any_of(heads.begin(), heads.end(), [&](const AttentionSite& other) {
                  return inGroup(other) && other.layer == head.layer && other.head != head.head;
              });
        if (layers && several)
            addOnce(sites, {head.group, head.layer, -1});
    }
    for (const AttentionSite& head : heads)
        addOnce(sites, head);
    return planned(sites, seed);
}

std::vector<PlannedChange> fewChanges(const std::vector<AttentionSite>& heads, uint64_t seed,
                                      bool eachHead)
{
    const std::vector<AttentionSite> groups = groupsOf(heads);
    std::vector<PlannedChange> all = planned(groups, seed);
    for (const AttentionSite& head : heads)
        if (eachHead && std::find(groups.begin(), groups.end(), head) == groups.end())
            all.push_back({AttentionChange::Off, head, {}, seed});
    return all;
}

PlannedChange byHand(const std::vector<AttentionEdit>& edits)
{
    return {AttentionChange::ByHand, {}, edits};
}

} // namespace core
