#include "core/train/transfer.h"

#include "core/base/error.h"
#include "core/exchange/exported_network.h"
#include "core/model/parameter_names.h"
#include "core/task/entries.h"
#include "core/task/task_kinds.h"
#include "core/text/text_files.h"
#include "core/train/bound_files.h"
#include "core/train/checkpoint.h"
#include "core/train/planned_transfer.h"
#include "core/train/run_folder.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace core {

namespace {

constexpr std::string_view kEncoder = "encoder.";
constexpr std::string_view kPositionTable = "encoder.positions.weight";
constexpr int64_t kAlways = std::numeric_limits<int64_t>::max();

/// Tasks without a head of their own have no single text to take a vocabulary over for.
bool startsElsewhere(const ExperimentSpec& spec)
{
    return !spec.model.start.from.empty()
        && taskDescription(spec.task.kind).has(TaskTrait::OneText);
}

/// "encoder.rnn" of "encoder.rnn.weight_ih_l0".
std::string layerOf(const std::string& name)
{
    return name.substr(0, name.rfind('.'));
}

/// The weights of a run or of an exported Python module.
/// @param notes  as checkBoundFiles().
TensorFile weightsIn(const std::filesystem::path& folder, TensorContents contents,
                     std::vector<Message>& notes)
{
    if (isRunFolder(folder))
        return withPresentNames(readStoredCheckpoint(folder, {}, notes, contents).file);
    std::error_code error;
    if (!std::filesystem::exists(folder / kModuleWeights, error))
        throw Error(
            ErrorCode::FileMissing,
            {"%1 is neither a run folder nor an exported Python module.", {shown(folder.string())}},
            {"Choose a folder that a training has written, or that was exported as a "
             "Python module; one with weights.pt is of an earlier version and must be "
             "exported again.",
             {}});
    TensorFile file
        = readSafetensors(folder / kModuleWeights, MissingHash::Refuse, Links::Refuse, contents);
    checkBoundFiles(folder, file.metadata, notes);
    return file;
}

/// The result of transferring one tensor from another run.
struct TransferredTensor {
    std::string name; ///< "encoder.rnn.weight_ih_l0", the same in both networks.
    Message left{}; ///< Reason for not transferring it; empty: transferred.

    bool isTaken() const { return left.text.empty(); }
};

/// The tensor of the other network; of learned positions, as many as this network has.
torch::Tensor theirsFor(const std::string& name, const torch::Tensor& ours,
                        const torch::Tensor* theirs)
{
    if (theirs == nullptr)
        return {};
    const bool longer = name == kPositionTable && theirs->dim() == 2 && ours.dim() == 2
        && theirs->size(0) > ours.size(0);
    return longer ? theirs->narrow(0, 0, ours.size(0)) : *theirs;
}

/// @return why `theirs` cannot be taken, with %1 for the layers concerned; nothing when they can.
Message reasonAgainst(const std::string& name, const torch::Tensor& ours,
                      const torch::Tensor& theirs)
{
    if (!name.starts_with(kEncoder))
        return {"Begun anew: %1, because it belongs to what is predicted.", {""}};
    if (!theirs.defined())
        return {"Begun anew: %1, because the other network has none.", {""}};
    if (theirs.sizes() != ours.sizes())
        return {"Begun anew: %1, because it is %2 here and %3 there.",
                {"", shapeText(ours), shapeText(theirs)}};
    if (theirs.scalar_type() != ours.scalar_type())
        return {"Begun anew: %1, because its numbers are of another type there.", {""}};
    return {};
}

enum class Copying { No, Yes };

/// @throws Error{BadSetting} when nothing fits.
std::vector<TransferredTensor> taken(torch::nn::Module& network, const TensorFile& theirs,
                                     const StartSpec& start, Copying copying)
{
    const torch::NoGradGuard noGradient;
    std::vector<TransferredTensor> tensors;
    const auto take = [&](const std::string& name, const torch::Tensor& ours) {
        const torch::Tensor found = theirsFor(name, ours, theirs.find(name));
        tensors.push_back({name, reasonAgainst(name, ours, found)});
        if (tensors.back().isTaken() && copying == Copying::Yes)
            ours.copy_(found);
    };
    for (const auto& parameter : network.named_parameters())
        take(parameter.key(), parameter.value());
    for (const auto& buffer : network.named_buffers())
        take(buffer.key(), buffer.value());
    if (std::none_of(tensors.begin(), tensors.end(),
                     [](const TransferredTensor& each) { return each.isTaken(); }))
        throw Error(ErrorCode::BadSetting,
                    {"Nothing of the network of %1 fits this one.", {shown(start.from)}},
                    {"Choose the same network with the same sizes in step 3, or another run to "
                     "start from.",
                     {}});
    return tensors;
}

/// "encoder.rnn, head.output": the layers of the chosen tensors, each once.
template <class Chosen>
std::string layersWhere(const std::vector<TransferredTensor>& tensors, const Chosen& chosen)
{
    std::vector<std::string> layers;
    for (const TransferredTensor& each : tensors)
        if (chosen(each)
            && std::find(layers.begin(), layers.end(), layerOf(each.name)) == layers.end())
            layers.push_back(layerOf(each.name));
    std::string all;
    for (const std::string& layer : layers)
        all += (all.empty() ? "" : ", ") + layer;
    return all;
}

/// Whole sentences by layer: the tensors transferred, and why others are not.
void appendNotes(const StartSpec& start, const std::vector<TransferredTensor>& tensors,
                 std::vector<Message>& notes)
{
    notes.push_back(
        {"Taken from %1: %2.", {start.from, layersWhere(tensors, [](const TransferredTensor& each) {
                                    return each.isTaken();
                                })}});
    std::vector<Message> reasons;
    for (const TransferredTensor& each : tensors)
        if (!each.isTaken()
            && std::find(reasons.begin(), reasons.end(), each.left) == reasons.end())
            reasons.push_back(each.left);
    for (Message& reason : reasons) {
        reason.arguments.front() = layersWhere(
            tensors, [&](const TransferredTensor& each) { return each.left == reason; });
        notes.push_back(reason);
    }
}

/// "encoder.rnn:3" -> "encoder.rnn", 3; without a number: always.
std::pair<std::string, int64_t> freezeItem(const std::string& item)
{
    const size_t colon = item.find(':');
    if (colon == std::string::npos)
        return {item, kAlways};
    int64_t epochs = 0;
    const char* const end = item.data() + item.size();
    const auto [last, error] = std::from_chars(item.data() + colon + 1, end, epochs);
    if (error != std::errc() || last != end || epochs < 1)
        throw Error(
            ErrorCode::BadSetting,
            {"\"%1\" in model.start.freeze does not end in a number of epochs.", {shown(item)}},
            {"Write encoder.rnn:2 for the first two epochs, or encoder.rnn for all.", {}});
    return {item.substr(0, colon), epochs};
}

} // namespace

