#include "core/probe/stored_run.h"

#include "core/catalogue/spec_json.h"
#include "core/exchange/exporter.h"
#include "core/exchange/safetensors.h"
#include "core/nn/compute_threads.h"
#include "core/nn/tensors.h"
#include "core/probe/open_run.h"
#include "core/task/network_scope.h"
#include "core/train/bound_files.h"
#include "core/train/checkpoint.h"
#include "core/train/computing.h"
#include "core/train/run_folder.h"

namespace core {

namespace {

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

} // namespace

StoredRun readStoredRun(const std::filesystem::path& run, const std::string& checkpoint,
                        const std::string& device)
{
    if (!isRunFolder(run))
        throw Error(ErrorCode::FileMissing,
                    {"%1 is not a run folder: it has no spec.json.", {run.string()}},
                    {"Choose a folder that a training has written.", {}});
    prepareToCompute();
    const torch::Device place = deviceNamed(device);
    StoredRun stored;
    refuseLinkedFolders(run);
    stored.spec = readSpec(run / "spec.json", Links::Refuse);
    stored.task = makeTask(stored.spec);
    const std::filesystem::path path = existingCheckpoint(run, checkpoint);
    const TensorFile file = readSafetensors(path, MissingHash::Refuse, Links::Refuse);
    checkBoundFiles(run, file.metadata, stored.notes);
    stored.task->restore(run);
    const CheckpointLabel label = labelOf(file);
    stored.step = label.step;
    stored.epoch = label.epoch;

    const RandomStateScope scope(place); // The fresh weights, soon replaced, are drawn.
    stored.network = &networkOf(*stored.task, file, place, path);
    stored.network->eval();
    return stored;
}

ExportedNetwork StoredRun::exported() const
{
    const KindDescription* kind = findKind(catalogue(), "network", spec.model.network.kind);
    const ExportOrigin origin{kind == nullptr ? spec.model.network.kind : kind->title, step, epoch};
    return {*network, specToJson(spec).dump(), origin, task->exported(origin)};
}

void exportRun(const std::filesystem::path& run, const std::string& checkpoint,
               const std::string& format, const std::filesystem::path& target)
{
    const ExporterRegistry::Entry& exporter = exporterRegistry().find(format);
    exporter.make(Json::object(), readStoredRun(run, checkpoint, "cpu").exported(), target);
}

std::unique_ptr<LiveModel> openRun(const std::filesystem::path& run, const std::string& checkpoint,
                                   const std::string& device)
{
    const auto stored = std::make_shared<const StoredRun>(readStoredRun(run, checkpoint, device));
    auto model = stored->task->view([stored] { return std::pair(stored->step, stored->epoch); });
    model->setNotes(stored->notes);
    return model;
}

} // namespace core
