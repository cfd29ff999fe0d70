#include "core/nn/batch/token_layout.h"

#include "core/base/error.h"
#include "core/nn/batch/token_mark.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// [batch * length, ...] -> [tokens, ...]
torch::Tensor gathered(const torch::Tensor& flat, const torch::Tensor& rows)
{
    return flat.index_select(0, rows);
}

/// [tokens, ...] -> [count, ...]. Each row is written at most once, so nothing is added up.
torch::Tensor scattered(const torch::Tensor& packed, const torch::Tensor& rows, int64_t count)
{
    std::vector<int64_t> sizes = packed.sizes().vec();
    sizes.front() = count;
    return torch::zeros(sizes, packed.options()).index_copy_(0, rows, packed);
}

/// Gather and scatter are each other's derivative; LibTorch's own derivative of a gather adds rows
/// up one by one, which costs more than the layers around it.
class Gather : public torch::autograd::Function<Gather> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& flat,
                                 const torch::Tensor& rows)
    {
        context->save_for_backward({rows});
        context->saved_data["count"] = flat.size(0);
        return gathered(flat, rows);
    }
    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        return {scattered(gradients[0], context->get_saved_variables()[0],
                          context->saved_data["count"].toInt()),
                torch::Tensor()};
    }
};

class Scatter : public torch::autograd::Function<Scatter> {
public:
    static torch::Tensor forward(AutogradContext* context, const torch::Tensor& packed,
                                 const torch::Tensor& rows, int64_t count)
    {
        context->save_for_backward({rows});
        return scattered(packed, rows, count);
    }
    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        return {gathered(gradients[0].contiguous(), context->get_saved_variables()[0]),
                torch::Tensor(), torch::Tensor()};
    }
};

} // namespace

torch::Tensor differentRows(const torch::Tensor& flat, const torch::Tensor& rows)
{
    return flat.is_floating_point() ? Gather::apply(flat, rows) : gathered(flat, rows);
}

TurnedRows::TurnedRows(const torch::Tensor& lengths, int64_t length, torch::Device device)
{
    const torch::Tensor ends = lengthsOn(device, lengths).unsqueeze(1); // [batch, 1]
    const auto integers = ends.options();
    const torch::Tensor places = torch::arange(length, integers).unsqueeze(0);
    const torch::Tensor begins = torch::arange(lengths.size(0), integers).unsqueeze(1) * length;
    turned = (begins + torch::where(places < ends, ends - 1 - places, places)).flatten();
    last = (begins + ends - 1).flatten();
    real = (places < ends).unsqueeze(2);
}

torch::Tensor turnedRound(const torch::Tensor& values, const TurnedRows& rows)
{
    return differentRows(values.flatten(0, 1), rows.turned).view(values.sizes());
}

TokenLayout::TokenLayout(const SequenceBatch& batch) : m_length(batch.ids.size(1)), m_offsets{0}
{
    const torch::Tensor lengths = batch.lengths.to(torch::kCPU).contiguous();
    const int64_t* length = lengths.data_ptr<int64_t>();
    for (int64_t b = 0; b < lengths.size(0); ++b) {
        if (length[b] < 1 || length[b] > m_length || lengths.size(0) != batch.ids.size(0))
            throw Error(ErrorCode::Internal,
                        {"A batch of %1 texts and length %2 has a text of length %3.",
                         {std::to_string(batch.ids.size(0)), std::to_string(m_length),
                          std::to_string(length[b])}});
        m_lengths.push_back(length[b]);
        m_offsets.push_back(m_offsets.back() + length[b]);
    }
    m_mask = batch.mask();
    const auto integers = torch::TensorOptions(torch::kInt64);
    if (tokens() == this->batch() * m_length) { // Made where they are used, without a copy.
        m_rows = torch::arange(tokens(), integers.device(batch.ids.device()));
        m_places = m_rows.remainder(m_length);
        return;
    }
    torch::Tensor rows = torch::empty({tokens()}, integers);
    torch::Tensor places = torch::empty({tokens()}, integers);
    int64_t* row = rows.data_ptr<int64_t>();
    int64_t* place = places.data_ptr<int64_t>();
    for (int64_t b = 0; b < this->batch(); ++b) {
        for (int64_t t = 0; t < m_lengths[static_cast<size_t>(b)]; ++t) {
            *row++ = b * m_length + t;
            *place++ = t;
        }
    }
    m_rows = sentTo(batch.ids.device(), rows);
    m_places = sentTo(batch.ids.device(), places);
}

const torch::Tensor& TokenLayout::marks() const
{
    if (m_marks.defined())
        return m_marks;
    m_marks = torch::empty({tokens()}, torch::kInt64);
    int64_t* mark = m_marks.data_ptr<int64_t>();
    for (int64_t b = 0; b < batch(); ++b)
        for (int64_t t = 0; t < m_lengths[static_cast<size_t>(b)]; ++t)
            *mark++ = tokenMark(b, t);
    return m_marks;
}

torch::Tensor TokenLayout::pack(const torch::Tensor& padded) const
{
    const torch::Tensor flat = padded.flatten(0, 1);
    if (tokens() == flat.size(0))
        return flat;
    return differentRows(flat, m_rows);
}

torch::Tensor TokenLayout::unpack(const torch::Tensor& packed) const
{
    const int64_t count = batch() * m_length;
    const torch::Tensor flat = tokens() == count ? packed : Scatter::apply(packed, m_rows, count);
    return flat.unflatten(0, std::vector<int64_t>{batch(), m_length});
}

} // namespace core
