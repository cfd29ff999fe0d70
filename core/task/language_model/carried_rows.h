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
    /// The state with which the next batch is read. Row r goes on where its item is the one behind
    /// row r's of the batch before; otherwise it begins anew: zeros.
    CarriedState& begin(std::span<const int32_t> items);
    /// What was read: gradients do not flow back beyond it.
    void end(std::span<const int32_t> items);

    TaskState tensors() const;
    /// @throws Error{FileMalformed} when it is not what tensors() gave.
    void set(const TaskState& state, torch::Device device);

private:
    CarriedState m_state;
    std::vector<int32_t> m_items; ///< That m_state is behind.
};

} // namespace core
