#pragma once

#include "core/metric/score.h"
#include "core/probe/data_questions.h"
#include "core/probe/fill_in/fill_in_question.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// The predictions of a bidirectional language model for the tokens of a text.
struct BothSides {
    std::string text;
    std::vector<std::string> tokens; ///< Those that the network reads.
    std::vector<FilledPlace> left; ///< [token] from the tokens before it.
    std::vector<FilledPlace> right; ///< [token] from the tokens behind it.
    std::vector<std::string> likeliest{}; ///< [token] by the normalised product of both.
    int64_t cutTokens = 0; ///< Tokens beyond the maximum length, which are not read.
    int64_t step = 0, epoch = 0;
};

/// Each token of a text, predicted from either side.
struct AskBothSides {
    static constexpr const char* kName = "both_sides";
    using Answer = BothSides;
    static QuestionKind<AskBothSides> kind();

    std::string text;
    int64_t count = 5; ///< Predictions for each token and side.
    friend bool operator==(const AskBothSides&, const AskBothSides&) = default;
};

/// The scores of a bidirectional language model on rows of data.
struct BothSidesScores {
    int64_t texts = 0, tokens = 0;
    double loss = 0.0; ///< Nats a prediction.
    std::vector<Score> scores; ///< As the task has them.
};

struct AskBothSidesScores : RowsQuestion {
    static constexpr const char* kName = "both_sides_scores";
    using Answer = BothSidesScores;
    static QuestionKind<AskBothSidesScores> kind();
    friend bool operator==(const AskBothSidesScores&, const AskBothSidesScores&) = default;
};

} // namespace core
