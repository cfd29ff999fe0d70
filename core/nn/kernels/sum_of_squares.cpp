#include "core/nn/kernels/sum_of_squares.h"

#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace core {

double sumOfSquares(const torch::Tensor& values)
{
    constexpr int64_t kPart = int64_t{1} << 16;
    const float* const all = values.data_ptr<float>();
    const int64_t count = values.numel();
    std::vector<double> sums(static_cast<size_t>((count + kPart - 1) / kPart));
    runTasks(static_cast<int64_t>(sums.size()), [&](int64_t task) {
        const float* const part = all + task * kPart;
        sums[static_cast<size_t>(task)] = sumOfSquares(std::min(kPart, count - task * kPart),
                                                       [part](int64_t i) { return part[i]; });
    });
    return std::accumulate(sums.begin(), sums.end(), 0.0);
}

} // namespace core
