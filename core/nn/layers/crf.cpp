#include "core/nn/layers/crf.h"

#include "core/base/error.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <numeric>
#include <string>

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kTogether = 4; ///< Texts of a task, whose counts are added up.

Tensor plain(const Tensor& tensor)
{
    return tensor.detach().to(torch::kCPU, torch::kFloat32).contiguous();
}

void checkTags(const Tensor& labels, int64_t tags)
{
    if (labels.numel() == 0)
        return;
    const int64_t smallest = labels.min().item<int64_t>(), largest = labels.max().item<int64_t>();
    if (smallest < 0 || largest >= tags)
        throw Error(ErrorCode::Internal, {"A label is not one of %1 tags.", {std::to_string(tags)}},
                    {"Number the tags from 0 in the order of the network's output.", {}});
}

/// Calls work(firstText, endText) for all texts, a few at a time.
template <typename Work> void eachText(const std::vector<int64_t>& offsets, const Work& work)
{
    const auto texts = static_cast<int64_t>(offsets.size()) - 1;
    runTasks((texts + kTogether - 1) / kTogether, [&](int64_t task) {
        work(task, task * kTogether, std::min(texts, (task + 1) * kTogether));
    });
}

/// One pass over a batch: the loss of each text, the marginals and how often each score is used.
struct Expected {
    Expected(const float* emissions, const std::vector<int64_t>& offsets, const CrfWeights& weights,
             float* marginals)
        : logPartitions(offsets.size() - 1), counts(weights.tags)
    {
        const CrfSweep sweep(weights);
        std::vector<CrfCounts> parts((offsets.size() - 1 + kTogether - 1) / kTogether, counts);
        eachText(offsets, [&](int64_t task, int64_t first, int64_t end) {
            CrfSweep::Scratch scratch;
            for (int64_t text = first; text < end; ++text) {
                const int64_t row = offsets[static_cast<size_t>(text)] * weights.tags;
                logPartitions[static_cast<size_t>(text)]
                    = sweep.expectations(emissions + row, tokensOf(offsets, text), scratch,
                                         marginals + row, parts[static_cast<size_t>(task)]);
            }
        });
        for (const CrfCounts& part : parts) {
            add(counts.transitions, part.transitions);
            add(counts.start, part.start);
            add(counts.end, part.end);
        }
    }

    static int64_t tokensOf(const std::vector<int64_t>& offsets, int64_t text)
    {
        return offsets[static_cast<size_t>(text) + 1] - offsets[static_cast<size_t>(text)];
    }
    static void add(std::vector<double>& sums, const std::vector<double>& more)
    {
        std::transform(sums.begin(), sums.end(), more.begin(), sums.begin(), std::plus<>());
    }

    std::vector<double> logPartitions; ///< [texts]
    CrfCounts counts;
};

Tensor asTensor(const std::vector<double>& values, torch::IntArrayRef shape)
{
    return torch::tensor(values, torch::kFloat64).view(shape).to(torch::kFloat32);
}

/// Path score of each text's true tags, and minus 1 wherever they use a score.
std::vector<double> takeTruth(const float* emissions, const int64_t* labels,
                              const std::vector<int64_t>& offsets, const CrfWeights& weights,
                              float* slopes, CrfCounts& counts)
{
    std::vector<double> scores;
    for (size_t text = 0; text + 1 < offsets.size(); ++text) {
        const int64_t first = offsets[text], end = offsets[text + 1];
        scores.push_back(
            crfPathScore(weights, emissions + first * weights.tags, labels + first, end - first));
        counts.start[static_cast<size_t>(labels[first])] -= 1.0;
        counts.end[static_cast<size_t>(labels[end - 1])] -= 1.0;
        for (int64_t row = first; row < end; ++row) {
            slopes[row * weights.tags + labels[row]] -= 1.0F;
            if (row > first)
                counts
                    .transitions[static_cast<size_t>(labels[row - 1] * weights.tags + labels[row])]
                    -= 1.0;
        }
    }
    return scores;
}

