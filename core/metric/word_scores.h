#pragma once

#include "core/metric/score.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// The answers to a file of questions.
struct WordQuestionScores {
    std::string name;
    int64_t asked = 0, covered = 0; ///< Covered: all words have vectors.
    /// Spearman's ρ between the similarities and the cosines of the covered pairs; NaN: no order.
    double spearman = 0.0;
    /// Share of the nearest neighbours that other vectors give the covered words too; NaN: none.
    double sharedNeighbours = 0.0;
    struct Section {
        std::string name;
        int64_t asked = 0, covered = 0, right = 0;
    };
    std::vector<Section> sections; ///< Sections of analogies.

    int64_t right() const;
};

/// "similarity", the mean ρ over the files with pairs; "analogies", the share of the covered ones
/// that are right; "shared_neighbours", the mean over the files of vectors; "covered", the share of all that are covered. Those that have no file are left
/// out.
std::vector<Score> summaryOf(const std::vector<WordQuestionScores>& all);

} // namespace core
