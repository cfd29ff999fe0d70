#include "core/probe/stored_run.h"

#include "core/base/atomic_file.h"
#include "core/exchange/safetensors.h"
#include "core/experiment/spec_json.h"
#include "core/probe/classifier_view.h"
#include "core/probe/network_scope.h"
#include "core/train/checkpoint.h"
#include "core/train/computing.h"
#include "core/train/run_folder.h"

#include <torch/torch.h>

#include <algorithm>
#include <charconv>

namespace core {

namespace {

constexpr uint64_t kLargestClassesFile = uint64_t{64} << 20;

std::vector<std::string> readClasses(const std::filesystem::path& path)
{
    const Json json = Json::parse(readFile(path, kLargestClassesFile), nullptr, false);
    const bool valid = json.is_array() && !json.empty()
        && std::all_of(json.begin(), json.end(), [](const Json& name) { return name.is_string(); });
    if (!valid)
        throw Error(ErrorCode::FileMalformed, {"%1 is no list of class names.", {path.string()}},
                    {"Take the whole run folder from where it was made again.", {}});
    return json.get<std::vector<std::string>>();
}

std::filesystem::path existingCheckpoint(const std::filesystem::path& run, const std::string& name)
{
    const std::filesystem::path path = checkpointPath(run, name);
    if (std::filesystem::is_regular_file(path))
        return path;
    std::string known;
    for (const std::string& each : readRunSummary(run).checkpoints)
        known += (known.empty() ? "" : ", ") + each;
    if (known.empty())
        throw Error(ErrorCode::FileMissing, {"The run %1 has no checkpoint yet.", {run.string()}},
                    {"Train it until the first checkpoint is written.", {}});
    throw Error(ErrorCode::FileMissing,
                {"The run %1 has no checkpoint \"%2\".", {run.string(), shown(name)}},
                {"Choose one of: %1.", {known}});
}

int64_t numberIn(const TensorFile& file, const std::string& key)
{
    const auto found = file.metadata.find(key);
    int64_t number = 0;
    if (found != file.metadata.end())
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
    return number;
}

} // namespace

StoredRun readStoredRun(const std::filesystem::path& run, const std::string& checkpoint,
                        const std::string& device)
{
    if (!isRunFolder(run))
        throw Error(ErrorCode::FileMissing,
                    {"%1 is not a run folder: it has no spec.json.", {run.string()}},
                    {"Choose a folder that a training has written.", {}});
    const torch::Device place = deviceNamed(device);
    StoredRun stored;
    stored.spec = readSpec(run / "spec.json");
    stored.classes = readClasses(run / "classes.json");
    stored.pipeline = std::make_shared<const TextPipeline>(TextPipeline::load(run));
    const std::filesystem::path path = existingCheckpoint(run, checkpoint);
    const TensorFile file = readSafetensors(path, MissingHash::Refuse);
    stored.step = numberIn(file, "step");
    stored.epoch = numberIn(file, "epoch");

    NetworkContext context;
    context.vocabularySize = stored.pipeline->vocabularySize();
    context.classes = static_cast<int64_t>(stored.classes.size());
    context.maximumLength = stored.pipeline->spec().maximumLength;
    context.embedding = stored.spec.model.embedding;
    const RandomStateScope scope(place); // The fresh weights, soon replaced, are drawn.
    stored.network = makeClassifier(stored.spec.model, context);
    loadWeights(*stored.network, file, path);
    stored.network->to(place);
    stored.network->eval();
    return stored;
}

std::unique_ptr<LiveModel> openRun(const std::filesystem::path& run, const std::string& checkpoint,
                                   const std::string& device)
{
    const auto stored = std::make_shared<const StoredRun>(readStoredRun(run, checkpoint, device));
    ViewedClassifier viewed;
    viewed.network = stored->network;
    viewed.pipeline = stored->pipeline;
    viewed.classes = stored->classes;
    viewed.summarise = [stored] {
        return summariseModel(stored->spec, stored->pipeline->vocabularySize(),
                              static_cast<int64_t>(stored->classes.size()));
    };
    viewed.stepAndEpoch = [stored] { return std::pair(stored->step, stored->epoch); };
    viewed.device = device;
    return viewClassifier(std::move(viewed));
}

} // namespace core
