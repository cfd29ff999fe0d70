#pragma once

#include "core/base/message.h"
#include "core/metric/score.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// The answers to a file of questions.
struct WordQuestionScores {
    /// Questions, and those of them all of whose words have vectors.
    struct Count {
        int64_t asked = 0, covered = 0;
    };

    std::string name;
    Count pairs; ///< Pairs of words with a similarity.
    Count words; ///< Words whose nearest neighbours are compared with those by other vectors.
    /// Spearman's ρ between the similarities and the cosines of the covered pairs; NaN: no order.
    double spearman = 0.0;
    /// Share of the nearest neighbours that other vectors give the covered words too; NaN: none.
    double sharedNeighbours = 0.0;
    struct Section {
        std::string name;
        int64_t asked = 0, covered = 0, right = 0;
    };
    std::vector<Section> sections; ///< Sections of analogies.

    Count analogies() const; ///< The sum over all sections.
    int64_t right() const;
    bool hasFewPairs() const { return pairs.asked > 0 && pairs.covered < kFewPairs; }
    /// A correlation over fewer pairs says little: of three the order is right by chance in one of
    /// six cases.
    static constexpr int64_t kFewPairs = 10;
};

/// "similarity", the mean ρ over the files with pairs; "analogies", the share of the covered ones
/// that are right; "shared_neighbours", the mean over the files of vectors; for each kind of
/// question "covered_pairs", "covered_analogies" and "covered_words", the share that is covered.
/// Those that have no file are left out.
std::vector<Score> summaryOf(const std::vector<WordQuestionScores>& all);

/// Number of files that a score of summaryOf() is the mean of; 0: it is no mean.
int64_t filesOfMean(const std::string& score, const std::vector<WordQuestionScores>& all);

/// A sentence on each file with too few pairs whose words have vectors.
std::vector<Message> remarksOn(const std::vector<WordQuestionScores>& all);

} // namespace core
