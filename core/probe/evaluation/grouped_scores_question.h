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
/// upper limits are powers of two. Intervals are a bootstrap over the rows.
struct GroupedScores {
    std::string split;
    Grouping by = Grouping::Length;
    std::string score; ///< Its name (metric/score.h).
    std::vector<GroupedScore> groups; ///< From the shortest on.
    BootstrapSettings bootstrap;
    int64_t epoch = 0; ///< The training epoch of the network.
};

struct AskGroupedScores : RowsQuestion {
    static constexpr const char* kName = "grouped_scores";
    using Answer = GroupedScores;
    static QuestionKind<AskGroupedScores> kind();
    Grouping by = Grouping::Length;
    int64_t groups = 8; ///< The largest number of lengths.
    friend bool operator==(const AskGroupedScores&, const AskGroupedScores&) = default;
};

} // namespace core