std::vector<Message> startFrom(torch::nn::Module& network, const StartSpec& start)
{
    std::vector<Message> notes;
    const TensorFile theirs = weightsIn(start.from, TensorContents::Values, notes);
    appendNotes(start, taken(network, theirs, start, Copying::Yes), notes);
    return notes;
}

ExperimentSpec withCarriedText(ExperimentSpec spec)
{
    if (startsElsewhere(spec))
        spec.text = readTextFiles(spec.model.start.from).spec;
    return spec;
}

ModelSummary plannedModel(const ExperimentSpec& spec, const NetworkSizes& sizes)
{
    if (!startsElsewhere(spec))
        return summariseModel(spec, sizes);
    const StartSpec& start = spec.model.start;
    std::vector<Message> notes;
    const TensorFile theirs = weightsIn(start.from, TensorContents::ShapesOnly, notes);
    const TextFiles text = readTextFiles(start.from);
    ExperimentSpec whole = spec;
    whole.text = text.spec;
    NetworkSizes carried = sizes;
    carried.vocabularySize = static_cast<int64_t>(text.tokens.size());
    ModelSummary summary = summariseModel(whole, carried);
    NetworkPlan plan = plannedNetwork(whole, carried);
    plan.context.weights = Weights::ShapesOnly;
    const auto network = makeTextNetwork(whole.model, plan.head, plan.context);
    appendNotes(start, taken(*network, theirs, start, Copying::No), notes);
    summary.notes = std::move(notes);
    return summary;
}

Freezing::Freezing(const torch::nn::Module& network, const std::vector<std::string>& freeze)
{
    if (freeze.empty())
        return;
    const auto parameters = network.named_parameters();
    for (const std::string& item : freeze) {
        const auto [layer, epochs] = freezeItem(item);
        const size_t before = m_frozen.size();
        for (const auto& parameter : parameters)
            if (parameter.value().requires_grad()
                && (parameter.key() == layer || parameter.key().starts_with(layer + '.')))
                m_frozen.push_back({parameter.value(), epochs});
        if (m_frozen.size() == before) {
            std::vector<TransferredTensor> all;
            for (const auto& parameter : parameters)
                all.push_back({parameter.key()});
            throw Error(
                ErrorCode::BadSetting,
                {"\"%1\" in model.start.freeze names no layer that learns.", {shown(layer)}},
                {"Choose among: %1.", {layersWhere(all, [](const auto&) { return true; })}});
        }
    }
    for (const auto& parameter : parameters)
        if (parameter.value().requires_grad()
            && std::none_of(m_frozen.begin(), m_frozen.end(), [&](const Frozen& frozen) {
                   return frozen.parameter.is_same(parameter.value());
               }))
            return;
    throw Error(ErrorCode::BadSetting,
                {"model.start.freeze leaves no layer that learns from the first epoch.", {}},
                {"Take a layer out of the list, such as the head.", {}});
}

void Freezing::begin(int64_t epoch)
{
    for (Frozen& frozen : m_frozen) {
        frozen.parameter.set_requires_grad(epoch > frozen.epochs);
        if (epoch <= frozen.epochs)
            frozen.parameter.mutable_grad() = torch::Tensor();
    }
}

} // namespace core
