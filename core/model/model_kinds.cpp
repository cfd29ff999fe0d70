#include "core/model/model_kinds.h"

#include "core/model/head/head.h"
#include "core/model/translator.h"
#include "core/nn/attention_score.h"
#include "core/nn/initialisation.h"

namespace core {

namespace {

template <class Entry>
void check(const std::vector<Entry>& entries, const ModelSpec& spec, std::vector<Problem>& problems)
{
    for (const Entry& network : entries)
        if (network.entry.description.id == spec.network.kind && network.check)
            network.check(spec.network.options, spec.embedding, problems);
}

} // namespace

/// An encoder serves the tasks of all heads that fit it.
std::vector<KindDescription> networkKinds()
{
    std::vector<KindDescription> kinds;
    for (const EncoderEntry& encoder : encoderEntries()) {
        kinds.push_back(encoder.entry.description);
        for (const HeadEntry& head : headEntries())
            if (head.fits(encoder.tokenStates))
                kinds.back().tasks.push_back(head.task);
    }
    for (const TranslatorEntry& translator : translatorEntries()) {
        kinds.push_back(translator.entry.description);
        kinds.back().tasks = {"translation"};
    }
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
    check(encoderEntries(), spec, problems);
    check(translatorEntries(), spec, problems);
    return problems;
}

} // namespace core
