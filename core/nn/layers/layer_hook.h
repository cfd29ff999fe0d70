#pragma once

#include <torch/nn/module.h>
#include <torch/types.h>

#include <functional>
#include <string>
#include <string_view>

// The outputs of the layers of a network while it computes, for inspection and for their gradients.

namespace core {

/// Sees the output of the layer `name` of `owner` and returns the tensor to compute with: the
/// output itself, or another one. @param name  as LayerSummary::name, relative to `owner`.
using LayerHook = std::function<torch::Tensor(const torch::nn::Module& owner, std::string_view name,
                                              const torch::Tensor& output)>;

/// Sets the hook of this thread while it lives. Training and evaluation have none.
class LayerHookScope {
public:
    explicit LayerHookScope(const LayerHook& hook);
    LayerHookScope(const LayerHookScope&) = delete;
    LayerHookScope& operator=(const LayerHookScope&) = delete;
    ~LayerHookScope();
};

/// Whether this thread has a hook: layers that sum up vectors then compute each of them.
bool layersAreObserved();

/// Every layer that a network lists in its summary passes its output through this function.
/// @return the hook's tensor; `output` without a hook.
torch::Tensor observed(const torch::nn::Module& owner, std::string_view name,
                       const torch::Tensor& output);
/// The layer `number` of a list: "layers.0".
torch::Tensor observed(const torch::nn::Module& owner, std::string_view list, size_t number,
                       const torch::Tensor& output);

} // namespace core
