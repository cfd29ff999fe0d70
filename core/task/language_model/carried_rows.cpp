#include "core/task/language_model/carried_rows.h"

#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

namespace {

constexpr const char* kItems = "carried.items";
constexpr const char* kPart = "carried.part.";

} // namespace

CarriedState CarriedRows::begin(std::span<const int32_t> items, int64_t first) const
{
    std::vector<int64_t> rows;
    std::vector<float> kept;
    for (size_t i = 0; i < items.size(); ++i) {
        const int64_t row = first + static_cast<int64_t>(i) - m_first;
        const bool goesOn = row >= 0 && row < std::ssize(m_items)
            && items[i] == m_items[static_cast<size_t>(row)] + 1;
        rows.push_back(goesOn ? row : 0);
        kept.push_back(goesOn ? 1.0F : 0.0F);
    }
    if (m_state.isEmpty() || std::find(kept.begin(), kept.end(), 1.0F) == kept.end())
        return {};
    CarriedState state = m_state;
    const bool all = std::find(kept.begin(), kept.end(), 0.0F) == kept.end();
    if (!all || first != m_first || static_cast<int64_t>(rows.size()) != state.rows())
        state.select(torch::tensor(rows, torch::kInt64));
    for (torch::Tensor& part : state.parts) {
        if (all)
            continue;
        std::vector<int64_t> shape(static_cast<size_t>(part.dim()), 1);
        shape.front() = part.size(0);
        part = part * torch::tensor(kept).to(part.options()).view(shape);
    }
    return state;
}

void CarriedRows::end(CarriedState state, std::span<const int32_t> items, int64_t first)
{
    m_state = std::move(state);
    m_state.detach();
    m_first = first;
    m_items.assign(items.begin(), items.end());
}

TaskState CarriedRows::tensors() const
{
    TaskState all;
    if (m_state.isEmpty())
        return all;
    all.emplace_back(kItems, torch::tensor(m_items, torch::kInt64));
    for (size_t i = 0; i < m_state.parts.size(); ++i)
        all.emplace_back(kPart + std::to_string(i),
                         m_state.parts[i].detach().to(torch::kCPU).contiguous().clone());
    return all;
}

void CarriedRows::set(const TaskState& state, torch::Device device)
{
    m_state = {};
    m_items.clear();
    m_first = 0;
    for (const auto& [name, tensor] : state) {
        if (name == kItems) {
            const torch::Tensor items = tensor.to(torch::kInt64).contiguous();
            for (int64_t i = 0; i < items.numel(); ++i)
                m_items.push_back(static_cast<int32_t>(items.data_ptr<int64_t>()[i]));
        } else if (name == kPart + std::to_string(m_state.parts.size())) {
            m_state.parts.push_back(tensor.to(device).clone());
        } else {
            throw Error(ErrorCode::FileMalformed,
                        {"The checkpoint has a state \"%1\", which no language model carries.",
                         {shown(name)}});
        }
    }
    if (!m_state.isEmpty() && m_state.rows() != static_cast<int64_t>(m_items.size()))
        throw Error(ErrorCode::FileMalformed,
                    {"The states that the checkpoint carries on do not fit each other.", {}});
}

} // namespace core
