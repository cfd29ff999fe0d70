#pragma once

#include "core/experiment/spec.h"
#include "core/probe/updates/update_questions.h"
#include "core/train/run_folder.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace core {

inline constexpr const char* kBatchSize = "training.batch_size";
inline constexpr const char* kBatchTokens = "training.batch_tokens";

/// Fills in how large batches were. @param place  with step, epoch and the epoch's first step.
/// @param changes  of the run's settings. @param spec  as it is now, with the changes.
inline UpdatePlace placedIn(UpdatePlace place, const std::vector<SettingChange>& changes,
                            const ExperimentSpec& spec)
{
    const auto take = [](BatchSizeFrom& size, const SettingChange& change, const Json& value) {
        (change.setting == kBatchSize ? size.texts : size.tokens) = value.get<int64_t>();
    };
    const auto isOfBatches = [](const SettingChange& change) {
        return change.setting == kBatchSize || change.setting == kBatchTokens;
    };
    BatchSizeFrom size{1, spec.training.batchSize, spec.training.batchTokens};
    for (auto change = changes.rbegin(); change != changes.rend(); ++change)
        if (isOfBatches(*change))
            take(size, *change, change->before);
    size.step = place.firstStep;
    place.sizes = {size};
    for (const SettingChange& change : changes) {
        if (!isOfBatches(change))
            continue;
        take(size, change, change.after);
        size.step = std::max(change.step, place.firstStep);
        if (place.sizes.back().step == size.step)
            place.sizes.back() = size;
        else
            place.sizes.push_back(size);
    }
    return place;
}

/// The place of an update by the events of its run: the epoch, where that begins, and
/// how large batches were.
/// @param spec  of the run as it is now, with its changes. @return nothing where no event speaks of
/// the update. Torch-free; any thread.
std::optional<UpdatePlace> placeOfUpdate(const RunHistory& history, const ExperimentSpec& spec,
                                         int64_t step);

} // namespace core
