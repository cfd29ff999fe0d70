#include "core/train/update_place.h"

#include <algorithm>

namespace core {

namespace {

constexpr const char* kTexts = "training.batch_size";
constexpr const char* kTokens = "training.batch_tokens";

bool isOfBatches(const SettingChange& change)
{
    return change.setting == kTexts || change.setting == kTokens;
}

void take(BatchSizeFrom& size, const SettingChange& change, const Json& value)
{
    (change.setting == kTexts ? size.texts : size.tokens) = value.get<int64_t>();
}

} // namespace

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

    BatchSizeFrom size{1, spec.training.batchSize, spec.training.batchTokens};
    for (auto change = history.changes.rbegin(); change != history.changes.rend(); ++change)
        if (isOfBatches(*change))
            take(size, *change, change->before);
    size.step = place.firstStep;
    place.sizes = {size};
    for (const SettingChange& change : history.changes) {
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

} // namespace core
