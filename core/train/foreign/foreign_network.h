#pragma once

#include "core/base/json.h"
#include "core/experiment/spec.h"
#include "core/text/pieces/renumbered_pieces.h"
#include "core/train/foreign/tensor_source.h"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace core {

/// The files of a published network, read.
struct PublishedFiles {
    Json config; ///< config.json
    RenumberedPieces pieces;
    std::set<std::string> tensors; ///< Names, as ForeignFamily::plainName gives them.
};

/// A published network as a run has it.
struct ForeignNetwork {
    ExperimentSpec spec;
    TensorSources sources;
    std::map<std::string, std::string> files{}; ///< Further ones of the task in a run, by name.
};

/// One kind of published network.
struct ForeignFamily {
    std::string modelType; ///< "model_type" in config.json.
    std::string architecture; ///< The beginning of "architectures" in a config.json without it.
    std::string title;
    PieceKind pieces;
    /// The name of a tensor without what differs between programs, such as a prefix.
    std::function<std::string(const std::string&)> plainName;
    /// @throws Error{FileMalformed, BadSetting} for a config.json that asks for what we do not
    /// have.
    std::function<ForeignNetwork(const PublishedFiles&)> network;
};

/// All of them.
const std::vector<ForeignFamily>& foreignFamilies();

// One function a file.
ForeignFamily gpt2Family();
ForeignFamily bertFamily();

// Steps that the families share.

/// The whole number `key` of a config.json, from 1 to 1,000,000. @throws Error{FileMalformed}.
int64_t configSize(const Json& config, const char* key);
double configNumber(const Json& config, const char* key, double otherwise);
/// Our name for an activation of a config.json. @throws Error{BadSetting} when we have none.
std::string configActivation(const Json& config, const char* key, const char* otherwise);
/// @throws Error{BadSetting} when `key` has another value than `wanted`.
void refuseOther(const Json& config, const char* key, const Json& wanted);

/// Adds the source of `ours` + ".weight" and of `ours` + ".bias".
void addBoth(std::vector<TensorSource>& sources, const std::string& ours,
             const std::vector<std::string>& theirs,
             TensorSource::Change weight = TensorSource::Change::None);

/// The settings of texts that belong to a published tokeniser.
TextSpec textSpecOf(const PieceModel& pieces, int64_t longest);

} // namespace core
