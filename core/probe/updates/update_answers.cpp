#include "core/probe/updates/update_answers.h"

#include "core/nn/tensors.h"
#include "core/probe/updates/recording_file.h"
#include "core/probe/updates/update_batches.h"

namespace core {

namespace {

/// In memory, or else on disk; null: nowhere.
ShownUpdate recordedUpdate(const LiveModel& model, const std::string& run, int64_t step)
{
    if (model.recording() != nullptr)
        if (ShownUpdate known = model.recording()->update(step))
            return known;
    return readRecordedUpdate(run, step);
}

} // namespace

void readUpdateBatches(UpdateQuestion& question, const ExperimentSpec& spec, const Monitor& monitor)
{
    if (question.batches == nullptr)
        question.batches = std::make_shared<UpdateBatches>(question.run, spec, monitor);
}

UpdateItems itemsOf(const LiveModel& model, const UpdateQuestion& question)
{
    UpdateItems result;
    result.recorded = recordedUpdate(model, question.run, question.place.step);
    result.items = result.recorded != nullptr ? result.recorded->items
                                              : question.batches->items(question.place);
    return result;
}

std::vector<ShownUpdate> recordedUpdates(const LiveModel& model, const std::string& run)
{
    if (model.recording() != nullptr && !model.recording()->updates().empty())
        return {model.recording()->updates().begin(), model.recording()->updates().end()};
    return readRecording(run, 0).updates;
}

UpdateBatch updateBatch(const LiveModel& model, const AskUpdateBatch& question)
{
    UpdateBatches& batches = *question.batches;
    const auto [items, recorded] = itemsOf(model, question);
    UpdateBatch result;
    result.place = question.place;
    result.recorded = recorded != nullptr;
    result.networkStep = model.step();
    result.networkEpoch = model.epoch();
    result.units = batches.units(items);
    const torch::NoGradGuard noGradient;
    UpdateBatches::Network network(batches, model.module(), model.device());
    result.lossNow = network.loss(items).item<double>();
    const std::vector<float> now = network.itemLosses(items);
    for (size_t i = 0; i < items.size(); ++i) {
        UpdateItem item = batches.described(items[i]);
        item.lossNow = i < now.size() ? static_cast<double>(now[i]) : std::nan("");
        if (recorded != nullptr && i < recorded->itemLosses.size())
            item.lossThen = static_cast<double>(recorded->itemLosses[i]);
        result.items.push_back(std::move(item));
    }
    result.batches = question.batches;
    return result;
}

ShownRecording shownRecording(const LiveModel& model, const AskRecording& question)
{
    ShownRecording shown;
    const std::shared_ptr<Recording>& recording = model.recording();
    if (recording != nullptr) {
        shown.live = model.isTrained();
        if (shown.live)
            recording->wish = question.wish;
        shown.wish = recording->wish;
        shown.parameters = recording->parameters;
        shown.updates.assign(recording->updates().begin(), recording->updates().end());
        for (const KeptWeights& each : recording->weights())
            shown.keptWeights.push_back(each.step);
        if (recording->trainingSeconds > 0.0)
            shown.share = recording->recordingSeconds / recording->trainingSeconds;
        shown.bytes = recording->bytes();
    }
    const bool known = !shown.updates.empty()
        && (question.until == 0 || question.until >= shown.updates.front()->step);
    if (shown.live || known)
        return shown;
    ReadRecording read = readRecording(question.run, question.until);
    if (read.updates.empty())
        return shown;
    shown.fromDisk = true;
    shown.parameters = std::move(read.parameters);
    shown.updates = std::move(read.updates);
    return shown;
}

} // namespace core
