#include "core/model/make_model.h"

#include "core/model/head/head.h"
#include "core/model/model_kinds.h"
#include "core/model/parts/network_options.h"
#include "core/model/translator.h"
#include "core/model/word_vectors.h"
#include "core/nn/layers/attention_score.h"
#include "core/nn/layers/initialisation.h"

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

std::vector<KindDescription> networkKinds(const std::vector<TaskNetworks>& tasks)
{
    std::vector<KindDescription> kinds;
    const auto add = [&](const KindDescription& kind, auto&& serves) {
        kinds.push_back(kind);
        // Those that have one vector for a text, may read backwards, or may sum layers.
        std::vector<std::string> pools, backwards, sums;
        for (const TaskNetworks& each : tasks) {
            if (!serves(each))
                continue;
            kinds.back().tasks.push_back(each.task);
            const bool encodes = each.family == NetworkFamily::Encoder;
            if (encodes && !findHead(each.head).needsTokens)
                pools.push_back(each.task);
            if (!encodes || !findHead(each.head).needsCausal)
                backwards.push_back(each.task);
            if (!encodes || !findHead(each.head).needsDirectionsApart)
                sums.push_back(each.task);
        }
        for (OptionDescription& option : kinds.back().options) {
            if (option.family == "pooling")
                option.tasks = pools;
            if (option.name == kBidirectional)
                option.tasks = backwards;
            if (option.name == kLayersUsed)
                option.tasks = sums;
        }
    };
    for (const EncoderEntry& encoder : encoderEntries())
        add(encoder.entry.description, [&](const TaskNetworks& task) {
            return task.family == NetworkFamily::Encoder && findHead(task.head).fits(encoder);
        });
    for (const TranslatorEntry& translator : translatorEntries())
        add(translator.entry.description,
            [](const TaskNetworks& task) { return task.family == NetworkFamily::Translator; });
    for (const WordVectorEntry& vectors : wordVectorEntries())
        add(vectors.entry.description,
            [](const TaskNetworks& task) { return task.family == NetworkFamily::WordVectors; });
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
    check(wordVectorEntries(), spec, problems);
    return problems;
}

ModelSpec completedModel(const ModelSpec& spec, const EmbeddingSpec& embedding)
{
    const Catalogue catalogue = {{"network", networkKinds()},
                                 {"pooling", poolingKinds()},
                                 {"attention", attentionKinds()},
                                 {"initialisation", initialisationKinds()}};
    std::vector<OptionDescription> options(2);
    for (OptionDescription& option : options)
        option.type = OptionType::Selection;
    options[0].name = options[0].family = "network";
    options[1].name = options[1].family = "initialisation";
    std::vector<Problem> problems;
    const Json whole = completed(
        {{"network", toJson(spec.network)}, {"initialisation", toJson(spec.initialisation)}},
        options, catalogue, "model", problems);
    ModelSpec result = spec;
    result.embedding = embedding;
    if (problems.empty()) {
        result.network = selectionFromJson(whole.at("network"));
        result.initialisation = selectionFromJson(whole.at("initialisation"));
        problems = checkModel(result);
    }
    if (!problems.empty())
        throw Error(ErrorCode::BadSetting,
                    {"The model's settings are not right: %1", {inSentences(problems)}});
    return result;
}

void initialise(torch::nn::Module& network, const ModelSpec& model)
{
    initialisationRegistry().make(model.initialisation)(network);
}

} // namespace core
