#include "core/metric/grouped_scores.h"

#include <algorithm>
#include <numeric>

namespace core {

std::vector<GroupedScore> scoresByNumber(const Outcomes& outcomes, std::span<const int64_t> numbers,
                                         int64_t groups, const BootstrapSettings& settings,
                                         const Monitor& monitor)
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
        Outcomes own{outcomes.score, outcomes.form, outcomes.bleu};
        for (size_t i = first; i < end; ++i) {
            const auto row = outcomes.values.begin()
                + static_cast<std::ptrdiff_t>(order[i] * outcomes.width());
            own.values.insert(own.values.end(), row,
                              row + static_cast<std::ptrdiff_t>(outcomes.width()));
        }
        all.push_back({numbers[order[first]], numbers[order[end - 1]],
                       static_cast<int64_t>(end - first),
                       bootstrapInterval(own, settings, monitor)});
        first = end;
    }
    return all;
}

} // namespace core
