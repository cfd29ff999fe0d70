#pragma once

#include <ATen/ops/empty.h>

#include <cstdint>

namespace core {

/// Floats for loops of ours, not initialised. They come from the memory of tensors, so that they
/// count where memory is limited; std::vector's would not.
class FloatMemory {
public:
    FloatMemory() = default;
    /// @throws Error{OutOfMemory}
    explicit FloatMemory(int64_t count)
        : m_memory(at::empty({count}, at::kFloat)), m_data(m_memory.data_ptr<float>())
    {
    }
    float* data() { return m_data; }
    const float* data() const { return m_data; }

private:
    at::Tensor m_memory;
    float* m_data = nullptr;
};

} // namespace core
