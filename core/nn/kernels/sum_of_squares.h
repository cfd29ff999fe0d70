#pragma once

#include <torch/types.h>

#include <array>
#include <cstdint>

namespace core {

/// Sum of value(0)² ... value(count - 1)² in double precision: eight sums side by side, so that the
/// loop vectorises without reordering what is added where.
template <class Value> double sumOfSquares(int64_t count, const Value& value)
{
    constexpr int64_t kLanes = 8;
    std::array<double, kLanes> sums{};
    int64_t i = 0;
    for (; i + kLanes <= count; i += kLanes)
        for (int64_t lane = 0; lane < kLanes; ++lane) {
            const double each = value(i + lane);
            sums[static_cast<size_t>(lane)] += each * each;
        }
    double total = 0.0;
    for (; i < count; ++i) {
        const double each = value(i);
        total += each * each;
    }
    for (const double sum : sums)
        total += sum;
    return total;
}

/// Sum of the squares of a tensor's values: sums of parts of a fixed size, added in order, which
/// are the same for any number of threads. @pre contiguous float32 on the CPU.
double sumOfSquares(const torch::Tensor& values);

} // namespace core
