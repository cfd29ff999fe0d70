#include "core/nn/reference/crf_equations.h"

#include <algorithm>

namespace core {

namespace {

using torch::Tensor;

/// Rows of the packed form that are the texts' tokens at place `step`, of those texts that have so
/// many; which texts these are.
struct Step {
    Tensor rows, texts; ///< [count] int64
};

Step stepOf(const std::vector<int64_t>& offsets, int64_t step, torch::Device device)
{
    std::vector<int64_t> rows, texts;
    for (size_t text = 0; text + 1 < offsets.size(); ++text)
        if (offsets[text] + step < offsets[text + 1]) {
            rows.push_back(offsets[text] + step);
            texts.push_back(static_cast<int64_t>(text));
        }
    return {torch::tensor(rows).to(device), torch::tensor(texts).to(device)};
}

/// Of the true tags, summed over texts.
Tensor trueScore(const Tensor& emissions, const Tensor& labels, const std::vector<int64_t>& offsets,
                 const CrfScores& scores)
{
    std::vector<int64_t> firsts(offsets.begin(), offsets.end() - 1), lasts, linked;
    for (size_t text = 1; text < offsets.size(); ++text) {
        lasts.push_back(offsets[text] - 1);
        for (int64_t row = offsets[text - 1] + 1; row < offsets[text]; ++row)
            linked.push_back(row);
    }
    const auto labelsAt = [&](const std::vector<int64_t>& rows, int64_t back = 0) {
        return labels.index_select(0,
                                   torch::tensor(rows, torch::kInt64).to(labels.device()) - back);
    };
    return emissions.gather(1, labels.unsqueeze(1)).sum()
        + scores.start.index_select(0, labelsAt(firsts)).sum()
        + scores.end.index_select(0, labelsAt(lasts)).sum()
        + scores.transitions.index({labelsAt(linked, 1), labelsAt(linked)}).sum();
}

} // namespace

Tensor referenceCrfLoss(const Tensor& emissions, const Tensor& labels,
                        const std::vector<int64_t>& offsets, const CrfScores& scores)
{
    int64_t longest = 0;
    for (size_t text = 1; text < offsets.size(); ++text)
        longest = std::max(longest, offsets[text] - offsets[text - 1]);
    const Step first = stepOf(offsets, 0, emissions.device());
    Tensor forward = scores.start + emissions.index_select(0, first.rows); // [texts, tags]
    for (int64_t t = 1; t < longest; ++t) {
        const Step step = stepOf(offsets, t, emissions.device());
        const Tensor before = forward.index_select(0, step.texts).unsqueeze(2);
        const Tensor next
            = (before + scores.transitions).logsumexp(1) + emissions.index_select(0, step.rows);
        forward = forward.index_copy(0, step.texts, next);
    }
    return (forward + scores.end).logsumexp(1).sum()
        - trueScore(emissions, labels, offsets, scores);
}

} // namespace core
