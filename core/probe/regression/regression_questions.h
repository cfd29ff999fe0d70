#pragma once

#include "core/metric/grouped_scores.h"
#include "core/metric/paired_bootstrap.h"
#include "core/metric/regression.h"
#include "core/probe/data_questions.h"
#include "core/probe/question.h"
#include "core/probe/texts/inspection.h"

#include <string>
#include <vector>

// Questions about a network that predicts a number for each text.

namespace core {

/// A number for each text.
struct AskNumbers {
    static constexpr const char* kName = "numbers";
    using Answer = std::vector<NumberPrediction>; ///< Their true numbers are unknown.
    static QuestionKind<AskNumbers> kind();
    std::vector<std::string> texts;
    friend bool operator==(const AskNumbers&, const AskNumbers&) = default;
};

using ScoredNumbers = ScoredRows<RegressionScores, NumberPrediction>;

/// The absolute error of each text.
Outcomes outcomesOf(const ScoredNumbers& scored);
Guess guessOf(const ScoredNumbers& scored); ///< The median of the rows.

/// Scores on a set of texts with numbers.
struct AskNumberScores : RowsQuestion {
    static constexpr const char* kName = "number_scores";
    using Answer = ScoredNumbers;
    static QuestionKind<AskNumberScores> kind();
    friend bool operator==(const AskNumberScores&, const AskNumberScores&) = default;
};

} // namespace core
