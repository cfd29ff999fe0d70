#include "core/train/stored_run.h"

#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/exchange/exporter.h"
#include "core/exchange/safetensors.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/torch_compatibility.h"
#include "core/probe/data_answers.h"
#include "core/probe/network_scope.h"
#include "core/probe/question_kind.h"
#include "core/train/bound_files.h"
#include "core/train/checkpoint.h"
#include "core/train/computing.h"
#include "core/train/open_run.h"
#include "core/train/run_folder.h"

namespace core {

StoredRun readStoredRun(const std::filesystem::path& run, const std::string& checkpoint,
                        const std::string& device)
{
    prepareToCompute();
    const torch::Device place = deviceNamed(device);
    allowTensorFloat32(false); // As in a training: cuDNN is allowed to by default.
    StoredRun stored;
    const auto [path, file] = readStoredCheckpoint(run, checkpoint, stored.notes);
    stored.spec = readSpec(run / "spec.json", Links::Refuse);
    stored.task = makeTask(stored.spec);
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
    return {*network, specToJson(spec).dump(), origin, task->exported(origin), boundFiles};
}

void exportRun(const std::filesystem::path& run, const std::string& checkpoint,
               const std::string& format, const std::filesystem::path& target)
{
    const ExporterRegistry::Entry& exporter = exporterRegistry().find(format);
    exporter.make(Json::object(), readStoredRun(run, checkpoint, "cpu").exported(), target);
}

ExperimentSpec withVectorsOfRun(ExperimentSpec spec, const std::filesystem::path& folder)
{
    std::string& vectors = spec.model.embedding.vectors;
    if (vectors.empty() || !isRunFolder(vectors))
        return spec;
    const std::filesystem::path file = folder / kStartVectors;
    if (!std::filesystem::exists(file))
        exportRun(vectors, "last", "vectors_word2vec_binary", file);
    if (const auto dimension = vectorDimension(file))
        checkDimension(vectors, *dimension, spec.model.embedding.dimension);
    vectors = file.string();
    return spec;
}

ExperimentSpec exportedSpec(const std::filesystem::path& exported)
{
    const bool isFolder = std::filesystem::is_directory(exported);
    const std::filesystem::path path = isFolder ? exported / kModuleWeights : exported;
    const TensorFile file
        = readSafetensors(path, MissingHash::Accept, isFolder ? Links::Refuse : Links::Follow,
                          TensorContents::ShapesOnly);
    const auto spec = file.metadata.find("spec");
    const JsonReading json = spec == file.metadata.end() ? JsonReading() : readJson(spec->second);
    if (!json.value)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 holds weights without the settings of their network.", {path.string()}},
                    {"Open a run, or a network that was exported by this program.", {}});
    return specFromJson(*json.value);
}

std::unique_ptr<LiveModel> openRun(const std::filesystem::path& run, const std::string& checkpoint,
                                   const std::string& device)
{
    const StoredRun stored = readStoredRun(run, checkpoint, device);
    const bool isImported = stored.epoch == 0 && !namesData(stored.spec.data);
    const std::pair moment(stored.step, isImported ? kImportedEpoch : stored.epoch);
    auto model
        = answersOf(stored.spec.task.kind).open(stored.task->parts(), [moment] { return moment; });
    model->setNotes(stored.notes);
    return model;
}

} // namespace core
