#pragma once

#include "core/data/corpus.h"
#include "core/metric/regression.h"
#include "core/task/inspection.h"
#include "core/task/question.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// What can be asked of a network that has a number for each text, beside an inspection.

namespace core {

/// A number for each text.
struct AskNumbers {
    static constexpr const char* kName = "numbers";
    using Answer = std::vector<double>;
    std::vector<std::string> texts;
    friend bool operator==(const AskNumbers&, const AskNumbers&) = default;
};

/// How a network does on a set of texts.
struct ScoredNumbers {
    RegressionScores scores;
    std::vector<NumberPrediction> predictions; ///< In the order of the texts.
    int64_t epoch = 0; ///< Of the network.
};

/// Scores on a set of texts with numbers.
struct AskNumberScores {
    static constexpr const char* kName = "number_scores";
    static constexpr bool kLong = true;
    using Answer = ScoredNumbers;
    std::string split = "valid"; ///< Of the run's own data: "valid" or "test".
    std::shared_ptr<const CorpusPart> rows = {}; ///< These instead; null: to be read.
    friend bool operator==(const AskNumberScores&, const AskNumberScores&) = default;
};

} // namespace core
