#include "core/task/question_answering/span_search.h"

#include <algorithm>

namespace core {

namespace {

bool isBetter(const FoundSpan& a, const FoundSpan& b)
{
    if (a.logProbability != b.logProbability)
        return a.logProbability > b.logProbability;
    return a.words.first != b.words.first ? a.words.first < b.words.first
                                          : a.words.last < b.words.last;
}

} // namespace

SpanDistributions spanDistributions(const torch::Tensor& scores, const ReadQuestion& question)
{
    const torch::Tensor logs
        = torch::log_softmax(scores.slice(0, question.passageStart).to(torch::kDouble), 0)
              .contiguous(); // [tokens of the passage, 2]
    const double* log = logs.data_ptr<double>();
    SpanDistributions words;
    for (const PassageWord& word : question.words) {
        words.start.push_back(log[2 * (word.first - question.passageStart)]);
        words.end.push_back(log[2 * (word.last - question.passageStart) + 1]);
    }
    return words;
}

std::vector<FoundSpan> likeliestSpans(const SpanDistributions& words, int64_t longest, size_t count)
{
    std::vector<FoundSpan> best; // A heap whose front is the worst of them.
    const auto length = std::ssize(words.start);
    for (int64_t first = 0; first < length; ++first)
        for (int64_t last = first; last < std::min(first + longest, length); ++last) {
            const FoundSpan span{{static_cast<int32_t>(first), static_cast<int32_t>(last)},
                                 words.start[static_cast<size_t>(first)]
                                     + words.end[static_cast<size_t>(last)]};
            if (best.size() == count && !isBetter(span, best.front()))
                continue;
            if (best.size() == count) {
                std::pop_heap(best.begin(), best.end(), &isBetter);
                best.pop_back();
            }
            best.push_back(span);
            std::push_heap(best.begin(), best.end(), &isBetter);
        }
    std::sort_heap(best.begin(), best.end(), &isBetter);
    return best;
}

} // namespace core
