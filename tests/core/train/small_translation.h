#pragma once

#include "core/data/sample.h"
#include "tests/core/train/small_run.h"
#include "tests/support/test_case.h"

/// A translation so small that a test can train it many times: lists of 1 to 4 numbers reversed,
/// with dropout, so that random numbers matter.
namespace small {

inline const core::Json kRecurrent
    = {{"kind", "seq2seq"}, {"cell", "gru"},          {"hidden_size", 7},      {"decoder_size", 10},
       {"dropout", 0.2},    {"readout_dropout", 0.3}, {"attention", "general"}};
inline const core::Json kTransformer
    = {{"kind", "transformer_seq2seq"}, {"encoder_layers", 1}, {"decoder_layers", 1}, {"heads", 2},
       {"feed_forward_size", 9},        {"dropout", 0.2}};

/// 80 pairs in 10 batches, three epochs.
inline core::ExperimentSpec translation(const core::Json& network)
{
    return core::specFromJson(
        {{"name", "small"},
         {"task",
          {{"kind", "translation"},
           {"target_text",
            {{"tokeniser", "white_space"}, {"minimum_frequency", 1}, {"maximum_length", 6}}},
           {"decoding", {{"search", {{"kind", "beam"}, {"width", 2}}}}}}},
         {"data",
          {{"sample", {{"kind", "reverse"}, {"pairs", 80}, {"longest", 4}, {"largest", 5}}}}},
         {"text", {{"tokeniser", "white_space"}, {"minimum_frequency", 1}, {"maximum_length", 6}}},
         {"model", {{"embedding", {{"dimension", 6}, {"dropout", 0.1}}}, {"network", network}}},
         {"training",
          {{"epochs", 3},
           {"batch_size", 8},
           {"optimiser", {{"kind", "adam"}, {"learning_rate", 0.01}}},
           {"schedule", "cosine"},
           {"threads", 1},
           {"checkpoint_seconds", 0.0}}}});
}

/// @param network, forcing  as JSON.
inline core::ExperimentSpec forced(const QString& network, const QString& forcing)
{
    const core::ExperimentSpec spec = translation(core::Json::parse(network.toStdString()));
    return core::withValue(spec, "task.teacher_forcing", forcing.toStdString());
}

inline void writeLines(const std::filesystem::path& path, const Strings& lines)
{
    std::ofstream file(path);
    for (const std::string& line : lines)
        file << line << '\n';
}

/// The same pairs as parallel files in `folder`: train.src, train.trg, valid.src ...
inline core::ExperimentSpec parallelTranslation(const std::filesystem::path& folder)
{
    core::ExperimentSpec spec = translation(kRecurrent);
    const core::GeneratedPairs pairs = core::generatePairs(spec.data.sample);
    const auto write
        = [&](const char* name, const core::SentencePairs& part, Strings& source, Strings& target) {
              source = {(folder / (std::string(name) + ".src")).string()};
              target = {(folder / (std::string(name) + ".trg")).string()};
              writeLines(source.front(), part.source);
              writeLines(target.front(), part.target);
          };
    spec.data.sample = {"none", core::Json::object()};
    write("train", pairs.train, spec.data.train, spec.data.trainTarget);
    write("valid", pairs.valid, spec.data.valid, spec.data.validTarget);
    write("test", pairs.test, spec.data.test, spec.data.testTarget);
    return spec;
}

} // namespace small
