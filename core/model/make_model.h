#pragma once

#include "core/base/error.h"
#include "core/model/model_entry.h"
#include "core/nn/embedding.h"
#include "core/nn/initialisation.h"

#include <algorithm>
#include <memory>
#include <vector>

namespace core {

/// `spec` with `embedding`, and the network and the initialisation with their defaults filled in.
/// @throws Error{BadSetting} whose sentence lists everything that does not fit.
ModelSpec completedModel(const ModelSpec& spec, const EmbeddingSpec& embedding);

/// The one of `entries` that `spec` names, made for `context` and initialised as `spec` says, from
/// torch's default generator.
/// @throws Error{BadSetting} whose sentence lists everything that does not fit.
template <class Network, class Context>
std::shared_ptr<Network> makeModel(const std::vector<ModelEntry<Network, Context>>& entries,
                                   const ModelSpec& spec, const Context& context)
{
    const ModelSpec model = completedModel(spec, context.embedding);
    const auto found = std::find_if(entries.begin(), entries.end(), [&](const auto& network) {
        return network.entry.description.id == model.network.kind;
    });
    if (found == entries.end())
        throw Error(ErrorCode::BadSetting,
                    {"The network \"%1\" is not made for this task.", {model.network.kind}},
                    {"Choose a network of the same task in model.network.", {}});
    std::shared_ptr<Network> network = found->entry.make(model.network.options, context);
    if (context.weights == Weights::Fresh)
        initialisationRegistry().make(model.initialisation)(*network);
    return network;
}

} // namespace core
