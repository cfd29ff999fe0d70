#include "core/model/model_kinds.h"

#include "core/model/network_registry.h"
#include "core/model/translator_registry.h"
#include "core/nn/attention_score.h"
#include "core/nn/initialisation.h"
#include "core/nn/pooling.h"

namespace core {

namespace {

/// All entries have the task of the registry that they stand in.
template <class Entry>
void appendKinds(const std::vector<Entry>& entries, const char* task,
                 std::vector<KindDescription>& kinds)
{
    for (const Entry& network : entries) {
        kinds.push_back(network.entry.description);
        kinds.back().tasks = {task};
    }
}

template <class Entry>
void check(const std::vector<Entry>& entries, const ModelSpec& spec, std::vector<Problem>& problems)
{
    for (const Entry& network : entries)
        if (network.entry.description.id == spec.network.kind && network.check)
            network.check(spec.network.options, spec.embedding, problems);
}

} // namespace

std::vector<KindDescription> networkKinds()
{
    std::vector<KindDescription> kinds;
    appendKinds(networkEntries(), "classification", kinds);
    appendKinds(translatorEntries(), "translation", kinds);
    return kinds;
}

std::vector<KindDescription> poolingKinds()
{
    return poolingRegistry().descriptions();
}

std::vector<KindDescription> attentionKinds()
{
    std::vector<KindDescription> kinds;
    for (const AttentionEntry& attention : attentionEntries())
        kinds.push_back(attention.entry.description);
    return kinds;
}

std::vector<KindDescription> initialisationKinds()
{
    return initialisationRegistry().descriptions();
}

std::vector<Problem> checkModel(const ModelSpec& spec)
{
    std::vector<Problem> problems;
    check(networkEntries(), spec, problems);
    check(translatorEntries(), spec, problems);
    return problems;
}

} // namespace core
