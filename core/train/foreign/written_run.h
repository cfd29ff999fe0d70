#pragma once

#include "core/base/message.h"
#include "core/exchange/safetensors.h"
#include "core/experiment/spec.h"
#include "core/text/pieces/piece_model.h"
#include "core/train/foreign/tensor_table.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace core {

/// @throws Error{BadData} naming the tensors of the run that `table` has no numbers for.
void refuseIncomplete(const TensorTable& table, const std::filesystem::path& source);

/// A run that no training made.
struct ImportedRun {
    ExperimentSpec spec;
    PieceModel pieces;
    std::map<std::string, std::string> files; ///< Files of the task, by name.
    int64_t parameters = 0;
    std::vector<Message> notes;
};

/// Notes on where a run comes from and on what of it is not used.
std::vector<Message> importNotes(const std::filesystem::path& source, const TensorTable& table);

/// Completes a run folder that has the files of its texts and its task: its spec, `weights` as the
/// best checkpoint, before the first update, and what lists show.
/// @throws Error{FileUnwritable}.
void completeImportedRun(const std::filesystem::path& run, const ImportedRun& imported,
                         TensorFile weights);

/// The same from the beginning, with the files of its texts and its task.
/// @param run  does not exist, or is empty. @throws Error{FileUnwritable, BadSetting}.
void writeImportedRun(const std::filesystem::path& run, const ImportedRun& imported,
                      TensorFile weights);

} // namespace core
