#include "core/model/make_model.h"

#include "core/model/model_kinds.h"
#include "core/nn/layers/initialisation.h"

namespace core {

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
