#pragma once

#include <ATen/Context.h>
#include <ATen/autocast_mode.h>
#include <c10/core/Allocator.h>
#include <torch/cuda.h>
#include <torch/types.h>
#include <torch/version.h>

#include <cstring>
#include <string>

/// Everything in which the versions of LibTorch from 1.13 to 2.x differ for us. Nothing else in
/// core asks for a version.
namespace core {

/// Version 2.4 gave the autocast switches a device argument.
#define UNROLL_AUTOCAST_BY_DEVICE                                                                  \
    (TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 4))

inline int64_t cudaDeviceCount()
{
    return static_cast<int64_t>(torch::cuda::device_count());
}

/// Results that repeat to the bit. Where LibTorch has no such algorithm it warns and goes on.
inline void useDeterministicAlgorithms()
{
    at::globalContext().setDeterministicAlgorithms(true, /*warn_only=*/true);
    at::globalContext().setDeterministicCuDNN(true);
    at::globalContext().setBenchmarkCuDNN(false);
#if TORCH_VERSION_MAJOR > 2 || (TORCH_VERSION_MAJOR == 2 && TORCH_VERSION_MINOR >= 2)
    // Else each new tensor is filled, although all that is read of it is written before.
    at::globalContext().setDeterministicFillUninitializedMemory(false);
#endif
}

/// Whether GPUs may compute float32 products in TensorFloat32, with 10 of the 23 bits of the
/// mantissa. LibTorch lets cuDNN do so unless it is told not to.
inline void allowTensorFloat32(bool allowed)
{
    at::globalContext().setAllowTF32CuBLAS(allowed);
    at::globalContext().setAllowTF32CuDNN(allowed);
}

/// An allocator of memory that copies as any other. Versions differ in which of these functions
/// they call: the later ones allocate without const and ask the allocator to copy.
class MemoryAllocator : public at::Allocator {
public:
    virtual at::DataPtr take(size_t bytes) const = 0;

    // NOLINTBEGIN(modernize-use-override): in every version some of them override nothing.
    at::DataPtr allocate(size_t bytes) const { return take(bytes); }
    at::DataPtr allocate(size_t bytes) { return take(bytes); }
    void copy_data(void* to, const void* from, size_t bytes) const { std::memcpy(to, from, bytes); }
    // NOLINTEND(modernize-use-override)
};

/// The text of an error of LibTorch without its backtrace.
inline std::string shortText(const c10::Error& error)
{
    return error.what_without_backtrace();
}

/// Lets CUDA operations of this thread compute in `type` where autocast considers that safe, during
/// its lifetime. Run backward outside of it.
class AutocastScope {
public:
    AutocastScope(torch::Device device, torch::ScalarType type)
        : m_active(device.is_cuda() && type != torch::kFloat32)
    {
        if (!m_active)
            return;
        m_previous = current();
        apply({true, type});
        at::autocast::increment_nesting();
    }
    AutocastScope(const AutocastScope&) = delete;
    AutocastScope& operator=(const AutocastScope&) = delete;
    ~AutocastScope()
    {
        if (!m_active)
            return;
        if (at::autocast::decrement_nesting() == 0)
            at::autocast::clear_cache();
        apply(m_previous);
    }

private:
    struct Mode {
        bool enabled = false;
        torch::ScalarType type = torch::kFloat16;
    };
#if UNROLL_AUTOCAST_BY_DEVICE
    static Mode current()
    {
        return {at::autocast::is_autocast_enabled(at::kCUDA),
                at::autocast::get_autocast_dtype(at::kCUDA)};
    }
    static void apply(Mode mode)
    {
        at::autocast::set_autocast_enabled(at::kCUDA, mode.enabled);
        at::autocast::set_autocast_dtype(at::kCUDA, mode.type);
    }
#else
    static Mode current()
    {
        return {at::autocast::is_enabled(), at::autocast::get_autocast_gpu_dtype()};
    }
    static void apply(Mode mode)
    {
        at::autocast::set_enabled(mode.enabled);
        at::autocast::set_autocast_gpu_dtype(mode.type);
    }
#endif
    bool m_active;
    Mode m_previous;
};

#undef UNROLL_AUTOCAST_BY_DEVICE

/// softmax(q kᵀ / sqrt(size), where `mask` is true) dropped out, times v, by the fused kernels that
/// LibTorch has from version 2.0 on; they keep no weights. Undefined where it has none.
/// @param query, key, value [batch, heads, length, size]
/// @param mask bool, broadcast to [batch, heads, queries, keys]; every query may look somewhere.
inline torch::Tensor fusedAttention(const torch::Tensor& query, const torch::Tensor& key,
                                    const torch::Tensor& value, const torch::Tensor& mask,
                                    double dropout)
{
#if TORCH_VERSION_MAJOR >= 2
    return at::scaled_dot_product_attention(query, key, value, mask, dropout, /*is_causal=*/false);
#else
    static_cast<void>(query), static_cast<void>(key), static_cast<void>(value);
    static_cast<void>(mask), static_cast<void>(dropout);
    return {};
#endif
}

} // namespace core
