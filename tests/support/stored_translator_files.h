#pragma once

#include "core/catalogue/spec_json.h"
#include "core/exchange/safetensors.h"
#include "core/model/parameter_names.h"
#include "core/model/translator.h"
#include "core/nn/tensors.h"
#include "core/task/translation/translation_options.h"
#include "core/text/pair_pipelines.h"
#include "core/train/checkpoint.h"
#include "tests/support/test_case.h"

/// A run folder as the training of a translator leaves it, without the training.
namespace support {

inline const Strings kSources
    = {"der hund sieht eine katze", "die katze sieht den hund nicht", "ein mann liest ein buch",
       "liest die frau auch ein buch?", "der mann und die frau lesen"};
inline const Strings kTargets
    = {"The dog sees a cat.", "The cat doesn't see the dog.", "A man reads a book.",
       "Does the woman read a book, too?", "The man and the woman read."};

/// A spec with small sizes and each side's own preparation.
/// @param network  as in a spec's JSON: {"kind": "seq2seq", ...}.
/// @param joint    one vocabulary for both sides.
inline core::ExperimentSpec smallTranslationSpec(const core::Json& network, bool joint = false)
{
    return core::specFromJson(
        {{"name", "small translator"},
         {"task",
          {{"kind", "translation"},
           {"target_text",
            {{"cleaning", {"collapse_white_space"}},
             {"tokeniser", "punctuation"},
             {"minimum_frequency", 1},
             {"maximum_length", 9},
             {"joint", joint}}},
           {"decoding", {{"length_factor", 1.3}, {"length_margin", 2}}}}},
         {"data", {{"source_language", "de"}, {"target_language", "en"}}},
         {"text",
          {{"cleaning", {"lower_case", "collapse_white_space"}},
           {"tokeniser", "basic_english"},
           {"minimum_frequency", 1},
           {"maximum_length", 7}}},
         {"model", {{"embedding", {{"dimension", 8}}}, {"network", network}}}});
}

/// The network of `spec`; every weight differs from its neutral value, so that nothing that
/// is left out goes unnoticed.
inline std::shared_ptr<core::Translator> scatteredTranslator(const core::ExperimentSpec& spec,
                                                             const core::PairPipelines& pipelines)
{
    torch::manual_seed(3);
    core::TranslatorContext context;
    context.sourceVocabulary = pipelines.source->vocabularySize();
    context.targetVocabulary = pipelines.target->vocabularySize();
    const core::TextSpec target = core::translationOptions(spec).targetText;
    context.joint = target.joint;
    context.longestSource = spec.text.maximumLength;
    context.longestTarget = target.maximumLength + 2;
    context.embedding = spec.model.embedding;
    auto network = core::makeTranslator(spec.model, context);
    const torch::NoGradGuard noGrad;
    for (torch::Tensor& parameter : core::parametersInOrder(*network))
        parameter.add_(torch::randn_like(parameter), 0.3);
    return network;
}

/// Writes the run folder with the checkpoint "last" (step 7, epoch 2) and returns its network.
inline std::shared_ptr<core::Translator> writeStoredTranslator(const std::filesystem::path& run,
                                                               const core::ExperimentSpec& spec)
{
    std::filesystem::create_directories(run);
    const auto pipelines = core::PairPipelines::learn(
        spec.text, core::translationOptions(spec).targetText, kSources, kTargets, core::Monitor());
    pipelines.save(run);
    core::writeSpec(spec, run / "spec.json");
    auto network = scatteredTranslator(spec, pipelines);
    core::TensorFile file = core::weightsOf(*network);
    file.metadata = {{"step", "7"}, {"epoch", "2"}};
    core::CheckpointStore(run).saveLast(file);
    network->eval();
    return network;
}

} // namespace support
