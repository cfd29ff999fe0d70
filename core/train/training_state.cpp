#include "core/train/training_state.h"

#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/nn/torch_compatibility.h"
#include "core/task/data_fingerprint.h"
#include "core/train/reports.h"

#include <ATen/Context.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>

namespace core {

namespace {

constexpr const char* kOptimiserPrefix = "training/optimiser/";
constexpr const char* kTaskPrefix = "training/task/";
constexpr const char* kCpuRandom = "training/random/cpu";
constexpr const char* kDeviceRandom = "training/random/device";

[[noreturn]] void throwDamagedState(const std::string& detail)
{
    throw Error(ErrorCode::FileMalformed,
                {"The checkpoint cannot be resumed from: its training state is damaged.", {}},
                {"Start a new run; the weights of this one can still be looked at.", {}}, detail);
}

torch::Tensor randomState(torch::Device device)
{
    at::Generator generator = at::globalContext().defaultGenerator(device);
    const std::lock_guard lock(generator.mutex());
    return generator.get_state();
}

void setRandomState(torch::Device device, const torch::Tensor& state)
{
    at::Generator generator = at::globalContext().defaultGenerator(device);
    const std::lock_guard lock(generator.mutex());
    try {
        generator.set_state(state.clone());
    } catch (const c10::Error& error) { // Of another length or type.
        throwDamagedState(shortText(error));
    }
}

[[noreturn]] void throwNoState(const std::string& missing)
{
    throw Error(
        ErrorCode::FileMalformed,
        {"The checkpoint cannot be resumed from: it has no \"%1\".", {missing}},
        {"Start a new run; the weights of this one can still be looked at and exported.", {}});
}

/// A number of things: what a negative one would index is not there.
int64_t countIn(const Json& json, const char* name)
{
    const Json& number = json.at(name);
    const int64_t count = number.is_number_integer() ? number.get<int64_t>() : -1;
    if (count < 0)
        throwDamagedState(std::string(name) + " is " + number.dump());
    return count;
}

const torch::Tensor& tensorNamed(const TensorFile& file, const std::string& name)
{
    const torch::Tensor* found = file.find(name);
    if (found == nullptr)
        throwNoState(name);
    return *found;
}

/// By what follows `prefix` in their names.
TaskState tensorsUnder(const TensorFile& file, const std::string& prefix)
{
    TaskState found;
    for (const auto& [name, tensor] : file.tensors)
        if (name.starts_with(prefix))
            found.emplace_back(name.substr(prefix.size()), tensor);
    return found;
}

/// The JSON object of a checkpoint's training, given to `read`.
template <class Read> auto readState(const TensorFile& file, Read read)
{
    const auto found = file.metadata.find(kTrainingState);
    if (found == file.metadata.end())
        throwNoState(kTrainingState);
    try {
        return read(readJson(found->second).value.value_or(Json()));
    } catch (const Json::exception& error) {
        throwDamagedState(error.what());
    }
}

/// Earlier versions kept one fingerprint of all data, made in another way, and no spec.
bool isOfEarlierVersion(const Json& state)
{
    return state.at("data").is_string() && !state.contains("spec");
}

constexpr std::array<const char*, 3> kSplits{"train", "valid", "test"}; ///< By Split.

Json namedBySplit(const std::array<std::string, 3>& fingerprints)
{
    Json json;
    for (size_t split = 0; split < kSplits.size(); ++split)
        json[kSplits[split]] = fingerprints[split];
    return json;
}

void checkData(const Json& before, const std::array<std::string, 3>& now)
{
    constexpr std::array<const char*, 3> kSentences{
        "The training data is not what it was when this run was begun.",
        "The validation data is not what it was when this run was begun.",
        "The test data is not what it was when this run was begun."};
    for (size_t split = 0; split < kSplits.size(); ++split)
        if (before.at(kSplits[split]) != now[split])
            throw Error(ErrorCode::BadData, {kSentences[split], {}},
                        {"Put the data files back as they were, or start a new run.", {}});
}

} // namespace

int64_t epochOfLastUpdate(const TrainingPlace& place)
{
    return place.batch == 0 ? place.epoch - 1 : place.epoch;
}

Json toJson(const TrainingPlace& place)
{
    Json sums = Json::object();
    for (const Score& sum : place.epochScoreSums)
        sums[sum.name] = sum.value;
    Json limits = Json::array();
    for (const auto& [batch, each] : place.batchLimits)
        limits.push_back({batch, each.texts, each.tokens});
    return {{"epoch", place.epoch},
            {"batch", place.batch},
            {"step", place.step},
            {"epoch_loss_sum", place.epochLossSum},
            {"epoch_units", place.epochUnits},
            {"epoch_score_sums", sums},
            {"tokens", place.tokens},
            {"seconds", place.seconds},
            {"best_value", place.bestValue},
            {"best_epoch", place.bestEpoch},
            {"epochs_without_best", place.epochsWithoutBest},
            {"event_bytes", place.eventBytes},
            {"batch_limits", limits},
            {"more_updates", place.moreUpdates}};
}

TrainingPlace placeFromJson(const Json& json)
{
    TrainingPlace place;
    place.epoch = countIn(json, "epoch");
    place.batch = countIn(json, "batch");
    place.step = countIn(json, "step");
    place.epochLossSum = realOf(json, "epoch_loss_sum");
    place.epochUnits = countIn(json, "epoch_units");
    if (json.contains("epoch_correct")) // while accuracy was the only score
        place.epochScoreSums = {{"accuracy", static_cast<double>(countIn(json, "epoch_correct"))}};
    const Json sums = json.value("epoch_score_sums", Json::object());
    for (const auto& [name, sum] : sums.items())
        place.epochScoreSums.push_back({name, realOf(sums, name.c_str())});
    place.tokens = countIn(json, "tokens");
    place.seconds = realOf(json, "seconds");
    place.bestValue = realOf(json, "best_value");
    place.bestEpoch = countIn(json, "best_epoch");
    place.epochsWithoutBest = countIn(json, "epochs_without_best");
    place.eventBytes = countIn(json, "event_bytes");
    for (const Json& each : json.value("batch_limits", Json::array()))
        place.batchLimits.push_back({each.at(0).get<int64_t>(),
                                     {std::clamp<int64_t>(each.at(1).get<int64_t>(), 1, 65536),
                                      each.at(2).get<int64_t>()}});
    place.moreUpdates = json.value("more_updates", int64_t{0});
    return place;
}

void addState(TensorFile& file, const TrainingMemory& memory)
{
    const OptimiserState optimiser = memory.optimiser.state();
    for (const auto& [name, tensor] : optimiser.tensors)
        file.tensors.emplace_back(kOptimiserPrefix + name, tensor);
    for (const auto& [name, tensor] : memory.carried)
        file.tensors.emplace_back(kTaskPrefix + name, tensor);
    file.tensors.emplace_back(kCpuRandom, randomState(torch::kCPU));
    if (memory.device.is_cuda())
        file.tensors.emplace_back(kDeviceRandom, randomState(memory.device));
    const Json state = {{"place", toJson(memory.place)},       {"optimiser", optimiser.numbers},
                        {"schedule", memory.schedule.state()}, {"scaler", memory.scaler.state()},
                        {"spec", specToJson(memory.spec)},     {"data", namedBySplit(memory.data)}};
    file.metadata[kTrainingState] = state.dump();
}

std::optional<ExperimentSpec> trainedSpec(const TensorFile& file)
{
    return readState(file, [](const Json& state) -> std::optional<ExperimentSpec> {
        if (isOfEarlierVersion(state))
            return std::nullopt;
        if (!state.contains("spec"))
            throwNoState("spec");
        return specFromJson(state.at("spec"));
    });
}

TrainingPlace placeOf(const TensorFile& file)
{
    return readState(file, [](const Json& state) { return placeFromJson(state.at("place")); });
}

void restoreState(const TensorFile& file, const TrainingMemory& memory)
{
    readState(file, [&](const Json& state) {
        if (!isOfEarlierVersion(state))
            checkData(state.at("data"), memory.data);
        memory.place = placeFromJson(state.at("place"));
        memory.optimiser.restore({tensorsUnder(file, kOptimiserPrefix), state.at("optimiser")});
        memory.task.setState(tensorsUnder(file, kTaskPrefix));
        memory.schedule.restore(state.at("schedule"));
        memory.scaler.restore(state.at("scaler"));
    });
    setRandomState(torch::kCPU, tensorNamed(file, kCpuRandom));
    // A run that moves from CPU to CUDA continues with other random numbers.
    if (memory.device.is_cuda() && file.find(kDeviceRandom) != nullptr)
        setRandomState(memory.device, *file.find(kDeviceRandom));
}

} // namespace core
