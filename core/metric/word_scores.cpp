#include "core/metric/word_scores.h"

#include <cmath>
#include <numeric>

namespace core {

WordQuestionScores::Count WordQuestionScores::analogies() const
{
    Count count;
    for (const Section& section : sections) {
        count.asked += section.asked;
        count.covered += section.covered;
    }
    return count;
}

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

void addShare(const char* name, int64_t part, int64_t whole, std::vector<Score>& scores)
{
    if (whole > 0)
        scores.push_back({name, static_cast<double>(part) / static_cast<double>(whole)});
}

} // namespace

std::vector<Score> summaryOf(const std::vector<WordQuestionScores>& all)
{
    WordQuestionScores::Count pairs, analogies, words;
    int64_t right = 0;
    const auto add = [](WordQuestionScores::Count& sum, const WordQuestionScores::Count& each) {
        sum.asked += each.asked;
        sum.covered += each.covered;
    };
    for (const WordQuestionScores& each : all) {
        add(pairs, each.pairs);
        add(analogies, each.analogies());
        add(words, each.words);
        right += each.right();
    }
    std::vector<Score> scores;
    addMean("similarity", all, &WordQuestionScores::spearman, scores);
    addShare("analogies", right, analogies.covered, scores);
    addMean("shared_neighbours", all, &WordQuestionScores::sharedNeighbours, scores);
    addShare("covered_pairs", pairs.covered, pairs.asked, scores);
    addShare("covered_analogies", analogies.covered, analogies.asked, scores);
    addShare("covered_words", words.covered, words.asked, scores);
    return scores;
}

std::vector<Message> remarksOn(const std::vector<WordQuestionScores>& all)
{
    std::vector<Message> remarks;
    for (const WordQuestionScores& each : all)
        if (each.hasFewPairs())
            remarks.push_back({"%1: only %2 of its %3 {pair|pairs} have vectors for both words. A "
                               "correlation over so few says little.",
                               {each.name, std::to_string(each.pairs.covered),
                                std::to_string(each.pairs.asked)}});
    return remarks;
}

} // namespace core
