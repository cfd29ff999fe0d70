#pragma once

#include "core/train/foreign/import.h"

#include <filesystem>
#include <functional>
#include <optional>

namespace core {

/// Weights that a program in PyTorch has stored, and the experiment whose network they are for.
struct StateDictImport {
    std::filesystem::path weights; ///< .pt, .bin or .safetensors.
    ExperimentSpec spec;
    /// A token on each line, in the order of the rows of the embedding; empty: rows are those of
    /// the vocabulary that is learned from the data of the spec.
    std::filesystem::path vocabulary;
    std::filesystem::path mapping; ///< A mapping that was corrected; empty: by name and shape.
    std::filesystem::path writtenMapping; ///< Where to write the mapping; empty: nowhere.
};

/// As importNetwork(). Names and shapes are matched as matchedTensors() does. Class names and
/// vocabulary are learned from the data of the spec, as at the start of a training.
/// @param runFor  returns an empty path where no run is to be written.
ImportPlan importStateDict(const StateDictImport& import,
                           const std::function<std::filesystem::path(const ImportPlan&)>& runFor,
                           const Monitor& monitor);

} // namespace core