struct FusedCrfLoss : torch::autograd::Function<FusedCrfLoss> {
    /// @return the loss and what each text adds to it.
    static tensor_list forward(AutogradContext* context, const Tensor& emissions,
                               const Tensor& labels, const std::vector<int64_t>& offsets,
                               const Tensor& transitions, const Tensor& start, const Tensor& end)
    {
        const Tensor values = emissions.contiguous(), truth = labels.contiguous();
        const PlainCrf crf({transitions, start, end});
        const CrfWeights weights = crf.weights();
        Tensor slopes = torch::empty_like(values);
        Expected expected(values.data_ptr<float>(), offsets, weights, slopes.data_ptr<float>());
        const std::vector<double> scores
            = takeTruth(values.data_ptr<float>(), truth.data_ptr<int64_t>(), offsets, weights,
                        slopes.data_ptr<float>(), expected.counts);
        const auto sum = [](const std::vector<double>& all) {
            return std::accumulate(all.begin(), all.end(), 0.0);
        };
        const Tensor loss
            = torch::scalar_tensor(sum(expected.logPartitions) - sum(scores), torch::kFloat32);
        const Tensor ofTexts = torch::tensor(expected.logPartitions, torch::kFloat64)
            - torch::tensor(scores, torch::kFloat64);
        context->mark_non_differentiable({ofTexts});
        const int64_t tags = weights.tags;
        context->save_for_backward({slopes, asTensor(expected.counts.transitions, {tags, tags}),
                                    asTensor(expected.counts.start, {tags}),
                                    asTensor(expected.counts.end, {tags})});
        return {loss, ofTexts};
    }

    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const tensor_list saved = context->get_saved_variables();
        const Tensor& given = gradients[0];
        return {saved[0] * given, Tensor(),         Tensor(),
                saved[1] * given, saved[2] * given, saved[3] * given};
    }
};

/// The loss without gradients.
CrfFit lossOnly(const Tensor& emissions, const Tensor& labels, const std::vector<int64_t>& offsets,
                const CrfScores& scores)
{
    const Tensor values = plain(emissions), truth = labels.contiguous();
    const PlainCrf crf(scores);
    const CrfWeights weights = crf.weights();
    const CrfSweep sweep(weights);
    const auto texts = static_cast<int64_t>(offsets.size()) - 1;
    const Tensor ofTexts = torch::empty({texts}, torch::kFloat64);
    double* const losses = ofTexts.data_ptr<double>();
    eachText(offsets, [&](int64_t, int64_t first, int64_t end) {
        CrfSweep::Scratch scratch;
        for (int64_t text = first; text < end; ++text) {
            const int64_t row = offsets[static_cast<size_t>(text)];
            const float* here = values.data_ptr<float>() + row * weights.tags;
            const int64_t tokens = Expected::tokensOf(offsets, text);
            losses[text] = sweep.logPartition(here, tokens, scratch)
                - crfPathScore(weights, here, truth.data_ptr<int64_t>() + row, tokens);
        }
    });
    return {torch::scalar_tensor(std::accumulate(losses, losses + texts, 0.0), torch::kFloat32),
            ofTexts};
}

} // namespace

PlainCrf::PlainCrf(const CrfScores& scores)
    : m_transitions(plain(scores.transitions))
    , m_start(plain(scores.start))
    , m_end(plain(scores.end))
{
}

CrfWeights PlainCrf::weights() const
{
    return {m_start.numel(), m_transitions.data_ptr<float>(), m_start.data_ptr<float>(),
            m_end.data_ptr<float>()};
}

Tensor crfLoss(const Tensor& emissions, const Tensor& labels, const std::vector<int64_t>& offsets,
               const CrfScores& scores)
{
    return crfFit(emissions, labels, offsets, scores).loss;
}

CrfFit crfFit(const Tensor& emissions, const Tensor& labels, const std::vector<int64_t>& offsets,
              const CrfScores& scores)
{
    checkTags(labels, emissions.size(1));
    if (emissions.scalar_type() == torch::kHalf || emissions.scalar_type() == torch::kBFloat16)
        return crfFit(emissions.to(torch::kFloat32), labels, offsets, scores);
    if (!isFloatOnCpu(emissions) || !isFloatOnCpu(scores.transitions))
        return {referenceCrfLoss(emissions, labels, offsets, scores), {}};
    if (!c10::GradMode::is_enabled())
        return lossOnly(emissions, labels, offsets, scores);
    const tensor_list found = FusedCrfLoss::apply(emissions, labels, offsets, scores.transitions,
                                                  scores.start, scores.end);
    return {found[0], found[1]};
}

Tensor crfMarginals(const Tensor& emissions, const std::vector<int64_t>& offsets,
                    const CrfScores& scores)
{
    const Tensor values = plain(emissions);
    const PlainCrf crf(scores);
    Tensor marginals = torch::empty_like(values);
    Expected(values.data_ptr<float>(), offsets, crf.weights(), marginals.data_ptr<float>());
    return marginals;
}

Tensor crfBestTags(const Tensor& emissions, const std::vector<int64_t>& offsets,
                   const CrfScores& scores)
{
    const Tensor values = plain(emissions);
    const PlainCrf crf(scores);
    const CrfWeights weights = crf.weights();
    Tensor tags = torch::empty({values.size(0)}, torch::kInt64);
    eachText(offsets, [&](int64_t, int64_t first, int64_t end) {
        for (int64_t text = first; text < end; ++text) {
            const int64_t row = offsets[static_cast<size_t>(text)];
            crfBestPath(weights, values.data_ptr<float>() + row * weights.tags,
                        Expected::tokensOf(offsets, text), tags.data_ptr<int64_t>() + row);
        }
    });
    return tags;
}

namespace {

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

/// The score of the true tags, summed over texts.
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
