#include "core/metric/word_scores.h"

#include <cmath>
#include <numeric>

namespace core {

int64_t WordQuestionScores::right() const
{
    return std::accumulate(sections.begin(), sections.end(), int64_t{0},
                           [](int64_t sum, const Section& section) { return sum + section.right; });
}

namespace {

/// A mean over the files that have a value.
void addMean(const char* name, const std::vector<WordQuestionScores>& all,
             double WordQuestionScores::*part, std::vector<Score>& scores)
{
    double sum = 0.0;
    int64_t files = 0;
    for (const WordQuestionScores& each : all)
        if (std::isfinite(each.*part)) {
            sum += each.*part;
            ++files;
        }
    if (files > 0)
        scores.push_back({name, sum / static_cast<double>(files)});
}

} // namespace

std::vector<Score> summaryOf(const std::vector<WordQuestionScores>& all)
{
    int64_t asked = 0, covered = 0, analogies = 0, right = 0;
    for (const WordQuestionScores& each : all) {
        asked += each.asked;
        covered += each.covered;
        right += each.right();
        for (const WordQuestionScores::Section& section : each.sections)
            analogies += section.covered;
    }
    std::vector<Score> scores;
    addMean("similarity", all, &WordQuestionScores::spearman, scores);
    if (analogies > 0)
        scores.push_back(
            {"analogies", static_cast<double>(right) / static_cast<double>(analogies)});
    addMean("shared_neighbours", all, &WordQuestionScores::sharedNeighbours, scores);
    if (asked > 0)
        scores.push_back({"covered", static_cast<double>(covered) / static_cast<double>(asked)});
    return scores;
}

} // namespace core
