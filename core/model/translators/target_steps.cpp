#include "core/model/translators/target_steps.h"

#include "core/nn/batch/packed_layout.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/batch/token_mark.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Rows in another order, each once. LibTorch's derivative of a selection adds row to row.
struct Permute : torch::autograd::Function<Permute> {
    static Tensor forward(AutogradContext* context, const Tensor& rows, const Tensor& order)
    {
        context->save_for_backward({order});
        return rows.index_select(0, order);
    }
    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        const Tensor order = context->get_saved_variables()[0];
        return {torch::empty_like(gradients[0], at::MemoryFormat::Contiguous)
                    .index_copy_(0, order, gradients[0]),
                Tensor()};
    }
};

Tensor permuted(const Tensor& rows, const Tensor& order)
{
    return rows.is_floating_point() ? Permute::apply(rows, order) : rows.index_select(0, order);
}

} // namespace

TargetSteps::TargetSteps(const SequenceBatch& target)
    : m_batch(target.ids.size(0)), m_length(target.ids.size(1) - 1), m_inOrder(true)
{
    const PackedLayout layout(target.lengths.to(torch::kCPU) - 1, m_length);
    m_counts = layout.batchSizes;
    std::vector<int64_t> starts(static_cast<size_t>(m_batch)), lengths(starts.size());
    for (int64_t place = 0; place < m_batch; ++place) {
        const auto index = static_cast<size_t>(place);
        m_inOrder = m_inOrder && layout.order[index] == place;
        lengths[static_cast<size_t>(layout.order[index])] = layout.lengths[index];
    }
    for (size_t row = 1; row < starts.size(); ++row)
        starts[row] = starts[row - 1] + lengths[row - 1];

    std::vector<int64_t> rows(static_cast<size_t>(layout.tokens())), byPair(rows.size());
    std::vector<int64_t> tokens(rows.size()), marksByPair(rows.size());
    for (int64_t step = 0; step < layout.steps(); ++step) {
        for (int64_t place = 0; place < m_counts[static_cast<size_t>(step)]; ++place) {
            const int64_t pair = layout.order[static_cast<size_t>(place)];
            const int64_t row = layout.row(step, place);
            rows[static_cast<size_t>(row)] = pair * m_length + step;
            tokens[static_cast<size_t>(row)] = pair * (m_length + 1) + step;
            const auto rowByPair = static_cast<size_t>(starts[static_cast<size_t>(pair)] + step);
            byPair[rowByPair] = row;
            marksByPair[rowByPair] = tokenMark(pair, step);
        }
    }
    const torch::Device device = target.ids.device();
    m_marks = layout.marks();
    m_marksByPair = tensorOf(std::move(marksByPair));
    m_order = sentTo(device, torch::tensor(layout.order));
    m_rows = sentTo(device, torch::tensor(rows));
    m_byPair = sentTo(device, torch::tensor(byPair));
    m_ids = target.ids.reshape(-1).index_select(0, sentTo(device, torch::tensor(tokens)));
}

Tensor TargetSteps::sorted(const Tensor& rows) const
{
    return m_inOrder || !rows.defined() ? rows : permuted(rows, m_order.to(rows.device()));
}

Tensor TargetSteps::byPair(const Tensor& bySteps) const
{
    return permuted(bySteps, m_byPair);
}

Tensor TargetSteps::padded(const Tensor& bySteps, double fill) const
{
    std::vector<int64_t> sizes = bySteps.sizes().vec();
    sizes.front() = m_batch * m_length;
    return torch::full(sizes, fill, bySteps.options())
        .index_copy(0, m_rows, bySteps)
        .unflatten(0, std::vector<int64_t>{m_batch, m_length});
}

} // namespace core
