#pragma once

#include "tests/core/train/small_run.h"
#include "tests/core/train/small_translation.h"
#include "tests/support/test_case.h"

#include <fstream>

/// A training of a few updates for each task, two batches an update.
namespace small {

inline const core::Json kLstm = {{"kind", "lstm"}, {"hidden_size", 5}, {"dropout", 0.3}};

/// @param sample  "none": the caller names files.
inline core::ExperimentSpec ofSample(const char* sample, int texts, const core::Json& task,
                                     const core::Json& network)
{
    core::Json chosen = {{"kind", sample}};
    if (std::string(sample) != "none")
        chosen["texts"] = texts;
    return core::specFromJson({{"task", task},
                               {"data", {{"sample", chosen}}},
                               {"text", {{"minimum_frequency", 1}, {"maximum_length", 5}}},
                               {"model", {{"embedding", {{"dimension", 6}}}, {"network", network}}},
                               {"training",
                                {{"epochs", 2},
                                 {"batch_size", 7},
                                 {"accumulation", 2},
                                 {"label_smoothing", 0.0},
                                 {"threads", 1},
                                 {"checkpoint_seconds", 0.0}}}});
}

/// A language model of one stream; its states are carried from batch to batch.
inline core::ExperimentSpec ofStream(const std::filesystem::path& folder)
{
    std::ofstream file(folder / "lines.txt");
    for (int i = 0; i < 90; ++i)
        file << (i % 2 == 0 ? "ann sees the dog" : "bob likes it") << ' ' << i % 5 << '\n';
    file.close();
    core::ExperimentSpec spec
        = ofSample("none", 60, {{"kind", "language_model"}, {"window", 4}}, kLstm);
    spec.data = {};
    spec.data.train = {(folder / "lines.txt").string()};
    spec.data.validFraction = spec.data.testFraction = 0.2;
    return spec;
}

/// @param name  a task's, or "masked", "whole_words", "both_sides" (language models), "crf",
/// "letters" (a tagger that looks into words), "stream", "transformer" (a translator). @param
/// folder  for its data.
inline core::ExperimentSpec ofTask(const std::string& name, const std::filesystem::path& folder)
{
    core::ExperimentSpec spec = small::spec(folder);
    if (name == "regression")
        spec = ofSample("ratings", 60, {{"kind", "regression"}}, kLstm);
    else if (name == "tagging")
        spec = ofSample("entities", 60, {{"kind", "tagging"}}, kLstm);
    else if (name == "crf")
        spec = ofSample("entities", 60, {{"kind", "tagging"}, {"head", {{"kind", "crf"}}}}, kLstm);
    else if (name == "letters")
        spec = ofSample("entities", 60,
                        {{"kind", "tagging"},
                         {"characters", {{"kind", "cnn"}, {"dimension", 8}, {"filters", 8}}}},
                        kLstm);
    else if (name == "masked")
        spec = ofSample("stories", 60, {{"kind", "masked_language_model"}},
                        {{"kind", "transformer"}, {"heads", 2}, {"feed_forward_size", 9}});
    else if (name == "whole_words") { // Of pieces, so that their number is not known before.
        spec = ofSample("stories", 60, {{"kind", "masked_language_model"}, {"whole_words", true}},
                        {{"kind", "transformer"}, {"heads", 2}, {"feed_forward_size", 9}});
        spec.text.tokeniser = {"word_piece", core::Json::object()};
        spec.text.vocabularySize = 80;
        spec.text.maximumLength = 30;
    } else if (name == "both_sides")
        spec = ofSample("stories", 60, {{"kind", "bidirectional_language_model"}},
                        {{"kind", "directions_apart"}, {"hidden_size", 5}});
    else if (name == "stream")
        spec = ofStream(folder);
    else if (name == "class_to_text")
        spec = ofSample("names", 60, {{"kind", "class_to_text"}}, kLstm);
    else if (name == "translation")
        spec = translation(kRecurrent);
    else if (name == "transformer")
        spec = translation(kTransformer);
    spec.training.accumulation = 2;
    return spec;
}

} // namespace small
