#pragma once

#include "core/probe/tagging/tagging_questions.h"
#include "tests/support/test_case.h"

#include <array>

/// What a tagger would answer, computed in the plainest way: by enumerating every path.
namespace tagging_sample {

/// "John Smith visited Paris": by emissions alone Smith would be a place in the middle of a person.
inline core::Trellis namesNetwork()
{
    core::Trellis crf;
    crf.text = "John Smith visited Paris";
    crf.tokens = {"John", "Smith", "visited", "Paris"};
    crf.tagNames = {"O", "B-PER", "I-PER", "B-LOC", "I-LOC"};
    crf.hasCrf = true;
    crf.emissions = {0.5F, 3.0F,  -1.0F, 1.0F,  -2.0F, //
                     0.0F, 0.5F,  1.5F,  0.25F, 2.0F, //
                     4.0F, -1.0F, -1.0F, -1.5F, -1.0F, //
                     0.5F, 1.5F,  -1.0F, 2.0F,  -0.5F};
    crf.transitions = {0.5F,  0.25F, -4.0F, 0.25F, -4.0F, //
                       0.25F, -1.0F, 2.0F,  -1.0F, -3.0F, //
                       0.5F,  -1.0F, 1.0F,  -1.0F, -3.0F, //
                       0.25F, -1.0F, -3.0F, -1.0F, 1.5F, //
                       0.5F,  -1.0F, -3.0F, -1.0F, 1.0F};
    crf.start = {0.5F, 0.25F, -3.0F, 0.25F, -3.0F};
    crf.end = {0.25F, 0.0F, 0.0F, 0.0F, 0.0F};
    // Into "I" only from "B" or "I" of its type.
    crf.legal.assign(25, true);
    for (const auto& [to, begin, inside] : {std::array{2, 1, 2}, std::array{4, 3, 4}}) {
        for (int from = 0; from < 5; ++from)
            crf.legal[size_t(from * 5 + to)] = from == begin || from == inside;
    }
    crf.legalStart = {true, true, false, true, false};
    crf.legalEnd.assign(5, true);
    crf.step = 1240;
    crf.epoch = 3;
    return crf;
}

/// A number of tokens and tags; some of them never matter.
inline core::Trellis wideNetwork(int tokens, int tags)
{
    core::Trellis crf;
    crf.hasCrf = true;
    for (int i = 0; i < tokens; ++i) {
        crf.tokens.push_back(i % 4 == 3 ? "extraordinarily" : "word" + std::to_string(i));
        crf.text += (i > 0 ? " " : "") + crf.tokens.back();
        for (int k = 0; k < tags; ++k)
            crf.emissions.push_back(float(k % 6 == i % 6 && k < 12
                                              ? 5.0 + std::sin(i * 3.7 + k)
                                              : -6.0 + 2.0 * std::sin(i * 12.9 + k * 78.2)));
    }
    for (int k = 0; k < tags; ++k) {
        crf.tagNames.push_back("TAG" + std::to_string(k));
        for (int j = 0; j < tags; ++j)
            crf.transitions.push_back(float(1.5 * std::sin(k * 5.1 + j * 2.3)));
    }
    const auto size = size_t(tags);
    crf.start.assign(size, 0.0F);
    crf.end.assign(size, 0.0F);
    crf.legal.assign(size * size, true);
    crf.legalStart.assign(size, true);
    crf.legalEnd.assign(size, true);
    return crf;
}

inline double scoreOf(const core::Trellis& crf, const std::vector<int32_t>& tags)
{
    const size_t k = crf.tagNames.size();
    double score = double(crf.start[size_t(tags.front())]) + double(crf.end[size_t(tags.back())]);
    for (size_t i = 0; i < tags.size(); ++i) {
        score += double(crf.emissions[i * k + size_t(tags[i])]);
        if (i > 0)
            score += double(crf.transitions[size_t(tags[i - 1]) * k + size_t(tags[i])]);
    }
    return score;
}

/// Viterbi's algorithm, its best path and with it those that differ in one token.
inline void solveBest(core::Trellis& crf)
{
    const size_t n = crf.tokens.size(), k = crf.tagNames.size();
    crf.viterbi.assign(n * k, 0.0F);
    crf.backPointers.assign(n * k, -1);
    for (size_t i = 0; i < n; ++i) {
        for (size_t to = 0; to < k; ++to) {
            double best = double(crf.start[to]);
            for (size_t from = 0; from < k && i > 0; ++from) {
                const double score = double(crf.viterbi[(i - 1) * k + from])
                    + double(crf.transitions[from * k + to]);
                if (from == 0 || score > best) {
                    best = score;
                    crf.backPointers[i * k + to] = int32_t(from);
                }
            }
            crf.viterbi[i * k + to] = float(best + double(crf.emissions[i * k + to]));
        }
    }
    std::vector<int32_t> path(n, 0);
    for (size_t to = 1; to < k; ++to) {
        const auto last = [&](size_t tag) { return crf.viterbi[(n - 1) * k + tag] + crf.end[tag]; };
        if (last(to) > last(size_t(path[n - 1])))
            path[n - 1] = int32_t(to);
    }
    for (size_t i = n - 1; i > 0; --i)
        path[i - 1] = crf.backPointers[i * k + size_t(path[i])];
    crf.paths = {{path, scoreOf(crf, path), 0.0}};
    for (size_t i = 0; i < n; ++i) {
        for (size_t tag = 0; tag < k; ++tag) {
            std::vector<int32_t> other = path;
            other[i] = int32_t(tag);
            if (other != path)
                crf.paths.push_back({other, scoreOf(crf, other), 0.0});
        }
    }
}

/// Every path; the few best of them stay.
inline void enumerate(core::Trellis& crf)
{
    const size_t n = crf.tokens.size(), k = crf.tagNames.size();
    std::vector<int32_t> tags(n, 0);
    crf.paths.clear();
    for (size_t at = 0; at < n;) {
        crf.paths.push_back({tags, scoreOf(crf, tags), 0.0});
        for (at = 0; at < n && ++tags[at] == int32_t(k); ++at)
            tags[at] = 0;
    }
}

/// The answer to a question about `crf`, given the network's own scores.
inline core::Trellis solved(core::Trellis crf, const core::AskTrellis& question)
{
    const size_t n = crf.tokens.size(), k = crf.tagNames.size();
    crf.learnedTransitions = crf.transitions;
    for (size_t i = 0; i < k * k && crf.constrained; ++i) {
        if (!crf.legal[i])
            crf.transitions[i] = -std::numeric_limits<float>::infinity();
    }
    const auto solve = [&] {
        solveBest(crf);
        if (std::pow(double(k), double(n)) < 1e5)
            enumerate(crf);
        std::sort(crf.paths.begin(), crf.paths.end(),
                  [](const core::TagPath& a, const core::TagPath& b) { return a.score > b.score; });
        double sum = 0.0;
        for (const core::TagPath& path : crf.paths)
            sum += std::exp(path.score - crf.paths.front().score);
        crf.logPartition = crf.paths.front().score + std::log(sum);
        crf.marginals.assign(n * k, 0.0F);
        for (core::TagPath& path : crf.paths) {
            path.probability = std::exp(path.score - crf.logPartition);
            for (size_t i = 0; i < n; ++i)
                crf.marginals[i * k + size_t(path.tags[i])] += float(path.probability);
        }
    };
    solve();
    crf.withoutChanges = crf.paths.front();
    for (const core::TransitionChange& change : question.changes)
        (change.from < 0     ? crf.start[size_t(change.to)]
             : change.to < 0 ? crf.end[size_t(change.from)]
                             : crf.transitions[size_t(change.from) * k + size_t(change.to)])
            = float(change.score);
    if (!question.changes.empty())
        solve();
    std::vector<int32_t> alone;
    for (size_t i = 0; i < n; ++i) {
        const auto begin = crf.emissions.begin() + ptrdiff_t(i * k);
        alone.push_back(int32_t(std::max_element(begin, begin + ptrdiff_t(k)) - begin));
    }
    const double score = scoreOf(crf, alone);
    crf.withoutCrf = {alone, score, std::exp(score - crf.logPartition)};
    if (crf.paths.size() > size_t(question.paths))
        crf.paths.resize(size_t(question.paths));
    return crf;
}

/// The same network's answer about its tags.
inline core::TaggedText tagged(const core::Trellis& trellis)
{
    core::TaggedText text;
    text.text = trellis.text;
    text.tokens = trellis.tokens;
    text.tagNames = trellis.tagNames;
    text.tags = trellis.paths.front().tags;
    text.probabilities = trellis.marginals;
    text.known.assign(trellis.tokens.size(), true);
    text.step = 1240;
    text.epoch = 3;
    return text;
}

/// Three texts; two of them have mistakes.
inline core::ScoredTags scored()
{
    core::ScoredTags all;
    all.epoch = 3;
    all.rows = {{{"John", "visited", "Paris"}, {1, 0, 3}, {1, 0, 3}, 0},
                {{"Mary", "met", "John", "Smith"}, {1, 0, 1, 2}, {3, 0, 1, 4}, 2},
                {{"Rome", "is", "old"}, {3, 0, 0}, {3, 0, 1}, 1}};
    core::TaggingScores& scores = all.scores;
    scores.tags = {"O", "B-PER", "I-PER", "B-LOC", "I-LOC"};
    scores.tokens = 10;
    scores.texts = 3;
    scores.loss = 0.25;
    scores.accuracy = 0.7;
    scores.textAccuracy = 1.0 / 3.0;
    scores.confusion.assign(25, 0);
    for (const core::TagPrediction& row : all.rows) {
        for (size_t i = 0; i < row.truth.size(); ++i)
            ++scores.confusion[size_t(row.truth[i] * 5 + row.predicted[i])];
    }
    scores.hasSpans = true;
    scores.spans = {"", 5, 6, 3, 0.5, 0.6, 0.5455};
    scores.spansByType = {{"PER", 3, 3, 1, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0},
                          {"LOC", 2, 3, 2, 2.0 / 3.0, 1.0, 0.8}};
    scores.illegalMoves = 1;
    scores.illegalMovesWithoutCrf = 4;
    return all;
}

/// Scores of a part-of-speech tagger with 17 tags and no spans.
inline core::ScoredTags scoredWords(int texts)
{
    core::ScoredTags all;
    all.epoch = 4;
    core::TaggingScores& scores = all.scores;
    scores.tags = {"ADJ",  "ADP",  "ADV",   "AUX",   "CCONJ", "DET", "INTJ", "NOUN", "NUM",
                   "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"};
    const auto tags = int32_t(scores.tags.size());
    scores.confusion.assign(size_t(tags * tags), 0);
    int64_t right = 0, wholes = 0;
    for (int i = 0; i < texts; ++i) {
        core::TagPrediction row;
        for (int j = 0; j < 12 + i % 9; ++j) {
            const int32_t truth = (i * 7 + j * 5) % tags;
            const int32_t predicted = (i + 3 * j) % 11 == 0 ? (truth + j) % tags : truth;
            row.tokens.push_back(j % 3 == 0 ? "the" : "word" + std::to_string(j));
            row.truth.push_back(truth);
            row.predicted.push_back(predicted);
            row.wrong += truth != predicted ? 1 : 0;
            ++scores.confusion[size_t(truth * tags + predicted)];
            ++scores.tokens;
        }
        right += int64_t(row.tokens.size()) - row.wrong;
        wholes += row.wrong == 0 ? 1 : 0;
        all.rows.push_back(std::move(row));
    }
    scores.texts = texts;
    scores.accuracy = double(right) / double(scores.tokens);
    scores.textAccuracy = double(wholes) / double(texts);
    scores.loss = 0.31;
    return all;
}

} // namespace tagging_sample
