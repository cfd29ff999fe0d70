#pragma once

#include "core/metric/translation.h"
#include "core/probe/texts/inspection.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// One token of a target sentence under teacher forcing or free running.
struct TargetToken {
    std::string text{};
    int64_t id = 0;
    double logProbability = 0.0; ///< Nats; its negative is the token's loss.
    std::string likeliest{}; ///< The likeliest token at this place.
    double likeliestLogProbability = 0.0;
};

/// The computation of a translator for one pair, as plain arrays.
struct TranslationInspection {
    std::string source, cleanedSource;
    std::vector<std::string> sourceTokens; ///< Cut at the maximum length.
    std::vector<int64_t> sourceIds;
    /// Row `sourceIds[i]` of the source's embedding table; empty if unknown.
    std::vector<std::vector<float>> sourceEmbeddings;
    int64_t sourceVocabularySize = 0; ///< Rows of that table.
    std::string target;
    bool forced = false; ///< The target was given; else it is the greedy translation.
    bool ended = true; ///< False: the greedy translation was cut off at the maximum length.
    std::vector<TargetToken> targetTokens; ///< The end mark is the last.
    double meanLoss = 0.0; ///< Over target tokens, nats.
    /// "encoder" maps are source x source, "decoder" target x target, "cross" target x source;
    /// a target row i is the position that predicts targetTokens[i].
    std::vector<AttentionMap> attention;
    std::vector<AlignmentLink> gold; ///< Between targetTokens and sourceTokens; samples only.
    double alignmentErrorRate = 0.0; ///< NaN without gold or cross attention.
    int64_t cutTokens = 0; ///< Source tokens beyond the maximum length.
    int64_t unknownTokens = 0; ///< Unknown tokens of the source.
    int64_t step = 0, epoch = 0;
    double milliseconds = 0.0;
};

/// One pair twice.
struct TeacherComparison {
    TranslationInspection forced, freeRunning;
    int64_t firstDivergence = -1; ///< First target position at which they differ; -1: nowhere.
};

} // namespace core
