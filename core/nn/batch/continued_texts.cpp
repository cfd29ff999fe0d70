#include "core/nn/batch/continued_texts.h"

#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

namespace {

std::vector<int64_t> lengthsBefore(const torch::Tensor& before, const TokenLayout& added)
{
    if (!before.defined())
        return std::vector<int64_t>(static_cast<size_t>(added.batch()), 0);
    const torch::Tensor lengths = before.to(torch::kCPU).contiguous();
    const int64_t* first = lengths.data_ptr<int64_t>();
    return {first, first + lengths.numel()};
}

TokenLayout wholeLayout(const std::vector<int64_t>& before, const TokenLayout& added)
{
    std::vector<int64_t> lengths = before;
    for (size_t text = 0; text < lengths.size(); ++text)
        lengths[text] += added.lengths()[text];
    const int64_t longest = *std::max_element(lengths.begin(), lengths.end());
    const torch::Tensor ids
        = torch::empty({added.batch(), longest}, added.places().options()); // of their shape
    return TokenLayout({ids, tensorOf(std::move(lengths))});
}

bool allEqual(const std::vector<int64_t>& numbers)
{
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](int64_t number) { return number == numbers.front(); });
}

} // namespace

ContinuedTexts::ContinuedTexts(const torch::Tensor& before, const TokenLayout& added)
    : m_before(lengthsBefore(before, added))
    , m_added(added)
    , m_whole(wholeLayout(m_before, added))
    , m_even(allEqual(m_before) && allEqual(added.lengths())
             && added.lengths()[0] == added.length())
{
    const torch::Tensor counts = tensorOf(std::vector<int64_t>(added.lengths()));
    const torch::Tensor shifts
        = tensorOf(std::vector<int64_t>(m_before)).repeat_interleave(counts); // [added tokens]
    m_places = added.places() + shifts.to(added.places().device());
}

torch::Tensor ContinuedTexts::joined(const torch::Tensor& kept, const torch::Tensor& now) const
{
    if (!kept.defined())
        return now;
    if (m_even)
        return torch::cat({kept.narrow(1, 0, m_before.front()),
                           now.unflatten(0, std::vector<int64_t>{m_added.batch(), -1})},
                          1)
            .flatten(0, 1);
    std::vector<int64_t> order; // rows of [kept; now]
    for (size_t text = 0; text < m_before.size(); ++text) {
        const int64_t first = static_cast<int64_t>(text) * kept.size(1);
        for (int64_t t = 0; t < m_before[text]; ++t)
            order.push_back(first + t);
        const int64_t next = kept.size(0) * kept.size(1) + m_added.offsets()[text];
        for (int64_t t = 0; t < m_added.lengths()[text]; ++t)
            order.push_back(next + t);
    }
    return torch::cat({kept.flatten(0, 1), now})
        .index_select(0, tensorOf(std::move(order)).to(now.device()));
}

} // namespace core
