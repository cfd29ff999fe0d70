#include "core/nn/layers/cross_entropy.h"

#include "core/base/error.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

constexpr int64_t kIgnored = -100; ///< LibTorch's mark of a row without a label.

/// Plain arrays: logits [rows, classes], labels [rows].
struct Rated {
    Rated(const Tensor& logits, const Tensor& labels)
        : rows(logits.size(0))
        , classes(logits.size(1))
        , m_logits(logits.data_ptr<float>())
        , m_labels(labels.data_ptr<int64_t>())
    {
    }

    int64_t label(int64_t row) const { return m_labels[row]; }
    const float* row(int64_t index) const { return m_logits + index * classes; }

    const int64_t rows, classes;

private:
    const float* m_logits;
    const int64_t* m_labels;
};

void checkLabels(const Rated& rated)
{
    for (int64_t row = 0; row < rated.rows; ++row) {
        const int64_t label = rated.label(row);
        if (label != kIgnored && (label < 0 || label >= rated.classes))
            throw Error(
                ErrorCode::Internal,
                {"Label %1 of row %2 is not one of %3 classes.",
                 {std::to_string(label), std::to_string(row), std::to_string(rated.classes)}},
                {"Number the classes from 0 in the order of the network's output.", {}});
    }
}

/// The cross-entropy of one row with a label.
double entropy(const Rated& rated, int64_t row, const SoftmaxSums& sums, double smoothing)
{
    const double logPowers = std::log(double{sums.powers});
    const double ofLabel
        = logPowers + (double{sums.most} - double{rated.row(row)[rated.label(row)]});
    if (smoothing == 0.0)
        return ofLabel;
    const double ofAll = logPowers - double{sums.distances} / static_cast<double>(rated.classes);
    return (1.0 - smoothing) * ofLabel + smoothing * ofAll;
}

/// Whether the label has the largest of the row's logits, and none before it the same.
bool isLikeliest(const Rated& rated, int64_t row, float most)
{
    const float* logits = rated.row(row);
    const float* label = logits + rated.label(row);
    return *label == most && std::find(logits, label, most) == label;
}

struct FusedLabelFit : torch::autograd::Function<FusedLabelFit> {
    /// @return the sum of cross-entropies, the number of right rows and what each row adds.
    static tensor_list forward(AutogradContext* context, const Tensor& logits, const Tensor& labels,
                               double smoothing, Logits after)
    {
        const Tensor scores = logits.contiguous(), wanted = labels.contiguous();
        const Rated rated(scores, wanted);
        checkLabels(rated);
        // Of each row the largest element and the sum of exponentials: backward needs no more.
        const Tensor sums = torch::empty({rated.rows, 2}, torch::kFloat32);
        const Tensor ofRows = torch::zeros({rated.rows}, torch::kFloat64);
        double* const entropies = ofRows.data_ptr<double>();
        std::atomic<int64_t> likeliest = 0;
        const RecurrentKernels& kernels = recurrentKernels();
        chunkAll(rated.rows, [&, kept = sums.data_ptr<float>()](int64_t first, int64_t count) {
            int64_t right = 0;
            for (int64_t row = first; row < first + count; ++row) {
                if (rated.label(row) == kIgnored)
                    continue;
                const SoftmaxSums found = kernels.softmaxSums(rated.classes, rated.row(row));
                kept[2 * row] = found.most;
                kept[2 * row + 1] = found.powers;
                entropies[row] = entropy(rated, row, found, smoothing);
                right += isLikeliest(rated, row, found.most) ? 1 : 0;
            }
            likeliest += right;
        });
        context->saved_data["smoothing"] = smoothing;
        context->saved_data["given up"] = after == Logits::GivenUp;
        context->save_for_backward({scores, wanted, sums});
        const Tensor correct = torch::scalar_tensor(likeliest.load(), torch::kInt64);
        context->mark_non_differentiable({correct, ofRows});
        return {torch::scalar_tensor(std::accumulate(entropies, entropies + rated.rows, 0.0),
                                     torch::kFloat32),
                correct, ofRows};
    }

    /// (softmax - (1-ε) [label] - ε / classes) dL/d(sum)
    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const tensor_list saved = context->get_saved_variables();
        const Rated rated(saved[0], saved[1]);
        const double smoothing = context->saved_data["smoothing"].toDouble();
        const double given = gradients[0].item<double>();
        const auto ofLabel = static_cast<float>(given * (1.0 - smoothing));
        const auto ofEach
            = static_cast<float>(-given * smoothing / static_cast<double>(rated.classes));
        const float* sums = saved[2].data_ptr<float>();
        const bool over = context->saved_data["given up"].toBool();
        const Tensor result = over ? saved[0].detach() : torch::empty_like(saved[0]);
        if (over)
            torch::autograd::impl::bump_version(saved[0]);
        const RecurrentKernels& kernels = recurrentKernels();
        chunkAll(rated.rows, [&, out = result.data_ptr<float>()](int64_t first, int64_t count) {
            for (int64_t row = first; row < first + count; ++row) {
                float* slopes = out + row * rated.classes;
                if (rated.label(row) == kIgnored) {
                    std::fill_n(slopes, rated.classes, 0.0F);
                    continue;
                }
                kernels.scaledExponentials(rated.classes, rated.row(row), sums[2 * row],
                                           static_cast<float>(given / sums[2 * row + 1]), ofEach,
                                           slopes);
                slopes[rated.label(row)] -= ofLabel;
            }
        });
        return {result, Tensor(), Tensor(), Tensor()};
    }
};

} // namespace

LabelFit labelFit(const Tensor& logits, const Tensor& labels, double smoothing, Logits after)
{
    if (logits.scalar_type() == torch::kHalf || logits.scalar_type() == torch::kBFloat16)
        return labelFit(logits.to(torch::kFloat32), labels, smoothing, Logits::GivenUp);
    if (logits.is_cpu() && logits.scalar_type() == torch::kFloat32 && logits.dim() == 2
        && logits.size(1) > 0 && labels.is_cpu() && labels.scalar_type() == torch::kInt64
        && labels.dim() == 1 && labels.size(0) == logits.size(0)) {
        const tensor_list found = FusedLabelFit::apply(logits, labels, smoothing, after);
        return {found[0], found[1], found[2]};
    }
    namespace F = torch::nn::functional;
    const Tensor ofRows = F::cross_entropy(
        logits, labels,
        F::CrossEntropyFuncOptions().reduction(torch::kNone).label_smoothing(smoothing));
    return {ofRows.sum(), logits.detach().argmax(1).eq(labels).sum(), ofRows.detach()};
}

} // namespace core
