#include "core/train/update_place.h"

#include <algorithm>

namespace core {

std::optional<UpdatePlace> placeOfUpdate(const RunHistory& history, const ExperimentSpec& spec,
                                         int64_t step)
{
    const auto& updates = history.updates;
    const auto found = std::lower_bound(
        updates.begin(), updates.end(), step,
        [](const UpdateReport& update, int64_t wanted) { return update.step < wanted; });
    if (found == updates.end() || found->step != step)
        return std::nullopt;
    UpdatePlace place;
    place.step = step;
    place.epoch = found->epoch;
    const auto first = std::lower_bound(
        updates.begin(), found, place.epoch,
        [](const UpdateReport& update, int64_t epoch) { return update.epoch < epoch; });
    place.firstStep = first->step;
    return placedIn(std::move(place), history.changes, spec);
}

} // namespace core
