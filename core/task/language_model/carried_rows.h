#pragma once

#include "core/model/encoder/encoder.h"
#include "core/task/task.h"

#include <cstdint>
#include <span>
#include <vector>

namespace core {

/// The states at the ends of the rows of a stream, from batch to batch.
class CarriedRows {
public:
    /// The initial state of the next batch. Row r continues if its item follows that of row r of
    /// the previous batch; otherwise its state is zero.
    /// @param first  the number of the first of these rows in the whole batch.
    CarriedState begin(std::span<const int32_t> items, int64_t first = 0) const;
    /// Ends a batch with the state behind it: gradients do not flow back beyond it.
    void end(CarriedState state, std::span<const int32_t> items, int64_t first = 0);

    TaskState tensors() const;
    /// @throws Error{FileMalformed} when it is not what tensors() gave.
    void set(const TaskState& state, torch::Device device);

private:
    CarriedState m_state;
    std::vector<int32_t> m_items; ///< The items before m_state.
    int64_t m_first = 0; ///< The row of the first of them in the whole batch.
};

} // namespace core
