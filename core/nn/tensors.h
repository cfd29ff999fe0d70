#pragma once

// LibTorch as far as this program uses it, in place of torch/torch.h: that one brings data loaders,
// optimisers, every layer and their templates, which each file that only computes would pay for
// again (8.3 instead of 5.1 s for a test, precompiled). What few files need they include
// themselves.
#include <torch/autograd.h>
#include <torch/enum.h>
#include <torch/nn/functional/activation.h>
#include <torch/nn/functional/loss.h>
#include <torch/nn/functional/normalization.h>
#include <torch/nn/init.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/linear.h>
#include <torch/nn/modules/normalization.h>
#include <torch/nn/pimpl.h>
#include <torch/types.h>
#include <torch/utils.h>

namespace core {

/// Whether the program's own loops, which compute with 32-bit numbers on the CPU, can read
/// `tensor`.
inline bool isFloatOnCpu(const torch::Tensor& tensor)
{
    return tensor.defined() && tensor.is_cpu() && tensor.scalar_type() == torch::kFloat32;
}

} // namespace core
