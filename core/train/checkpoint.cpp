#include "core/train/checkpoint.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/catalogue/spec_json.h"
#include "core/model/parameter_names.h"
#include "core/nn/memory/recycled_memory.h"
#include "core/train/bound_files.h"
#include "core/train/run_folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <set>
#include <string_view>

namespace core {

namespace {

constexpr const char* kKeptBest = "best-of-whole-epochs";

int64_t numberIn(const TensorFile& file, const std::string& key)
{
    const auto found = file.metadata.find(key);
    int64_t number = 0;
    if (found != file.metadata.end())
        std::from_chars(found->second.data(), found->second.data() + found->second.size(), number);
    return number;
}
constexpr std::string_view kLinkPrefix = ".link-to-";
constexpr std::string_view kNextFile = ".next.safetensors";

const Message kChangedAdvice{"Were the network in spec.json or a vocabulary of the run changed "
                             "since? Change them back, or start a new run.",
                             {}};

void copyInto(const torch::Tensor& target, const std::string& name, const TensorFile& file,
              const std::filesystem::path& source)
{
    const torch::Tensor* found = file.find(name);
    if (found == nullptr)
        throw Error(ErrorCode::FileMalformed,
                    {"%1 has no weights \"%2\".", {source.string(), name}}, kChangedAdvice);
    if (found->sizes() != target.sizes()) {
        throw Error(ErrorCode::FileMalformed,
                    {"The weights \"%1\" in %2 are %3, but the network needs %4.",
                     {name, source.string(), shapeText(*found), shapeText(target)}},
                    kChangedAdvice);
    }
    target.copy_(*found);
}

std::filesystem::path existingCheckpoint(const std::filesystem::path& run, const std::string& name)
{
    const std::filesystem::path path = checkpointPath(run, name);
    // Any other name might lead out of the folder.
    if (isCheckpointName(name) && std::filesystem::is_regular_file(path))
        return path;
    std::string known;
    for (const std::string& each : readRunSummary(run).checkpoints)
        known += (known.empty() ? "" : ", ") + each;
    if (known.empty()) {
        readSpec(run / "spec.json", Links::Refuse); // That it is damaged comes first.
        const RunSummary summary = readRunSummary(run);
        if (summary.state == RunState::Completed || summary.epochs > 0)
            throw Error(ErrorCode::FileMissing,
                        {"The run %1 was trained, but its checkpoints are gone.", {run.string()}},
                        {"Put them back into its folder checkpoints, or train anew.", {}});
        throw Error(ErrorCode::FileMissing, {"The run %1 has no checkpoint yet.", {run.string()}},
                    {"Train it until the first checkpoint is written.", {}});
    }
    throw Error(ErrorCode::FileMissing,
                {"The run %1 has no checkpoint \"%2\".", {run.string(), shown(name)}},
                {"Choose one of: %1.", {known}});
}

/// The latest checkpoint of the run that is not in the same file as one of `damaged`; empty: none.
std::string checkpointBeside(const std::filesystem::path& run,
                             const std::vector<std::filesystem::path>& damaged)
{
    const std::vector<std::string> names = readRunSummary(run).checkpoints;
    const auto isOther = [&](const std::string& name) {
        return std::none_of(damaged.begin(), damaged.end(), [&](const auto& path) {
            std::error_code error; // `best` is a second name of an epoch's file.
            return std::filesystem::equivalent(path, checkpointPath(run, name), error);
        });
    };
    const auto found = std::find_if(names.rbegin(), names.rend(), isOther);
    return found == names.rend() ? std::string() : *found;
}

/// Whether a process that was killed while it wrote checkpoints has left a file of this name:
/// ".next.safetensors", ".link-to-best.safetensors", ".best.safetensors.a1B2c3".
bool isLeftover(const std::string& found)
{
    std::string name = found;
    constexpr size_t kDrawn = 7; // ".a1B2c3"
    if (name.size() > kDrawn && isTemporaryOf(name, name.substr(1, name.size() - 1 - kDrawn)))
        name = name.substr(1, name.size() - 1 - kDrawn);
    if (name.starts_with(kLinkPrefix))
        name.erase(0, kLinkPrefix.size());
    else if (name == kNextFile)
        return true;
    const std::filesystem::path file(name);
    const std::string stem = file.stem().string();
    return file.extension() == ".safetensors" && (isCheckpointName(stem) || stem == kKeptBest);
}

/// Whether it is the temporary file of one of the `files`.
bool isTemporaryOfAny(const std::string& name, const std::set<std::string>& files)
{
    constexpr size_t kAround = 8; // "." and ".a1B2c3"
    const std::string file = name.size() > kAround ? name.substr(1, name.size() - kAround) : "";
    return files.contains(file) && isTemporaryOf(name, file);
}

/// Whether the weights in `file` are those after epoch `epoch`; damaged ones are not.
bool isOfEpoch(const FilePlace& file, int64_t epoch)
{
    try {
        return isThere(file)
            && labelOf(readSafetensors(file, MissingHash::Refuse, Links::Refuse,
                                       TensorContents::ShapesOnly))
                   .epoch
            == epoch;
    } catch (const Error& error) {
        if (error.failure().code != ErrorCode::FileMalformed)
            throw;
        return false;
    }
}

/// Removes the files of `folder` that are leftovers by their name. Files of other
/// origin stay: a run that was handed in may hold anything.
void removeLeftovers(const FilePlace& folder, bool (*isOurs)(const std::string&))
{
    for (const std::string& name : fileNames(folder))
        if (name.starts_with('.') && isOurs(name))
            removeFile(folder / name);
}

/// Gives the file a second name, replacing another file. False if the file system cannot.
bool linkAtomically(const FilePlace& file, const FilePlace& name)
{
    const FilePlace temporary = name.beside(std::string(kLinkPrefix) + name.fileName());
    removeFile(temporary);
    if (!linkFile(file, temporary))
        return false;
    renameFile(temporary, name);
    removeFile(temporary); // rename does nothing when both are the same file already.
    syncFolderOf(name);
    return true;
}

} // namespace

std::string shapeText(const torch::Tensor& tensor)
{
    std::string text;
    for (const int64_t size : tensor.sizes())
        text += (text.empty() ? "" : " x ") + std::to_string(size);
    return text;
}

StoredCheckpoint readStoredCheckpoint(const std::filesystem::path& run, const std::string& name,
                                      std::vector<Message>& notes, TensorContents contents)
{
    requireRunFolder(run);
    refuseLinkedFolders(run);
    StoredCheckpoint stored;
    stored.path
        = existingCheckpoint(run, name.empty() ? standardCheckpoint(readRunSummary(run)) : name);
    try {
        stored.file = readSafetensors(stored.path, MissingHash::Refuse, Links::Refuse, contents);
    } catch (const Error& damage) {
        const Failure& failure = damage.failure();
        const std::string other = checkpointBeside(run, {stored.path});
        if (failure.code != ErrorCode::FileMalformed || other.empty())
            throw;
        throw Error(failure.code, failure.what,
                    {"Open another checkpoint of the run, such as --checkpoint %1.", {other}},
                    failure.detail);
    }
    checkBoundFiles(run, stored.file.metadata, notes);
    return stored;
}

TensorFile weightsOf(const torch::nn::Module& network)
{
    TensorFile file;
    for (const auto& parameter : network.named_parameters())
        file.tensors.emplace_back(parameter.key(), parameter.value().detach());
    for (const auto& buffer : network.named_buffers())
        file.tensors.emplace_back(buffer.key(), buffer.value().detach());
    return file;
}

void loadWeights(torch::nn::Module& network, const TensorFile& file,
                 const std::filesystem::path& source)
{
    const torch::NoGradGuard noGradient;
    const TensorFile weights = withPresentNames(file);
    for (const auto& parameter : network.named_parameters())
        copyInto(parameter.value(), parameter.key(), weights, source);
    for (const auto& buffer : network.named_buffers())
        copyInto(buffer.value(), buffer.key(), weights, source);
}

void setLabel(TensorFile& file, const CheckpointLabel& label)
{
    file.metadata["step"] = std::to_string(label.step);
    file.metadata["epoch"] = std::to_string(label.epoch);
}

CheckpointLabel labelOf(const TensorFile& file)
{
    return {numberIn(file, "step"), numberIn(file, "epoch")};
}

torch::nn::Module& networkOf(Task& task, const TensorFile& file, torch::Device device,
                             const std::filesystem::path& source)
{
    int64_t bytes = 0;
    for (const auto& [name, tensor] : file.tensors)
        bytes += static_cast<int64_t>(tensor.nbytes());
    const Error excess(
        ErrorCode::FileMalformed,
        {"The network in spec.json is far larger than the weights in %1.", {source.string()}},
        kChangedAdvice);
    constexpr int64_t kFresh = 8; // A table and what drawing and scaling it takes for a moment.
    constexpr int64_t kAlways = int64_t{64} << 20;
    std::vector<Message> notes; // On vectors, which are not read.
    const TensorAllowance allowance(kAlways + kFresh * bytes, excess);
    torch::nn::Module& network
        = task.makeNetwork(device, Task::Weights::ToBeLoaded, Monitor(), notes);
    loadWeights(network, file, source);
    return network;
}

CheckpointStore::CheckpointStore(const FilePlace& run) : m_folder(makeFolder(run / "checkpoints"))
{
    removeLeftovers(m_folder, isLeftover);
    removeLeftovers(run,
                    [](const std::string& name) { return isTemporaryOfAny(name, runFileNames()); });
    removeLeftovers(run / "target", [](const std::string& name) {
        return isTemporaryOfAny(name, textFileNames());
    });
}

FilePlace CheckpointStore::place(const std::string& name) const
{
    return m_folder / checkpointFile(name);
}

TensorFile CheckpointStore::load(const std::string& name) const
{
    return readSafetensors(place(name), MissingHash::Refuse, Links::Refuse);
}

void CheckpointStore::saveLast(const TensorFile& file)
{
    // Written whole before anything is renamed: a full disk leaves both old ones.
    const FilePlace fresh = m_folder / std::string(kNextFile);
    writeSafetensors(fresh, file);
    if (isThere(place("last")))
        renameFile(place("last"), place("previous"));
    renameFile(fresh, place("last"));
    syncFolderOf(fresh);
}

void CheckpointStore::saveWeights(const TensorFile& file, const std::vector<std::string>& names)
{
    for (size_t i = 0; i < names.size(); ++i)
        if (i == 0 || !linkAtomically(place(names.front()), place(names[i])))
            writeSafetensors(place(names[i]), file);
}

void CheckpointStore::keepBest()
{
    if (isThere(place("best")) && !linkAtomically(place("best"), place(kKeptBest)))
        writeSafetensors(place(kKeptBest), load("best"));
}

void CheckpointStore::dropKeptBest()
{
    removeFile(place(kKeptBest)); // What stays is dropped by the next resume.
}

void CheckpointStore::restoreBest(int64_t bestEpoch)
{
    if (bestEpoch == 0)
        removeFile(place("best"));
    else if (isThere(place(kKeptBest)) && !isOfEpoch(place("best"), bestEpoch))
        renameFile(place(kKeptBest), place("best"));
    dropKeptBest();
}

std::optional<TensorFile> CheckpointStore::loadLast(std::vector<Message>& notes)
{
    try {
        return lastOrPrevious(notes);
    } catch (const Error& damage) {
        const Failure& failure = damage.failure();
        const std::string other
            = checkpointBeside(m_folder.path().parent_path(), {path("last"), path("previous")});
        if (failure.code != ErrorCode::FileMalformed || other.empty())
            throw;
        throw Error(failure.code, failure.what,
                    {"The run cannot be resumed, but its other checkpoints can be opened, such as "
                     "--checkpoint %1. Train it again in another folder.",
                     {other}},
                    failure.detail);
    }
}

std::optional<TensorFile> CheckpointStore::lastOrPrevious(std::vector<Message>& notes)
{
    if (isThere(place("last"))) {
        try {
            return load("last");
        } catch (const Error& damage) {
            if (damage.failure().code != ErrorCode::FileMalformed || !isThere(place("previous")))
                throw;
            notes.push_back({"The last checkpoint was damaged (%1); the previous one is used.",
                             {damage.failure().what.plain()}});
        }
    }
    if (!isThere(place("previous")))
        return std::nullopt;
    TensorFile file = load("previous");
    // Put aside, or the next checkpoint would push it over the good one.
    if (isThere(place("last")))
        renameFile(place("last"), place("last-damaged"));
    return file;
}

} // namespace core
