#pragma once

#include "core/base/message.h"
#include "core/base/regular_file.h"
#include "core/exchange/safetensors.h"
#include "core/task/task.h"

#include <torch/nn/module.h>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Weights and buffers of a network under their own names. Shares their memory.
TensorFile weightsOf(const torch::nn::Module& network);

/// Copies the weights and buffers of a checkpoint into a network of the same shape.
/// @param source  for the sentence of an error.
/// @throws Error{FileMalformed} naming what is missing or of another shape.
void loadWeights(torch::nn::Module& network, const TensorFile& file,
                 const std::filesystem::path& source);

/// The update and the epoch of weights.
struct CheckpointLabel {
    int64_t step = 0, epoch = 0;
};

/// Writes `label` into the metadata of a file of weights.
void setLabel(TensorFile& file, const CheckpointLabel& label);
/// The label of a file of weights; 0 where it has none.
CheckpointLabel labelOf(const TensorFile& file);

/// "100 x 64"
std::string shapeText(const torch::Tensor& tensor);

/// A checkpoint of a run that may have been handed in.
struct StoredCheckpoint {
    std::filesystem::path path;
    TensorFile file;
};

/// Reads checkpoint `name` of `run` (empty: standardCheckpoint()) and checks that the other files
/// of the run are those with which it was trained.
/// @param notes  as checkBoundFiles(). @throws Error{FileMissing} when `run` is no run or has no
/// such checkpoint; Error{FileMalformed}.
StoredCheckpoint readStoredCheckpoint(const std::filesystem::path& run, const std::string& name,
                                      std::vector<Message>& notes,
                                      TensorContents contents = TensorContents::Values);

/// The network of `task` with the weights of a checkpoint. A spec that was changed cannot ask for
/// much more memory than they take: that it does not fit them is said first.
/// @param source  for the sentence of an error.
/// @throws as Task::makeNetwork and loadWeights.
torch::nn::Module& networkOf(Task& task, const TensorFile& file, torch::Device device,
                             const std::filesystem::path& source);

/// The checkpoints of one run. A file is replaced in one instant; if writing fails, the former
/// `last` and `previous` stay.
class CheckpointStore {
public:
    /// Holds the folder of checkpoints while it lives, and creates it if necessary.
    /// @pre the run is locked: what an earlier process left half written is removed.
    /// @throws Error{FileUnwritable, FileMalformed}.
    explicit CheckpointStore(const FilePlace& run);

    /// Writes `last`; what was `last` becomes `previous`. @throws Error{FileUnwritable}.
    void saveLast(const TensorFile& file);
    /// Writes `best` or `epoch-N` under each of `names`, once on the disk where it has links.
    void saveWeights(const TensorFile& file, const std::vector<std::string>& names);

    /// Keeps a copy of `best` before weights that `last` does not record yet replace it.
    void keepBest();
    /// Drops that copy: `last` records `best` now.
    void dropKeptBest();
    /// For a run that is resumed from `last`: restores `best` as keepBest() kept it, unless it is
    /// that of the epoch that `last` calls the best.
    /// @param bestEpoch  as `last` has it; 0: there is no best yet.
    void restoreBest(int64_t bestEpoch);

    /// `last`, or `previous` with a note when `last` is damaged; nothing when there is neither.
    /// A damaged `last` is put aside. @throws Error{FileMalformed} when both are damaged,
    /// with another checkpoint that can be opened.
    std::optional<TensorFile> loadLast(std::vector<Message>& notes);
    TensorFile load(const std::string& name) const;

    FilePlace place(const std::string& name) const;
    /// For sentences.
    std::filesystem::path path(const std::string& name) const { return place(name).path(); }

private:
    std::optional<TensorFile> lastOrPrevious(std::vector<Message>& notes);

    FilePlace m_folder;
};

} // namespace core
