#include "core/train/checkpoint.h"

#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/model/parameter_names.h"
#include "core/nn/memory/recycled_memory.h"
#include "core/train/bound_files.h"
#include "core/train/run_folder.h"

#include <unistd.h>

#include <charconv>
#include <functional>
#include <string_view>
#include <system_error>

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

void replaceFile(const std::filesystem::path& from, const std::filesystem::path& to)
{
    std::error_code error;
    std::filesystem::rename(from, to, error);
    if (error)
        throw Error(ErrorCode::FileUnwritable, {"%1 could not be written.", {to.string()}},
                    {"Check that you may write to the run folder.", {}}, error.message());
}

/// Whether a process that was killed while it wrote checkpoints has left a file of this name:
/// ".next.safetensors", ".link-to-best.safetensors", ".best.safetensors.a1B2c3".
bool isLeftover(std::string name)
{
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

/// Removes the files of `folder` that are leftovers by their name. Nobody else's: a run that was
/// handed in may hold anything.
void removeLeftovers(const std::filesystem::path& folder,
                     const std::function<bool(const std::string&)>& isOurs)
{
    std::vector<std::filesystem::path> leftovers;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        std::error_code ignored;
        if (name.starts_with('.') && isOurs(name)
            && std::filesystem::is_regular_file(entry.symlink_status(ignored)))
            leftovers.push_back(entry.path());
    }
    for (const auto& leftover : leftovers)
        std::filesystem::remove(leftover, error);
}

/// Gives the file a second name without a second copy. False where the file system cannot.
bool linkAtomically(const std::filesystem::path& file, const std::filesystem::path& name)
{
    const std::filesystem::path temporary
        = name.parent_path() / (std::string(kLinkPrefix) + name.filename().string());
    ::unlink(temporary.c_str());
    if (::link(file.c_str(), temporary.c_str()) != 0)
        return false;
    replaceFile(temporary, name);
    // rename does nothing when both are the same file already.
    ::unlink(temporary.c_str());
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
    if (!isRunFolder(run))
        throw Error(ErrorCode::FileMissing,
                    {"%1 is not a run folder: it has no spec.json.", {run.string()}},
                    {"Choose a folder that a training has written.", {}});
    refuseLinkedFolders(run);
    StoredCheckpoint stored;
    stored.path
        = existingCheckpoint(run, name.empty() ? standardCheckpoint(readRunSummary(run)) : name);
    stored.file = readSafetensors(stored.path, MissingHash::Refuse, Links::Refuse, contents);
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

CheckpointStore::CheckpointStore(std::filesystem::path run) : m_run(std::move(run))
{
    const auto folder = m_run / "checkpoints";
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error)
        throw Error(ErrorCode::FileUnwritable, {"%1 could not be made.", {folder.string()}},
                    {"Choose a folder in which you may write, on a disk with free space.", {}},
                    error.message());
    refuseLinkedFolders(m_run);
    removeLeftovers(folder, isLeftover);
    removeLeftovers(m_run,
                    [](const std::string& name) { return isTemporaryOf(name, "summary.json"); });
}

std::filesystem::path CheckpointStore::path(const std::string& name) const
{
    return checkpointPath(m_run, name);
}

void CheckpointStore::saveLast(const TensorFile& file)
{
    // Written whole before anything is renamed: a full disk leaves both old ones.
    const auto fresh = m_run / "checkpoints" / kNextFile;
    writeSafetensors(fresh, file);
    if (std::error_code error; std::filesystem::exists(path("last"), error))
        replaceFile(path("last"), path("previous"));
    replaceFile(fresh, path("last"));
}

void CheckpointStore::saveWeights(const TensorFile& file, const std::vector<std::string>& names)
{
    for (size_t i = 0; i < names.size(); ++i)
        if (i == 0 || !linkAtomically(path(names.front()), path(names[i])))
            writeSafetensors(path(names[i]), file);
}

void CheckpointStore::keepBest()
{
    std::error_code error;
    if (std::filesystem::exists(path("best"), error)
        && !linkAtomically(path("best"), path(kKeptBest)))
        writeSafetensors(path(kKeptBest),
                         readSafetensors(path("best"), MissingHash::Refuse, Links::Refuse));
}

void CheckpointStore::restoreBest(int64_t bestEpoch)
{
    std::error_code error;
    if (std::filesystem::exists(path(kKeptBest), error))
        replaceFile(path(kKeptBest), path("best"));
    else if (bestEpoch == 0)
        std::filesystem::remove(path("best"), error);
}

std::optional<TensorFile> CheckpointStore::loadLast(std::vector<Message>& notes)
{
    std::error_code error;
    if (std::filesystem::exists(path("last"), error)) {
        try {
            return readSafetensors(path("last"), MissingHash::Refuse, Links::Refuse);
        } catch (const Error& damage) {
            if (!std::filesystem::exists(path("previous"), error))
                throw;
            notes.push_back({"The last checkpoint was damaged (%1); the one before it was taken.",
                             {damage.failure().what.plain()}});
        }
    }
    if (!std::filesystem::exists(path("previous"), error))
        return std::nullopt;
    TensorFile file = readSafetensors(path("previous"), MissingHash::Refuse, Links::Refuse);
    // Put aside, or the next checkpoint would push it over the good one.
    if (std::filesystem::exists(path("last"), error))
        replaceFile(path("last"), path("last-damaged"));
    return file;
}

} // namespace core
