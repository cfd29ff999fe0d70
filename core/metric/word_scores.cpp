#include "core/metric/word_scores.h"

#include <algorithm>
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

/// A score that is a mean over the files that have a value.
struct MeanScore {
    const char* name;
    double WordQuestionScores::*part;
};
constexpr MeanScore kSimilarity{"similarity", &WordQuestionScores::spearman},
    kShared{"shared_neighbours", &WordQuestionScores::sharedNeighbours};

int64_t filesWith(const MeanScore& score, const std::vector<WordQuestionScores>& all)
{
    return std::count_if(all.begin(), all.end(), [&](const WordQuestionScores& each) {
        return std::isfinite(each.*score.part);
    });
}

void addMean(const MeanScore& score, const std::vector<WordQuestionScores>& all,
             std::vector<Score>& scores)
{
    double sum = 0.0;
    for (const WordQuestionScores& each : all)
        if (std::isfinite(each.*score.part))
            sum += each.*score.part;
    if (const int64_t files = filesWith(score, all); files > 0)
        scores.push_back({score.name, sum / static_cast<double>(files)});
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
    addMean(kSimilarity, all, scores);
    addShare("analogies", right, analogies.covered, scores);
    addMean(kShared, all, scores);
    addShare("covered_pairs", pairs.covered, pairs.asked, scores);
    addShare("covered_analogies", analogies.covered, analogies.asked, scores);
    addShare("covered_words", words.covered, words.asked, scores);
    return scores;
}

int64_t filesOfMean(const std::string& score, const std::vector<WordQuestionScores>& all)
{
    for (const MeanScore& each : {kSimilarity, kShared})
        if (score == each.name)
            return filesWith(each, all);
    return 0;
}

std::vector<Message> remarksOn(const std::vector<WordQuestionScores>& all)
{
    std::vector<Message> remarks;
    for (const WordQuestionScores& each : all)
        if (each.hasFewPairs() && each.pairs.covered == each.pairs.asked)
            remarks.push_back(
                {"%1 has only %2 {pair|pairs}. A correlation over so few says little.",
                 {each.name, std::to_string(each.pairs.asked)}});
        else if (each.hasFewPairs())
            remarks.push_back({"%1: only %2 of its %3 {pair|pairs} have vectors for both words. A "
                               "correlation over so few says little.",
                               {each.name, std::to_string(each.pairs.covered),
                                std::to_string(each.pairs.asked)}});
    return remarks;
}

} // namespace core
