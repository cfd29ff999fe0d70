#pragma once

#include "core/nn/kernels/sum_of_squares.h"

#include <torch/types.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace core {

/// Sums the squares of an update's step, the changes of a parameter's values, over ranges of them.
///
/// A rule runs over a block of values while they are in the nearest cache, where a copy of them
/// costs little; the copy and the difference of whole tensors would be four more passes over memory
/// beside the seven of Adam.
class StepMeter {
public:
    /// @param ends  of the ranges, ascending; the last is the number of values.
    explicit StepMeter(std::vector<int64_t> ends) : m_ends(std::move(ends)) { begin(0); }

    /// The next update. @param tasks  among which it is divided.
    void begin(int64_t tasks)
    {
        m_sums.assign(static_cast<size_t>(tasks) * m_ends.size(), 0.0);
        m_tensors.clear();
    }
    /// Calls update(first, count) for blocks of [begin, end), which changes `values` there.
    template <class Update>
    void measure(int64_t task, int64_t begin, int64_t end, const float* values,
                 const Update& update)
    {
        constexpr int64_t kBlock = 1024;
        std::array<float, kBlock> before;
        for (int64_t first = begin; first < end; first += kBlock) {
            const int64_t count = std::min(kBlock, end - first);
            std::copy_n(values + first, count, before.data());
            update(first, count);
            add(task, first, count, before.data(), values + first);
        }
    }
    /// Takes a step as a tensor: on a GPU its sum is read with others, by sums().
    void setStep(const torch::Tensor& step)
    {
        const torch::Tensor flat = step.reshape({-1});
        for (int64_t first = 0; const int64_t end : m_ends) {
            m_tensors.push_back(flat.narrow(0, first, end - first).square().sum(torch::kFloat64));
            first = end;
        }
    }
    /// [] each; empty: the step was measured on the CPU.
    const std::vector<torch::Tensor>& tensors() const { return m_tensors; }
    std::vector<double> sums() const ///< For each range, added in the order of the tasks.
    {
        std::vector<double> totals(m_ends.size(), 0.0);
        for (size_t i = 0; i < m_sums.size(); ++i)
            totals[i % m_ends.size()] += m_sums[i];
        return totals;
    }

private:
    void add(int64_t task, int64_t first, int64_t count, const float* before, const float* after)
    {
        double* const sums = m_sums.data() + static_cast<size_t>(task) * m_ends.size();
        for (size_t range = 0; range < m_ends.size() && count > 0; ++range) {
            const int64_t some = std::min(count, m_ends[range] - first);
            if (some <= 0)
                continue;
            sums[range] += sumOfSquares(some, [=](int64_t i) { return after[i] - before[i]; });
            first += some;
            count -= some;
            before += some;
            after += some;
        }
    }

    std::vector<int64_t> m_ends;
    std::vector<double> m_sums; ///< [tasks][ranges]
    std::vector<torch::Tensor> m_tensors; ///< [ranges]
};

} // namespace core
