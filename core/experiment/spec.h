#pragma once

#include "core/base/option.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// Where texts come from and how they are divided.
struct DataSpec {
    /// A bundled sample of the family "sample"; kind "none" when files are given.
    Selection sample{"none", Json::object()};
    std::vector<std::string> train; ///< Files, folders or archives; empty with a sample.
    std::vector<std::string> valid; ///< Empty: `validFraction` of train is taken.
    std::vector<std::string> test; ///< Empty: `testFraction` of train is taken.
    /// Translation from parallel files: line N of the k-th of these translates line N of the k-th
    /// of `train` (`valid`, `test`). Empty: those files hold pairs.
    std::vector<std::string> trainTarget, validTarget, testTarget;
    std::string sourceLanguage, targetLanguage; ///< As users name them: "de"; may be empty.
    Selection format{"auto", Json::object()}; ///< Family "format".
    std::string encoding = "auto";
    double validFraction = 0.1;
    double testFraction = 0.0;
    int64_t splitSeed = 1;
    bool skipBadRows = false; ///< False: a bad row ends loading with its line number.

    friend bool operator==(const DataSpec&, const DataSpec&) = default;
};

/// How a text becomes ids.
struct TextSpec {
    std::vector<Selection> cleaning; ///< Family "cleaning", applied in order.
    Selection tokeniser{"basic_english", Json::object()}; ///< Family "tokeniser".
    int64_t vocabularySize = 20000; ///< With the special tokens; of subword models, the model's.
    int64_t minimumFrequency = 2;
    int64_t maximumLength = 256; ///< Tokens kept of a text.
    /// Only for the target side of a translation: tokeniser and vocabulary are those of the source
    /// side, learnt on both languages together; cleaning and maximum length stay its own.
    bool joint = false;

    friend bool operator==(const TextSpec&, const TextSpec&) = default;
};

struct EmbeddingSpec {
    int64_t dimension = 100;
    /// A file in one of the forms of core/exchange/vectors.h, or the folder of a run of word
    /// vectors; empty: learned from scratch.
    std::string vectors;
    bool fileWords = false; ///< Its words are known, too, as far as the vocabulary has room.
    bool frozen = false;
    double dropout = 0.0;

    friend bool operator==(const EmbeddingSpec&, const EmbeddingSpec&) = default;
};

/// Where a network's encoder starts from (N12).
struct StartSpec {
    std::string from; ///< A run folder or an exported Python module; empty: from fresh weights.
    /// Layers that do not learn: "encoder.embedding", or "encoder.rnn:2" in the first 2 epochs.
    std::vector<std::string> freeze;

    friend bool operator==(const StartSpec&, const StartSpec&) = default;
};

struct ModelSpec {
    EmbeddingSpec embedding;
    Selection network{"lstm", Json::object()}; ///< Family "network".
    Selection initialisation{"standard", Json::object()}; ///< Family "initialisation".
    StartSpec start;

    friend bool operator==(const ModelSpec&, const ModelSpec&) = default;
};

struct TrainingSpec {
    int64_t epochs = 5;
    int64_t maximumUpdates = 0; ///< 0: no limit.
    double maximumMinutes = 0.0; ///< Training time; 0: no limit.
    int64_t batchSize = 64; ///< Texts an update (before accumulation).
    int64_t batchTokens = 0; ///< Padded tokens a batch at most; 0: batchSize alone decides.
    Selection optimiser{"adam", Json::object()}; ///< Family "optimiser"; holds the learning rate.
    Selection schedule{"constant", Json::object()}; ///< Family "schedule".
    double clipNorm = 1.0; ///< 0: off.
    double clipValue = 0.0; ///< 0: off.
    double labelSmoothing = 0.0;
    int64_t accumulation = 1; ///< Batches an update.
    std::vector<int64_t> leaveOut; ///< Rows of the training split, from 0, that no batch has.
    int64_t patience = 0; ///< Epochs without improvement before stopping; 0: off.
    /// Family "monitor", "valid_loss" or "valid_" and the name of a score (metric/score.h): decides
    /// "best" and patience.
    std::string monitor = "valid_loss";
    double checkpointSeconds = 30.0; ///< Between two checkpoints by time; 0: only at epoch ends.
    std::string keepEpochs = "all"; ///< Or "none": epoch snapshots for the epoch slider.
    int64_t seed = 1;
    std::string device = "cpu"; ///< Or "cuda:N".
    int64_t threads = 0; ///< 0: one fewer than the cores, at least one.
    int64_t processes = 1; ///< On this machine; each computes a part of every batch.
    bool elastic = false; ///< If one of several processes ends, the others go on.
    std::string precision = "float32"; ///< Or "bfloat16", "float16" (autocast on CUDA).

    friend bool operator==(const TrainingSpec&, const TrainingSpec&) = default;
};

/// Everything that decides a run. Plain, validated, one JSON file (`.unroll`). The window edits
/// one; the headless command reads one. There is no other way to configure anything.
struct ExperimentSpec {
    std::string name = "experiment";
    /// Family "task"; its options are what no other task has: its folder (core/task) has a struct
    /// of them.
    Selection task{"classification", Json::object()};
    DataSpec data;
    TextSpec text; ///< For translation, the settings of the source side.
    ModelSpec model;
    TrainingSpec training;

    friend bool operator==(const ExperimentSpec&, const ExperimentSpec&) = default;
};

} // namespace core
