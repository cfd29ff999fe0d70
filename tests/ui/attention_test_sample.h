#pragma once

#include "core/probe/attention/attention_questions.h"
#include "tests/support/test_case.h"

/// Answers on attention as a small Transformer with attention pooling would give them.
namespace attention_sample {

inline const Strings kTokens{"the", "film", "was", "not", "bad", "at", "all"};

inline core::AttentionMap map(const std::string& group, int64_t layer, int64_t head, int64_t rows,
                              int64_t columns)
{
    core::AttentionMap map{group, layer, head, rows, columns, {}, {}, {}};
    for (int64_t row = 0; row < rows; ++row) {
        double sum = 0.0;
        std::vector<double> values;
        for (int64_t column = 0; column < columns; ++column)
            sum += values.emplace_back(
                std::exp(std::cos(double(3 * layer + 2 * head) + 0.7 * double(row * column)) * 2));
        for (const double value : values)
            map.weights.push_back(float(value / sum));
    }
    return map;
}

inline core::AttentionSaying saying(double positive)
{
    return {positive > 0.5 ? "positive" : "negative",
            {float(1.0 - positive), float(positive)},
            positive,
            -std::log(positive)};
}

inline core::AttentionTest test(const core::AskAttentionTest& question)
{
    core::AttentionTest test;
    test.text = question.example.text;
    test.tokens = kTokens;
    test.classes = {"negative", "positive"};
    test.lossOf = "positive";
    test.lossOfTruth = question.example.reference == "positive";
    test.plain = saying(0.91);
    const auto add = [&](core::AttentionMap map, double entropy, std::optional<double> tau) {
        test.heads.push_back({std::move(map), entropy * std::log(7.0), entropy, tau, tau});
    };
    for (int64_t layer = 0; layer < 2; ++layer)
        for (int64_t head = 0; head < 2; ++head)
            add(map("encoder", layer, head, 7, 7), 0.9 - 0.2 * double(layer + head), 0.25);
    add(map("pooling", 0, 0, 1, 7), 0.4, std::nullopt);
    const std::vector<core::AttentionSite> sites{
        {"encoder"},       {"pooling", 0, 0}, {"encoder", 0, -1}, {"encoder", 1, -1},
        {"encoder", 0, 0}, {"encoder", 0, 1}, {"encoder", 1, 0},  {"encoder", 1, 1}};
    double positive = 0.2;
    for (const core::AttentionSite& site : sites)
        for (const auto change : {core::AttentionChange::Uniform, core::AttentionChange::Permuted,
                                  core::AttentionChange::Off, core::AttentionChange::BestOnly}) {
            test.outcomes.push_back(
                {change, site, saying(positive), std::abs(positive - 0.91), positive < 0.5});
            positive = std::min(positive + 0.03, 0.9);
        }
    if (!question.edits.empty()) {
        test.byHand
            = core::AttentionOutcome{core::AttentionChange::ByHand, {}, saying(0.3), 0.61, true};
        core::AttentionMap edited = test.heads.back().map;
        edited.weights.assign(7, 0.0F);
        edited.weights[size_t(question.edits.back().key)] = 1.0F;
        test.edited.push_back(edited);
    }
    test.gradient = test.leaveOneOut = {0.1, 0.4, 0.05, 0.9, 0.7, 0.02, 0.03};
    test.step = 1200;
    test.epoch = 3;
    return test;
}

inline core::AttentionTest translation(const core::AskAttentionTest& question)
{
    core::AttentionTest test;
    test.text = question.example.text;
    test.tokens = {"ein", "Hund", "schläft"};
    test.targetTokens = {"a", "dog", "sleeps", "<eos>"};
    test.lossOf = "a dog sleeps";
    test.plain = {"a dog sleeps", {}, 0.6, 0.2};
    test.heads.push_back({map("cross", 0, 0, 4, 3), 0.5, 0.45, 0.7, 0.8});
    test.outcomes.push_back({core::AttentionChange::Uniform,
                             {"cross", 0, 0},
                             {"a dog a dog a", {}, 0.1, 1.9},
                             0.55,
                             true});
    test.gradient = test.leaveOneOut = std::vector<double>(12, 0.1);
    return test;
}

inline core::AttentionEntropies entropies(int64_t epoch)
{
    core::AttentionEntropies result;
    result.epoch = epoch;
    for (int64_t layer = 0; layer < 2; ++layer)
        for (int64_t head = 0; head < 2; ++head)
            result.heads.push_back(
                {{"encoder", layer, head},
                 1.8,
                 1.0 - 0.1 * double(epoch) * double(1 + layer) / (1.0 + double(head))});
    result.heads.push_back({{"pooling", 0, 0}, 1.0, 0.9 - 0.15 * double(epoch)});
    return result;
}

inline core::AttentionScores scores(const core::AskAttentionScores& question)
{
    core::AttentionScores scores;
    scores.measure = "accuracy";
    scores.texts = question.texts;
    scores.epoch = 3;
    scores.rows.push_back({core::AttentionChange::None, {}, 0.874, 0.31, 0.0});
    double accuracy = 0.871;
    for (const char* group : {"pooling", "encoder"})
        for (const auto change : {core::AttentionChange::Uniform, core::AttentionChange::Permuted,
                                  core::AttentionChange::Off, core::AttentionChange::BestOnly}) {
            scores.rows.push_back({change, {group}, accuracy, 0.4, 0.9 - accuracy});
            accuracy -= 0.04;
        }
    return scores;
}

} // namespace attention_sample
