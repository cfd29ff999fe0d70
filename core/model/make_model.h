#pragma once

#include "core/base/error.h"
#include "core/experiment/spec.h"

#include <torch/nn/module.h>

#include <algorithm>
#include <vector>

namespace core {

/// `spec` with `embedding`, and the network and the initialisation with their defaults filled in.
/// @throws Error{BadSetting} with a sentence that lists all problems.
ModelSpec completedModel(const ModelSpec& spec, const EmbeddingSpec& embedding);

/// The one of `entries` that `model` names. @throws Error{BadSetting}: it is of another task.
template <class Entry>
const Entry& chosenEntry(const std::vector<Entry>& entries, const ModelSpec& model)
{
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& network) {
        return network.entry.description.id == model.network.kind;
    });
    if (found == entries.end())
        throw Error(ErrorCode::BadSetting,
                    {"The network \"%1\" is not made for this task.", {model.network.kind}},
                    {"Choose a network of the same task in model.network.", {}});
    return *found;
}

/// Initialises a whole network by the choice of `model`, from torch's default generator.
void initialise(torch::nn::Module& network, const ModelSpec& model);

} // namespace core
