#include "core/probe/language_model/grouped_readings.h"

#include "core/text/text_pipeline.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

namespace core {

namespace {

/// Right predictions and tokens of one group, row by row.
struct DistanceGroup {
    Outcomes outcomes{"accuracy"};
    int64_t tokens = 0;
};

/// Distances 1, 2, 3 to 4, 5 to 8 and so on.
std::vector<DistanceGroup> groupsOfDistances(const ScoredReadings& scored, bool stream)
{
    std::vector<DistanceGroup> groups;
    std::unordered_map<int32_t, int64_t> last; // Place of each token.
    int64_t place = 0;
    for (size_t row = 0; row < scored.rows.size(); ++row) {
        if (!stream)
            last.clear();
        for (const ReadToken& token : scored.rows[row].tokens) {
            ++place;
            if (token.begin == token.end || token.id == kUnknownId)
                continue;
            const auto [before, first] = last.try_emplace(token.id, place);
            if (!first && token.rank > 0) {
                const auto distance = static_cast<uint64_t>(place - before->second);
                const auto index = static_cast<size_t>(std::bit_width(distance - 1));
                groups.resize(std::max(groups.size(), index + 1));
                DistanceGroup& group = groups[index];
                group.outcomes.values.resize(2 * scored.rows.size());
                group.outcomes.values[2 * row] += token.rank == 1 ? 1.0 : 0.0;
                group.outcomes.values[2 * row + 1] += 1.0;
                ++group.tokens;
            }
            before->second = place;
        }
    }
    return groups;
}

/// Rows without a token of the group say nothing about it: a resample has those with one.
Outcomes withTokens(const Outcomes& outcomes)
{
    Outcomes some{outcomes.score};
    for (size_t row = 0; row < outcomes.rows(); ++row)
        if (outcomes.values[2 * row + 1] > 0.0)
            some.add(outcomes.values[2 * row], outcomes.values[2 * row + 1]);
    return some;
}

} // namespace

std::vector<GroupedScore> scoresByDistance(const ScoredReadings& scored, bool stream,
                                           const BootstrapSettings& settings,
                                           const Monitor& monitor)
{
    std::vector<GroupedScore> found;
    const std::vector<DistanceGroup> groups = groupsOfDistances(scored, stream);
    for (size_t index = 0; index < groups.size(); ++index)
        if (groups[index].tokens > 0)
            found.push_back(
                {index == 0 ? 1 : (int64_t{1} << (index - 1)) + 1, int64_t{1} << index,
                 groups[index].tokens,
                 bootstrapInterval(withTokens(groups[index].outcomes), settings, monitor)});
    return found;
}

void groupScores(const LiveLanguageModel& model, const ScoredReadings& scored,
                 const AskGroupedScores& question, GroupedScores& found, const Monitor& monitor)
{
    if (question.by == Grouping::Distance) {
        found.score = "accuracy";
        found.groups = scoresByDistance(scored, model.readsStream(), found.bootstrap, monitor);
        return;
    }
    const Outcomes outcomes = outcomesOf(scored);
    std::vector<int64_t> lengths;
    for (const ReadText& each : scored.rows)
        lengths.push_back(std::ssize(each.tokens));
    found.score = outcomes.score;
    found.groups = scoresByNumber(outcomes, lengths, question.groups, found.bootstrap, monitor);
}

} // namespace core
