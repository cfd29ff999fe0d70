#pragma once

#include <torch/nn/modules/linear.h>
#include <torch/types.h>

namespace core {

/// y = x Wᵀ + b, as torch.nn.functional.linear, for the many rows of training and evaluation.
///
/// float32 on the CPU is multiplied with the kernels of the recurrent engine, which do not depend
/// on the BLAS that the system has, share rows among threads, and give every row the same bits
/// wherever it stands. A few rows without gradients, as when a text is generated, take the time in
/// which the weights are read. Other few rows, types and devices go to LibTorch.
///
/// @param input  [..., in]  @param weight [out, in]  @param bias [out], or undefined
/// @return [..., out]
/// @throws Error{Internal} when a second derivative is asked of the quick way.
torch::Tensor linear(const torch::Tensor& input, const torch::Tensor& weight,
                     const torch::Tensor& bias);

/// The same with a layer's weights, in place of the layer's own forward.
torch::Tensor linear(const torch::nn::Linear& layer, const torch::Tensor& input);

/// dropOut(relu(x Wᵀ + b), dropout, marks) in one pass over the result. As linear().
torch::Tensor reluLinear(const torch::nn::Linear& layer, const torch::Tensor& input, double dropout,
                         const torch::Tensor& marks = {});

/// Gelu::Exact is x Φ(x) with the normal distribution Φ, as in BERT; Gelu::Tanh is its
/// approximation x (1 + tanh(√(2/π) (x + 0.044715 x³))) / 2, as in GPT-2. Hendrycks & Gimpel
/// (2016), arXiv:1606.08415.
enum class Gelu { Exact, Tanh };

/// dropOut(gelu(x Wᵀ + b), dropout, marks). The activation and its derivative are computed while
/// rows of the product are in the cache. As linear().
torch::Tensor geluLinear(const torch::nn::Linear& layer, const torch::Tensor& input, double dropout,
                         Gelu form = Gelu::Exact, const torch::Tensor& marks = {});

} // namespace core
