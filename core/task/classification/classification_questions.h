#pragma once

#include "core/data/corpus.h"
#include "core/metric/classification.h"
#include "core/task/inspection.h"
#include "core/task/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// What can be asked of a classifier.

namespace core {

/// A class for each text.
struct AskPredictions {
    static constexpr const char* kName = "predictions";
    using Answer = std::vector<Prediction>;
    std::vector<std::string> texts;
    friend bool operator==(const AskPredictions&, const AskPredictions&) = default;
};

/// How a classifier does on a set of texts.
struct ScoredTexts {
    ClassificationScores scores;
    std::vector<Prediction> predictions; ///< In the order of the texts.
    int64_t epoch = 0; ///< Of the network.
};

/// Scores on a set of labelled texts.
struct AskScores {
    static constexpr const char* kName = "scores";
    static constexpr bool kLong = true;
    using Answer = ScoredTexts;
    std::string split = "valid"; ///< Of the run's own data: "valid" or "test".
    std::shared_ptr<const CorpusPart> rows = {}; ///< These instead; null: to be read.
    friend bool operator==(const AskScores&, const AskScores&) = default;
};

/// The names of the classes, in the order of the network's output.
struct AskClasses {
    static constexpr const char* kName = "classes";
    using Answer = std::vector<std::string>;
    friend bool operator==(const AskClasses&, const AskClasses&) = default;
};

} // namespace core
