#include "core/model/model_kinds.h"

#include "core/model/network_registry.h"
#include "core/nn/initialisation.h"
#include "core/nn/pooling.h"

namespace core {

std::vector<KindDescription> networkKinds()
{
    std::vector<KindDescription> kinds;
    for (const NetworkEntry& network : networkEntries())
        kinds.push_back(network.entry.description);
    return kinds;
}

std::vector<KindDescription> poolingKinds()
{
    return poolingRegistry().descriptions();
}

std::vector<KindDescription> initialisationKinds()
{
    return initialisationRegistry().descriptions();
}

std::vector<Problem> checkModel(const ModelSpec& spec)
{
    std::vector<Problem> problems;
    for (const NetworkEntry& network : networkEntries())
        if (network.entry.description.id == spec.network.kind && network.check)
            network.check(spec.network.options, spec.embedding, problems);
    return problems;
}

} // namespace core
