#pragma once

#include "core/exchange/fasttext_model.h"
#include "core/nn/graph/graph_builder.h"

#include <torch/nn/module.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core {

/// Where an exported network comes from.
struct ExportOrigin {
    std::string title; ///< Title of the network's kind.
    int64_t step = 0, epoch = 0;
};

/// The files and facts that a task adds to the weights, so that a network can be used elsewhere.
struct ExportedTask {
    /// For the metadata of weight files: {"classes", "[...]"}.
    std::map<std::string, std::string> metadata;
    std::string module, readme; ///< model.py and README.md.
    /// By row of the parameter encoder.embedding.weight, the padding first: for word vectors.
    std::vector<std::string> tokens{};
    std::function<WordVectors()> wordVectors{}; ///< Unset: those of `tokens`.
    /// Unset, or nothing: word vectors without n-grams.
    std::function<std::optional<FastTextModel>()> fastText{};
    /// Writes vocabularies and the like beside them.
    std::function<void(const std::filesystem::path& folder)> saveFiles;
    /// The computations of the network as graphs, and further methods in TorchScript.
    std::vector<GraphFunction> graphs{};
    std::string graphSource{};
    /// For users of the graphs: sentences on ids and scores that only this task has.
    std::vector<std::string> graphNotes{};
};

/// A network that leaves: all that an export format may write.
struct ExportedNetwork {
    const torch::nn::Module& network; ///< Outlives this.
    std::string spec; ///< The experiment, as its JSON file has it.
    ExportOrigin origin;
    ExportedTask task;
    /// Metadata with which weights identify the task's files beside them in a folder.
    std::function<std::map<std::string, std::string>(const std::filesystem::path& folder)> bound;
};

/// The weights in the folder of an exported Python module.
inline constexpr const char* kModuleWeights = "weights.safetensors";

} // namespace core
