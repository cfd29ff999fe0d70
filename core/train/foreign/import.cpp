#include "core/train/foreign/import.h"

#include "core/base/error.h"
#include "core/base/read_json.h"
#include "core/catalogue/spec_json.h"
#include "core/exchange/tensor_files.h"
#include "core/probe/network_scope.h"
#include "core/task/entries.h"
#include "core/train/checkpoint.h"
#include "core/train/foreign/foreign_network.h"
#include "core/train/foreign/written_run.h"
#include "core/train/run_folder.h"

#include <algorithm>

namespace core {

namespace {

constexpr const char* kConfigFile = "config.json";

std::filesystem::path folderOf(const std::filesystem::path& path)
{
    return path.filename() == kConfigFile ? path.parent_path() : path;
}

/// The family that config.json names; null: none of ours.
const ForeignFamily* familyOf(const Json& config)
{
    if (!config.is_object())
        return nullptr;
    const Json type = config.value("model_type", Json());
    const Json named = config.value("architectures", Json());
    const Json first = named.is_array() && !named.empty() ? named[0] : Json();
    for (const ForeignFamily& family : foreignFamilies())
        if (type == family.modelType
            || (type.is_null() && first.is_string()
                && first.get<std::string>().starts_with(family.architecture)))
            return &family;
    return nullptr;
}

const ForeignFamily& knownFamily(const Json& config, const std::filesystem::path& folder)
{
    if (const ForeignFamily* family = familyOf(config))
        return *family;
    std::string known;
    for (const ForeignFamily& family : foreignFamilies())
        known += (known.empty() ? "" : ", ") + family.title;
    throw Error(
        ErrorCode::BadSetting,
        {"%1 is not of a kind of network that can be imported: its model_type is %2.",
         {shown((folder / kConfigFile).string()),
          config.is_object() ? shown(config.value("model_type", Json()).dump()) : "missing"}},
        {"Kinds that can be imported: %1.", {known}});
}

/// @throws Error for a path that holds no published network, with what it is instead.
void checkFolder(const std::filesystem::path& folder)
{
    std::error_code error;
    if (std::filesystem::exists(folder / kConfigFile, error))
        return;
    const std::string path = shown(folder.string());
    if (!std::filesystem::exists(folder, error))
        throw Error(ErrorCode::FileMissing, {"The folder %1 does not exist.", {path}},
                    {"Check its path.", {}});
    if (isRunFolder(folder))
        throw Error(ErrorCode::BadSetting,
                    {"%1 is a run of this program, which needs no import.", {path}},
                    {"Open it, or start another run from it (model.start.from).", {}});
    throw Error(
        ErrorCode::FileMissing,
        {"%1 is no folder with a config.json, so it is no published network.", {path}},
        {"Choose the folder of a GPT-2 or BERT: config.json, weights and vocabulary. For the "
         "state dict of a program of your own, give the settings of its network as well.",
         {}});
}

/// A published folder, read.
struct Published {
    const ForeignFamily& family;
    PublishedFiles files;
    std::filesystem::path weights;

