#pragma once

#include "core/metric/paired_bootstrap.h"
#include "core/probe/data_questions.h"
#include "core/probe/question.h"

#include <functional>
#include <string>

namespace core {

class Readout;

/// The scores of a network on the rows of a split, and how far the first of them can be relied on.
struct Evaluation {
    std::string split;
    /// Describes the scores and, as "rows", the prediction for each row: as the task's question
    /// about scores does.
    std::function<void(Readout&)> describe;
    Outcomes outcomes; ///< Rows of the score by which networks are compared.
    BootstrapSettings bootstrap;
    ScoreInterval interval; ///< That score and its interval.
    /// Hash of texts and references. Networks with the same were evaluated on the same rows.
    std::string rowsHash;
    int64_t epoch = 0; ///< The training epoch of the network.
};

struct AskEvaluation : RowsQuestion {
    static constexpr const char* kName = "evaluation";
    using Answer = Evaluation;
    static QuestionKind<AskEvaluation> kind();
    friend bool operator==(const AskEvaluation&, const AskEvaluation&) = default;
};

} // namespace core
