#include "core/probe/language_model/grouped_readings.h"

#include "core/text/text_pipeline.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

namespace core {

namespace {

/// The tokens of one group.
struct DistanceGroup {
    int64_t low = 0, high = 0; ///< Distances; both belong to it.
    int64_t tokens = 0, right = 0;
    std::unordered_map<int32_t, int64_t> counts{}; ///< Occurrences of each token.

    void add(const DistanceGroup& next)
    {
        high = next.high;
        tokens += next.tokens;
        right += next.right;
        for (const auto& [id, count] : next.counts)
            counts[id] += count;
    }
};

/// Distances 1, 2, 3 to 4, 5 to 8 and so on, with at least one token.
std::vector<DistanceGroup> groupsOfDistances(const ScoredReadings& scored, bool stream)
{
    std::vector<DistanceGroup> groups;
    std::unordered_map<int32_t, int64_t> last; // Place of each token.
    int64_t place = 0;
    for (const ReadText& row : scored.rows) {
        if (!stream)
            last.clear();
        for (const ReadToken& token : row.tokens) {
            ++place;
            if (token.begin == token.end || token.id == kUnknownId)
                continue;
            const auto [before, first] = last.try_emplace(token.id, place);
            if (!first && token.rank > 0) {
                const auto distance = static_cast<uint64_t>(place - before->second);
                const auto index = static_cast<size_t>(std::bit_width(distance - 1));
                groups.resize(std::max(groups.size(), index + 1));
                DistanceGroup& group = groups[index];
                group.right += token.rank == 1 ? 1 : 0;
                ++group.tokens;
                ++group.counts[token.id];
            }
            before->second = place;
        }
    }
    for (size_t index = 0; index < groups.size(); ++index) {
        groups[index].low = index == 0 ? 1 : (int64_t{1} << (index - 1)) + 1;
        groups[index].high = int64_t{1} << index;
    }
    std::erase_if(groups, [](const DistanceGroup& group) { return group.tokens == 0; });
    return groups;
}

/// Joins the neighbours with the fewest tokens until there are at most so many groups.
void joinGroups(std::vector<DistanceGroup>& groups, int64_t most)
{
    while (most > 0 && std::ssize(groups) > most) {
        auto fewest = groups.begin();
        for (auto each = groups.begin(); each + 1 != groups.end(); ++each)
            if (each->tokens + (each + 1)->tokens < fewest->tokens + (fewest + 1)->tokens)
                fewest = each;
        fewest->add(*(fewest + 1));
        groups.erase(fewest + 1);
    }
}

/// The most frequent token of all groups; of equally frequent ones, that with the smallest id.
int32_t mostFrequent(const std::vector<DistanceGroup>& groups)
{
    DistanceGroup all;
    for (const DistanceGroup& group : groups)
        all.add(group);
    const auto found
        = std::max_element(all.counts.begin(), all.counts.end(), [](const auto& a, const auto& b) {
              return std::pair(a.second, -a.first) < std::pair(b.second, -b.first);
          });
    return found == all.counts.end() ? kUnknownId : found->first;
}

} // namespace

std::vector<GroupedScore> scoresByDistance(const ScoredReadings& scored, bool stream, int64_t most,
                                           const BootstrapSettings& settings)
{
    std::vector<DistanceGroup> groups = groupsOfDistances(scored, stream);
    joinGroups(groups, most);
    const int32_t guess = mostFrequent(groups);
    std::vector<GroupedScore> found;
    for (const DistanceGroup& group : groups) {
        const auto tokens = static_cast<double>(group.tokens);
        const auto guessed = group.counts.find(guess);
        found.push_back(
            {group.low, group.high, group.tokens,
             wilsonInterval(static_cast<double>(group.right), tokens, settings.confidence),
             guessed == group.counts.end() ? 0.0 : static_cast<double>(guessed->second) / tokens});
    }
    return found;
}

void groupScores(const LiveLanguageModel& model, const ScoredReadings& scored,
                 const AskGroupedScores& question, GroupedScores& found, const Monitor& monitor)
{
    if (question.by == Grouping::Distance) {
        found.score = "accuracy";
        found.guess = "Most frequent token";
        found.wilson = true;
        found.groups
            = scoresByDistance(scored, model.readsStream(), question.groups, found.bootstrap);
        return;
    }
    const Outcomes outcomes = outcomesOf(scored);
    std::vector<int64_t> lengths;
    for (const ReadText& each : scored.rows)
        lengths.push_back(std::ssize(each.tokens));
    found.score = outcomes.score;
    found.groups = scoresByNumber(outcomes, lengths, question.lengths(), found.bootstrap, monitor);
}

} // namespace core
