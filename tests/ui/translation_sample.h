#pragma once

#include "core/probe/translation/translation_inspection.h"
#include "tests/support/test_case.h"

#include <random>

namespace sample {

/// Scores and their softmax: bright near a diagonal; `causal` masks what lies behind the row.
inline core::AttentionMap map(const std::string& group, int64_t layer, int64_t head, int64_t rows,
                              int64_t columns, std::mt19937& random)
{
    core::AttentionMap map{group,   layer, head, rows,
                           columns, {},    {},   {"q \u00b7 k / \u221ad", {}, "d = 32"}};
    std::normal_distribution<float> noise(0.0F, 0.6F);
    for (int64_t row = 0; row < rows; ++row) {
        double sum = 0.0;
        const size_t first = map.scores.size();
        for (int64_t column = 0; column < columns; ++column) {
            const double place = double(column) * double(rows) / double(columns);
            const bool masked = group == "decoder" && column > row;
            map.scores.push_back(masked ? -std::numeric_limits<float>::infinity()
                                        : float(3.0 - std::abs(place - double(row) - double(head)))
                                         + noise(random));
            sum += std::exp(double(map.scores.back()));
        }
        for (size_t i = first; i < map.scores.size(); ++i)
            map.weights.push_back(float(std::exp(double(map.scores[i])) / sum));
    }
    return map;
}

inline core::TargetToken token(const std::string& text, int64_t id, double logProbability,
                               const std::string& likeliest = {})
{
    return {text, id, logProbability, likeliest.empty() ? text : likeliest,
            likeliest.empty() ? logProbability : -0.25};
}

/// "der hund schläft" -> "the dog sleeps <eos>" without attention.
inline core::TranslationInspection plainPair()
{
    core::TranslationInspection pair;
    pair.source = "Der Hund schl\u00e4ft";
    pair.sourceTokens = {"der", "hund", "schl\u00e4ft"};
    pair.sourceIds = {5, 57, 1}; // the last is not in the vocabulary
    pair.unknownTokens = 1;
    pair.target = "the dog sleeps";
    pair.targetTokens = {token("the", 4, -0.125), token("dog", 33, -0.5),
                         token("sleeps", 41, -1.5, "runs"), token("<eos>", 3, -0.0625)};
    pair.meanLoss = 0.546875;
    pair.alignmentErrorRate = std::numeric_limits<double>::quiet_NaN();
    pair.step = 1240;
    pair.epoch = 3;
    pair.milliseconds = 4.5;
    return pair;
}

/// With maps of every group; `layers` and `heads` of each.
inline core::TranslationInspection attendedPair(int layers, int heads)
{
    core::TranslationInspection pair = plainPair();
    std::mt19937 random(5);
    const auto sourceLength = int64_t(pair.sourceTokens.size());
    const auto targetLength = int64_t(pair.targetTokens.size());
    for (const std::string group : {"encoder", "decoder", "cross"}) {
        for (int layer = 0; layer < layers; ++layer) {
            for (int head = 0; head < heads; ++head)
                pair.attention.push_back(
                    map(group, layer, head, group == "encoder" ? sourceLength : targetLength,
                        group == "decoder" ? targetLength : sourceLength, random));
        }
    }
    return pair;
}

/// A pair of `source` by `target` tokens with maps, gold alignment along the diagonal and vectors.
inline core::TranslationInspection longPair(int source, int target, int layers, int heads)
{
    const Strings words = wordsOf("eine gruppe von menschen steht vor einem gro\u00dfen iglu und "
                                  "fotografiert den sonnenuntergang .");
    const Strings others = wordsOf("a group of people stands in front of a large igloo and "
                                   "photographs the sunset .");
    core::TranslationInspection pair = plainPair();
    pair.sourceTokens.clear();
    pair.sourceIds.clear();
    pair.targetTokens.clear();
    pair.unknownTokens = 0;
    std::mt19937 random(7);
    std::normal_distribution<float> normal(0.0F, 0.5F);
    for (int i = 0; i < source; ++i) {
        pair.sourceTokens.push_back(words[size_t(i) % words.size()]);
        pair.sourceIds.push_back(4 + i * 37 % 900);
        std::vector<float> vector;
        for (int j = 0; j < 128; ++j)
            vector.push_back(normal(random));
        pair.sourceEmbeddings.push_back(vector);
    }
    pair.sourceVocabularySize = 8000;
    for (int i = 0; i + 1 < target; ++i)
        pair.targetTokens.push_back(token(others[size_t(i) % others.size()], 4 + i * 41 % 900,
                                          -0.05 - 0.2 * double(i % 5)));
    pair.targetTokens.push_back(token("<eos>", 3, -0.02));
    std::mt19937 noise(5);
    for (const std::string group : {"encoder", "decoder", "cross"}) {
        for (int layer = 0; layer < layers; ++layer) {
            for (int head = 0; head < heads; ++head)
                pair.attention.push_back(map(group, layer, head,
                                             group == "encoder" ? source : target,
                                             group == "decoder" ? target : source, noise));
        }
    }
    for (int i = 0; i + 1 < std::min(source, target); ++i)
        pair.gold.push_back({i, i});
    pair.alignmentErrorRate = 0.125;
    return pair;
}

/// The reference against "the dog runs": they differ at the third token.
inline core::TeacherComparison comparison()
{
    core::TeacherComparison comparison;
    comparison.forced = attendedPair(1, 1);
    comparison.forced.forced = true;
    comparison.freeRunning = attendedPair(1, 1);
    comparison.freeRunning.target = "the dog runs";
    comparison.freeRunning.targetTokens[2] = token("runs", 77, -0.25);
    comparison.freeRunning.meanLoss = 0.234375;
    comparison.firstDivergence = 2;
    return comparison;
}

/// Subword pieces: "the cat" -> "die Katze <eos>", one cross map of halves, quarters and eighths.
inline core::TranslationInspection pieces()
{
    core::TranslationInspection pair = plainPair();
    pair.sourceTokens = {"\u2581the", "\u2581c", "at"};
    pair.targetTokens = {token("\u2581die", 4, -0.5), token("\u2581Kat", 5, -0.5),
                         token("ze", 6, -0.5), token("<eos>", 3, -0.5)};
    pair.attention.push_back({"cross",
                              0,
                              0,
                              4,
                              3,
                              {0.5F, 0.25F, 0.25F, //
                               0.25F, 0.5F, 0.25F, //
                               0.0F, 0.125F, 0.875F, //
                               0.75F, 0.125F, 0.125F},
                              {},
                              {}});
    pair.gold = {{0, 0}, {2, 1}, {1, 2}};
    pair.alignmentErrorRate = 0.25;
    return pair;
}

} // namespace sample
