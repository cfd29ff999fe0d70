#pragma once

#include "core/metric/classification.h"
#include "core/metric/grouped_scores.h"
#include "core/metric/paired_bootstrap.h"
#include "core/probe/data_questions.h"
#include "core/probe/question.h"
#include "core/probe/texts/inspection.h"

#include <string>
#include <vector>

// Questions about a classifier.

namespace core {

struct PredictedClasses {
    std::vector<std::string> classes; ///< The classes of the network.
    std::vector<Prediction> texts; ///< Predictions for the question's texts, in order.
};

/// A class for each text.
struct AskPredictions {
    static constexpr const char* kName = "predictions";
    using Answer = PredictedClasses;
    static QuestionKind<AskPredictions> kind();
    std::vector<std::string> texts;
    friend bool operator==(const AskPredictions&, const AskPredictions&) = default;
};

using ScoredTexts = ScoredRows<ClassificationScores, Prediction>;

/// Whether each text was predicted right.
Outcomes outcomesOf(const ScoredTexts& scored);
Guess guessOf(const ScoredTexts& scored); ///< The most frequent class of the rows.

/// Scores on a set of labelled texts.
struct AskScores : RowsQuestion {
    static constexpr const char* kName = "scores";
    using Answer = ScoredTexts;
    static QuestionKind<AskScores> kind();
    friend bool operator==(const AskScores&, const AskScores&) = default;
};

/// The names of the classes, in the order of the network's output.
struct AskClasses {
    static constexpr const char* kName = "classes";
    using Answer = std::vector<std::string>;
    static QuestionKind<AskClasses> kind();
    friend bool operator==(const AskClasses&, const AskClasses&) = default;
};

} // namespace core
