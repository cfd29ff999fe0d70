#pragma once

#include "core/base/atomic_file.h"
#include "core/catalogue/spec_json.h"
#include "core/exchange/safetensors.h"
#include "core/model/text_network.h"
#include "core/nn/tensors.h"
#include "core/task/classification/classifier_parts.h"
#include "core/text/text_pipeline.h"
#include "core/train/checkpoint.h"
#include "tests/support/test_case.h"

/// A run folder as a training leaves it, without the training.
namespace support {

inline const Strings kCorpus
    = {"the film was good",     "the film was not good",  "a bad film, not a good one",
       "good actors; bad film", "was it bad? it was not", "a good one"};
inline const Strings kClasses = {"neg", "pos", "so \"so\""};

/// A spec with small sizes. @param network  as in a spec's JSON: {"kind": "lstm", ...}.
inline core::ExperimentSpec smallSpec(const core::Json& network)
{
    return core::specFromJson(
        {{"name", "small"},
         {"text",
          {{"cleaning", {"lower_case", "collapse_white_space"}},
           {"tokeniser", "basic_english"},
           {"minimum_frequency", 1},
           {"maximum_length", 9}}},
         {"model", {{"embedding", {{"dimension", 8}}}, {"network", network}}}});
}

/// The network of `spec`; every weight differs from its neutral value, so that nothing that
/// is left out goes unnoticed.
inline std::shared_ptr<core::TextNetwork> scatteredNetwork(const core::ExperimentSpec& spec,
                                                           const core::TextPipeline& pipeline)
{
    torch::manual_seed(3);
    core::NetworkContext context;
    context.vocabularySize = pipeline.vocabularySize();
    context.outputs = static_cast<int64_t>(kClasses.size());
    context.maximumLength = spec.text.maximumLength;
    context.embedding = spec.model.embedding;
    auto network = core::makeTextNetwork(spec.model, core::findHead("class"), context);
    const torch::NoGradGuard noGrad;
    for (torch::Tensor& parameter : network->parameters())
        parameter.add_(torch::randn_like(parameter), 0.3);
    return network;
}

/// What is inspected of such a network.
inline core::ClassifierParts classifierParts(
    std::shared_ptr<core::TextNetwork> network, std::shared_ptr<const core::TextPipeline> pipeline,
    std::function<core::ModelSummary()> summarise = [] { return core::ModelSummary{}; })
{
    core::ClassifierParts parts;
    parts.network = std::move(network);
    parts.pipeline = std::move(pipeline);
    parts.outputs = static_cast<int64_t>(kClasses.size());
    parts.summarise = std::move(summarise);
    parts.classes = kClasses;
    return parts;
}

/// Writes the run folder with the checkpoints "last" (step 7, epoch 2) and returns its network.
inline std::shared_ptr<core::TextNetwork> writeStoredRun(const std::filesystem::path& run,
                                                         const core::ExperimentSpec& spec)
{
    std::filesystem::create_directories(run);
    const auto pipeline = core::TextPipeline::learn(spec.text, kCorpus, core::Monitor());
    pipeline.save(run);
    core::writeSpec(spec, run / "spec.json");
    core::writeFileAtomically(run / "classes.json", core::Json(kClasses).dump());
    auto network = scatteredNetwork(spec, pipeline);
    core::TensorFile file = core::weightsOf(*network);
    file.tensors.emplace_back("training/something", torch::ones(2));
    file.metadata = {{"step", "7"}, {"epoch", "2"}};
    core::CheckpointStore(run).saveLast(file);
    network->eval();
    return network;
}

} // namespace support
