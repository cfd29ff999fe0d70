#include "core/distributed/collectives.h"

#if UNROLL_PROCESSES

#ifndef USE_C10D_GLOO
#define USE_C10D_GLOO // The header is empty without it.
#endif
#include <torch/csrc/distributed/c10d/PrefixStore.hpp>
#include <torch/csrc/distributed/c10d/ProcessGroupGloo.hpp>

// LibTorch for CUDA says in its flags that it has NCCL; the header of NCCL may still be missing.
#if defined(USE_C10D_NCCL) && __has_include(<nccl.h>)                                              \
    && __has_include(<torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>)
#define UNROLL_NCCL 1
#include <torch/csrc/distributed/c10d/ProcessGroupNCCL.hpp>
#else
#define UNROLL_NCCL 0
#endif

#include <torch/version.h>

#include <cstdlib>
#include <utility>
#include <vector>

namespace core {

#if UNROLL_NCCL
namespace {

/// LibTorch 2 warns at the end of the program about groups that were not shut down.
template <class Group> void shutDown(const std::unique_ptr<Group>& group)
{
    if constexpr (requires { group->shutdown(); })
        if (group != nullptr)
            group->shutdown();
}

} // namespace
#endif

struct Collectives::Backends {
    c10::intrusive_ptr<c10d::Store> store;
    int rank, size;
    std::unique_ptr<c10d::ProcessGroupGloo> gloo;
#if UNROLL_NCCL
    std::unique_ptr<c10d::ProcessGroupNCCL> nccl;

    ~Backends()
    {
        shutDown(nccl);
    }

    /// Connected at the first sum on a GPU, which all processes begin at the same place.
    c10d::ProcessGroupNCCL& onGpu()
    {
        if (nccl != nullptr)
            return *nccl;
        // A wait that takes too long throws. By default a thread of NCCL would end the program.
        const char* const variable
            = TORCH_VERSION_MAJOR < 2 ? "NCCL_BLOCKING_WAIT" : "TORCH_NCCL_BLOCKING_WAIT";
        setenv(variable, "1", /*overwrite=*/0); // NOLINT(concurrency-mt-unsafe)
        const auto options = c10d::ProcessGroupNCCL::Options::create();
        options->timeout = kProcessTimeout;
        nccl = std::make_unique<c10d::ProcessGroupNCCL>(
            c10::make_intrusive<c10d::PrefixStore>("nccl", store), rank, size, options);
        return *nccl;
    }
#endif
};

Collectives::Collectives(c10::intrusive_ptr<c10d::Store> store, int rank, int size,
                         const std::string& address)
    : m_backends(std::make_unique<Backends>())
{
    m_backends->store = std::move(store);
    m_backends->rank = rank;
    m_backends->size = size;
    const auto options = c10d::ProcessGroupGloo::Options::create(kProcessTimeout);
    options->devices.push_back(c10d::ProcessGroupGloo::createDeviceForHostname(address));
    m_backends->gloo
        = std::make_unique<c10d::ProcessGroupGloo>(m_backends->store, rank, size, options);
}

Collectives::~Collectives() = default;

std::function<void()> Collectives::startSum(torch::Tensor values)
{
    std::vector<at::Tensor> tensors{std::move(values)};
#if UNROLL_NCCL
    if (tensors.front().is_cuda())
        return [work = m_backends->onGpu().allreduce(tensors)] { work->wait(); };
#endif
    return [work = m_backends->gloo->allreduce(tensors)] { work->wait(); };
}

void Collectives::broadcast(torch::Tensor values)
{
    std::vector<at::Tensor> tensors{std::move(values)};
    m_backends->gloo->broadcast(tensors)->wait();
}

torch::Device deviceOfSums(torch::Device device)
{
    return UNROLL_NCCL == 1 ? device : torch::Device(torch::kCPU);
}

} // namespace core

#endif
