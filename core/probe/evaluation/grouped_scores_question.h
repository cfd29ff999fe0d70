#pragma once

#include "core/metric/grouped_scores.h"
#include "core/probe/data_questions.h"
#include "core/probe/question.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

enum class Grouping {
    Length, ///< Words of a text; for a pair, of its source.
    Distance ///< Tokens since the same token occurred in the text; language models only.
};

/// The first score of a network on rows of a split, in groups: what is left of long texts, and of
/// what was read long ago.
///
/// By distance: the accuracy of the tokens of each text that occurred in it before, in groups whose
/// upper limits are powers of two. Intervals of shares, such as an accuracy, are those of Wilson;
/// others are a bootstrap over the rows.
struct GroupedScores {
    std::string split;
    Grouping by = Grouping::Length;
    std::string score; ///< Its name (metric/score.h).
    std::vector<GroupedScore> groups; ///< From the shortest on.
    /// One prediction for all rows: "Most frequent class"; empty: there is no such score.
    std::string guess;
    bool wilson = false; ///< The intervals are those of Wilson.
    BootstrapSettings bootstrap;
    int64_t epoch = 0; ///< The training epoch of the network.
};

struct AskGroupedScores : RowsQuestion {
    static constexpr const char* kName = "grouped_scores";
    using Answer = GroupedScores;
    static QuestionKind<AskGroupedScores> kind();
    Grouping by = Grouping::Length;
    /// The largest number of groups; 0: kLengths lengths, or all powers of two of distances.
    int64_t groups = 0;
    static constexpr int64_t kLengths = 8;
    int64_t lengths() const { return groups == 0 ? kLengths : groups; }
    friend bool operator==(const AskGroupedScores&, const AskGroupedScores&) = default;
};

} // namespace core
