#include "core/metric/grouped_scores.h"

#include <algorithm>
#include <numeric>

namespace core {

namespace {

/// The outcomes of these rows alone.
Outcomes ofRows(const Outcomes& outcomes, std::span<const size_t> rows)
{
    Outcomes own{outcomes.score, outcomes.form, outcomes.bleu};
    for (const size_t each : rows) {
        const auto row
            = outcomes.values.begin() + static_cast<std::ptrdiff_t>(each * outcomes.width());
        own.values.insert(own.values.end(), row,
                          row + static_cast<std::ptrdiff_t>(outcomes.width()));
    }
    return own;
}

} // namespace

std::vector<GroupedScore> scoresByNumber(const Outcomes& outcomes, std::span<const int64_t> numbers,
                                         int64_t groups, const BootstrapSettings& settings,
                                         const Monitor& monitor, const Guess& guess)
{
    std::vector<size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return numbers[a] < numbers[b]; });
    std::vector<GroupedScore> all;
    for (size_t first = 0; first < order.size();) {
        const auto left = std::max<int64_t>(groups - std::ssize(all), 1);
        const size_t wanted
            = (order.size() - first + static_cast<size_t>(left) - 1) / static_cast<size_t>(left);
        size_t end = std::min(first + wanted, order.size());
        while (end < order.size() && numbers[order[end]] == numbers[order[end - 1]])
            ++end;
        const std::span rows(order.data() + first, end - first);
        GroupedScore& group = all.emplace_back();
        group.low = numbers[rows.front()];
        group.high = numbers[rows.back()];
        group.count = std::ssize(rows);
        group.score = scoreInterval(ofRows(outcomes, rows), settings, monitor);
        if (guess.outcomes.rows() > 0)
            group.guess = ofRows(guess.outcomes, rows).whole();
        first = end;
    }
    return all;
}

} // namespace core
