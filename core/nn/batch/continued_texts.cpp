#include "core/nn/batch/continued_texts.h"

#include "core/nn/tensors.h"

#include <algorithm>
#include <functional>

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

std::vector<int64_t> sums(std::vector<int64_t> numbers, const std::vector<int64_t>& more)
{
    std::transform(numbers.begin(), numbers.end(), more.begin(), numbers.begin(), std::plus<>());
    return numbers;
}

bool allEqual(const std::vector<int64_t>& numbers)
{
    return std::all_of(numbers.begin(), numbers.end(),
                       [&](int64_t number) { return number == numbers.front(); });
}

} // namespace

ContinuedTexts::ContinuedTexts(const torch::Tensor& before, const TokenLayout& added)
    : m_before(lengthsBefore(before, added))
    , m_lengths(sums(m_before, added.lengths()))
    , m_length(*std::max_element(m_lengths.begin(), m_lengths.end()))
    , m_added(added)
    , m_even(allEqual(m_before) && allEqual(added.lengths())
             && added.lengths()[0] == added.length())
{
    std::vector<int64_t> shifts;
    for (size_t text = 0; text < m_before.size(); ++text)
        shifts.insert(shifts.end(), static_cast<size_t>(added.lengths()[text]), m_before[text]);
    m_places = added.places() + tensorOf(std::move(shifts)).to(added.places().device());
}

const TokenLayout& ContinuedTexts::whole() const
{
    if (!m_whole)
        m_whole.emplace(SequenceBatch{
            torch::empty({m_added.batch(), m_length}, m_added.places().options()), // of its shape
            tensorOf(std::vector<int64_t>(m_lengths))});
    return *m_whole;
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
