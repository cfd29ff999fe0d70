#pragma once

#include "core/task/question_answering/question_reader.h"

#include <torch/types.h>

#include <cstdint>
#include <vector>

namespace core {

/// ln p of each word to be the first and to be the last one of the answer. The probabilities of all
/// tokens of the passage sum to 1; a word has that of its first token as a start and that of its
/// last token as an end.
struct SpanDistributions {
    std::vector<double> start, end;
};

/// @param scores  [tokens, 2] of the head, on the CPU; marks of texts have none.
SpanDistributions spanDistributions(const torch::Tensor& scores, const ReadQuestion& question);

struct FoundSpan {
    WordSpan words;
    double logProbability = 0.0; ///< ln p(start) + ln p(end).
};

/// The likeliest of all spans of at most `longest` words, best first; of equals the one that begins
/// first, then the shorter one.
/// @param count  how many; fewer where there are not so many.
std::vector<FoundSpan> likeliestSpans(const SpanDistributions& words, int64_t longest,
                                      size_t count = 1);

} // namespace core