    /// The tensors by their plain names.
    TensorFile tensors(TensorContents contents) const
    {
        TensorFile file = readTensorFile(weights, contents);
        for (auto& [name, tensor] : file.tensors)
            name = family.plainName(name);
        return file;
    }
};

Published published(const std::filesystem::path& folder)
{
    checkFolder(folder);
    Json config = readJsonFile(folder / kConfigFile);
    const ForeignFamily& family = knownFamily(config, folder);
    PieceModel pieces = readPieceModel(folder);
    if (pieces.kind != family.pieces)
        throw Error(
            ErrorCode::FileMalformed,
            {"The tokeniser in %1 is not that of %2.", {shown(folder.string()), family.title}},
            {"Take another copy of the folder.", {}});
    return {family, {std::move(config), renumbered(pieces), {}}, tensorFileIn(folder)};
}

/// A plan, and what carries it out.
struct Prepared {
    ImportPlan plan;
    ForeignNetwork network;
    TensorFile drawn; ///< Tensors that begin anew.
};

/// The tensors of a network that begin anew, with the values that were drawn for them.
TensorFile drawnOf(const torch::nn::Module& network, const TensorSources& sources)
{
    TensorFile drawn;
    for (const auto& [name, tensor] : weightsOf(network).tensors)
        if (std::find(sources.drawn.begin(), sources.drawn.end(), name) != sources.drawn.end())
            drawn.tensors.emplace_back(
                name, tensor.is_meta() ? torch::zeros(tensor.sizes()) : tensor.clone());
    return drawn;
}

Prepared prepared(Published& from, const std::filesystem::path& folder)
{
    const TensorFile shapes = from.tensors(TensorContents::ShapesOnly);
    for (const auto& [name, tensor] : shapes.tensors)
        from.files.tensors.insert(name);
    Prepared result;
    result.network = from.family.network(from.files);
    ExperimentSpec& spec = result.network.spec;
    spec.name = folder.filename().string();
    spec = completedSpec(spec);
    if (const std::vector<Problem> problems = crossCheck(spec); !problems.empty())
        throw Error(ErrorCode::BadSetting,
                    {"The network of %1 has sizes that this program does not have: %2",
                     {shown(folder.string()), inSentences(problems)}});
    const RandomStateScope scope(torch::kCPU); // Few of the weights that are drawn are used.
    torch::manual_seed(static_cast<uint64_t>(spec.training.seed));
    NetworkPlan network = plannedNetwork(spec, {.vocabularySize = spec.text.vocabularySize});
    network.context.weights = Weights::ShapesOnly;
    const auto module = makeTextNetwork(spec.model, network.head, network.context);
    ImportPlan& plan = result.plan;
    plan.title = from.family.title;
    plan.spec = spec;
    plan.table = tensorTable(*module, result.network.sources, shapes);
    result.drawn = drawnOf(*module, result.network.sources);
    for (const torch::Tensor& parameter : module->parameters())
        plan.parameters += parameter.numel();
    return result;
}

std::filesystem::path normalised(const std::filesystem::path& folder)
{
    const std::filesystem::path path = std::filesystem::absolute(folder).lexically_normal();
    return path.has_filename() ? path : path.parent_path();
}

} // namespace

bool isPublishedNetwork(const std::filesystem::path& path)
{
    const std::filesystem::path file = path.filename() == kConfigFile ? path : path / kConfigFile;
    std::error_code error;
    if (!std::filesystem::is_regular_file(file, error))
        return false;
    try {
        const Json config = readJsonFile(file);
        return config.is_object() && (config.contains("model_type") || familyOf(config) != nullptr);
    } catch (const Error&) {
        return false; // Data may lie beside a file of this name.
    }
}

ImportPlan planImport(const std::filesystem::path& path)
{
    const std::filesystem::path folder = normalised(folderOf(path));
    Published from = published(folder);
    return prepared(from, folder).plan;
}

ImportPlan importNetwork(const std::filesystem::path& path,
                         const std::function<std::filesystem::path(const ImportPlan&)>& runFor,
                         const Monitor& monitor)
{
    const std::filesystem::path folder = normalised(folderOf(path));
    Published from = published(folder);
    auto [plan, network, drawn] = prepared(from, folder);
    plan.run = runFor(plan);
    refuseIncomplete(plan.table, folder);
    monitor.throwIfStopped();
    TensorFile weights = assembledWeights(network.sources, from.tensors(TensorContents::Values));
    monitor.throwIfStopped();
    plan.notes = importNotes(folder, plan.table);
    if (!drawn.tensors.empty())
        plan.notes.push_back({"The checkpoint has no head that predicts tokens, so the head begins "
                              "anew. The run is a start for other tasks.",
                              {}});
    std::move(drawn.tensors.begin(), drawn.tensors.end(), std::back_inserter(weights.tensors));
    writeImportedRun(
        plan.run, {plan.spec, from.files.pieces.model, network.files, plan.parameters, plan.notes},
        std::move(weights));
    return plan;
}

} // namespace core
