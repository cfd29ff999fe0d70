#include "core/metric/word_scores.h"

#include <cmath>
#include <numeric>

namespace core {

int64_t WordQuestionScores::right() const
{
    return std::accumulate(sections.begin(), sections.end(), int64_t{0},
                           [](int64_t sum, const Section& section) { return sum + section.right; });
}

std::vector<Score> summaryOf(const std::vector<WordQuestionScores>& all)
{
    double correlations = 0.0;
    int64_t files = 0, asked = 0, covered = 0, analogies = 0, right = 0;
    for (const WordQuestionScores& each : all) {
        asked += each.asked;
        covered += each.covered;
        right += each.right();
        for (const WordQuestionScores::Section& section : each.sections)
            analogies += section.covered;
        if (std::isfinite(each.spearman)) {
            correlations += each.spearman;
            ++files;
        }
    }
    std::vector<Score> scores;
    if (files > 0)
        scores.push_back({"similarity", correlations / static_cast<double>(files)});
    if (analogies > 0)
        scores.push_back(
            {"analogies", static_cast<double>(right) / static_cast<double>(analogies)});
    if (asked > 0)
        scores.push_back({"covered", static_cast<double>(covered) / static_cast<double>(asked)});
    return scores;
}

} // namespace core
