#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// The part of an evaluation that this process computes. Alone, a process computes all of it.
class EvaluationShare {
public:
    virtual ~EvaluationShare() = default;

    virtual int64_t rank() const { return 0; }
    virtual int64_t size() const { return 1; }
    /// Whether this process computes text or token `i`: each has every size()-th. Planned batches
    /// are dealt instead (BatchPlan::dealt()).
    bool has(int64_t i) const { return i % size() == rank(); }

    /// Sums `values` over all processes, into each of them. Those that a process has not computed
    /// are 0. @throws Error{Cancelled} when another process was cancelled.
    virtual void total(std::vector<double>& /*values*/) { }
    /// The texts of all, by rank. @throws Error{Cancelled} likewise.
    virtual std::vector<std::string> gathered(const std::string& text) { return {text}; }

    void total(std::vector<int32_t>& values)
    {
        std::vector<double> sums(values.begin(), values.end());
        total(sums);
        for (size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<int32_t>(sums[i]);
    }
    template <class... Numbers> void totalEach(Numbers&... numbers)
    {
        std::vector<double> sums{static_cast<double>(numbers)...};
        total(sums);
        size_t i = 0;
        ((numbers = static_cast<Numbers>(sums[i++])), ...);
    }
};

} // namespace core
