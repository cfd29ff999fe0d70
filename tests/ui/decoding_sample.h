#pragma once

#include "core/decode/search.h"
#include "core/probe/translation/translation_questions.h"
#include "tests/support/test_case.h"

#include <sstream>

/// Decodings as the real searches make them, of a network that is a table of word pairs.
namespace decoding_sample {

inline const Strings& words()
{
    static const Strings all{
        "<pad>", "<unk>", "<s>",      "</s>",   "a",      "man",      "guy",   "person", "in",
        "blue",  "shirt", "wearing",  "is",     "stands", "standing", "on",    "ladder", "the",
        "top",   "of",    "cleaning", "window", ".",      "workman",  "and",   "with",   "while",
        "up",    "his",   "hat",      "near",   "wall",   "young",    "white", "it"};
    return all;
}

inline int32_t id(const std::string& word)
{
    for (size_t i = 0; i < words().size(); ++i) {
        if (words()[i] == word)
            return int32_t(i);
    }
    return 1;
}

/// The words that may follow a word, and their probabilities.
inline const std::map<std::string, std::map<std::string, double>>& pairs()
{
    static const std::map<std::string, std::map<std::string, double>> all{
        {"<s>", {{"a", 8}, {"the", 1.6}, {"young", 0.3}}},
        {"a",
         {{"man", 4}, {"guy", 1.7}, {"person", 1.3}, {"blue", 2.2}, {"ladder", 2}, {"young", 1}}},
        {"the", {{"man", 3}, {"ladder", 2.4}, {"workman", 1}}},
        {"young", {{"man", 4}, {"guy", 2}}},
        {"man", {{"in", 3}, {"wearing", 2.6}, {"is", 1.5}, {"stands", 1.2}}},
        {"guy", {{"in", 3}, {"wearing", 3}, {"is", 1}}},
        {"person", {{"in", 2}, {"wearing", 2.5}, {"stands", 1}}},
        {"workman", {{"is", 2}, {"stands", 1}}},
        {"in", {{"a", 6}, {"blue", 2.2}}},
        {"wearing", {{"a", 8}, {"blue", 1}}},
        {"blue", {{"shirt", 9}, {"hat", 0.4}}},
        {"shirt", {{"is", 3}, {"stands", 3.2}, {"standing", 1.8}, {".", 0.4}, {"</s>", 0.5}}},
        {"is", {{"standing", 7}, {"on", 2}, {"up", 1}}},
        {"standing", {{"on", 8}, {"near", 1}}},
        {"stands", {{"on", 6}, {"near", 1}}},
        {"up", {{"on", 4}, {"a", 3}}},
        {"on", {{"a", 5}, {"the", 2.5}, {"top", 1.2}}},
        {"near", {{"a", 3}, {"the", 3}}},
        {"top", {{"of", 9}}},
        {"of", {{"a", 4}, {"the", 3}}},
        {"ladder", {{".", 6}, {"</s>", 2}, {"while", 0.3}}},
        {".", {{"</s>", 30}}}};
    return all;
}

enum class Habit {
    MovesOn, ///< A word that was written is hardly written again.
    Repeats ///< It goes in circles.
};

inline std::vector<float> nextLogProbabilities(const std::vector<int32_t>& history, Habit habit)
{
    std::vector<double> weights(words().size(), 0.02);
    weights[0] = weights[1] = weights[2] = 1e-6;
    weights[3] = 0.004; // what cannot end seldom does
    const auto found = pairs().find(words()[size_t(history.back())]);
    if (found != pairs().end()) {
        for (const auto& [word, weight] : found->second)
            weights[size_t(id(word))] += weight;
    }
    for (const int32_t before : history) {
        if (habit == Habit::MovesOn && before != id("a"))
            weights[size_t(before)] *= 0.03;
    }
    double sum = 0.0;
    for (size_t i = 0; i < weights.size(); ++i) {
        weights[i] *= 1.0 + 0.01 * double((i * 17 + history.size() * 3) % 35); // no exact ties
        sum += weights[i];
    }
    std::vector<float> logs;
    for (const double weight : weights)
        logs.push_back(float(std::log(weight / sum)));
    return logs;
}

/// Weights around the place that is as far along as the translation is; they sum to 1.
inline std::vector<float> attention(size_t written, size_t sourceLength)
{
    std::vector<float> weights;
    float sum = 0.0F;
    for (size_t i = 0; i < sourceLength; ++i) {
        const double apart = double(i) - double(std::min(written, sourceLength) - 1);
        weights.push_back(float(std::exp(-0.9 * apart * apart) + 0.01));
        sum += weights.back();
    }
    for (float& weight : weights)
        weight /= sum;
    return weights;
}

inline core::Translation translation(const core::Hypothesis& hypothesis)
{
    core::Translation made;
    for (const int32_t token : hypothesis.tokens) {
        made.tokens.push_back(words()[size_t(token)]);
        made.text += (made.text.empty() ? "" : " ") + made.tokens.back();
    }
    made.logProbability = hypothesis.logProbability;
    made.score = hypothesis.score;
    made.ended = hypothesis.ended;
    return made;
}

/// Runs the search that `request` names; `maximumLength` 0: as many tokens as are usual.
inline core::Decoding decode(const core::DecodingRequest& request, Habit habit = Habit::MovesOn,
                             int64_t maximumLength = 0)
{
    core::Decoding decoding;
    decoding.source = request.source;
    std::istringstream stream(request.source);
    for (std::string word; stream >> word;)
        decoding.sourceTokens.push_back(word);
    decoding.search = request.search;
    decoding.vocabulary = words();
    core::SearchContext context;
    context.vocabularySize = int64_t(words().size());
    context.sourceLength = int64_t(decoding.sourceTokens.size());
    context.maximumLength = maximumLength > 0 ? maximumLength : context.sourceLength * 3 / 2 + 10;
    context.prefix = request.prefixIds;
    context.trace = request.detail;
    const auto search = core::searchRegistry().make(request.search, context);
    std::vector<std::vector<int32_t>> histories{{}};
    while (!search->finished()) {
        std::vector<std::vector<int32_t>> rows;
        std::vector<float> logs, weights;
        for (const core::OpenRow& row : search->open()) {
            rows.push_back(histories[size_t(row.parent)]);
            rows.back().push_back(row.token);
            const auto next = nextLogProbabilities(rows.back(), habit);
            logs.insert(logs.end(), next.begin(), next.end());
            const auto looked = attention(rows.back().size(), decoding.sourceTokens.size());
            weights.insert(weights.end(), looked.begin(), looked.end());
        }
        histories = std::move(rows);
        search->advance({logs, weights});
    }
    decoding.trace = search->trace();
    for (core::TraceNode& node : decoding.trace.nodes)
        node.text = words()[size_t(node.token)];
    for (const core::Hypothesis& hypothesis : search->best(request.best))
        decoding.best.push_back(translation(hypothesis));
    decoding.step = 1240;
    decoding.epoch = 3;
    decoding.milliseconds = 34.2;
    return decoding;
}

inline core::Catalogue catalogue()
{
    return {{"search", core::searchKinds()}};
}

/// A search with some options other than usual.
inline core::Selection search(const std::string& kind,
                              const core::Json& options = core::Json::object())
{
    core::Selection made = core::defaultSelection(catalogue(), "search", kind);
    made.options.update(options);
    return made;
}

inline core::Selection beam(int64_t width)
{
    return search("beam", {{"width", width}});
}

inline core::DecodingRequest request(const core::Selection& search,
                                     std::vector<int32_t> prefixIds = {})
{
    core::DecodingRequest made;
    made.source = "ein mann in einem blauen hemd steht auf einer leiter .";
    made.search = search;
    made.prefixIds = std::move(prefixIds);
    return made;
}

} // namespace decoding_sample
