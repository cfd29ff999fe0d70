#include "core/nn/layers/layer_hook.h"

namespace core {

namespace {

thread_local const LayerHook* layerHook = nullptr;

} // namespace

LayerHookScope::LayerHookScope(const LayerHook& hook)
{
    layerHook = &hook;
}

LayerHookScope::~LayerHookScope()
{
    layerHook = nullptr;
}

bool layersAreObserved()
{
    return layerHook != nullptr;
}

torch::Tensor observed(const torch::nn::Module& owner, std::string_view name,
                       const torch::Tensor& output)
{
    return layerHook == nullptr ? output : (*layerHook)(owner, name, output);
}

torch::Tensor observed(const torch::nn::Module& owner, std::string_view list, size_t number,
                       const torch::Tensor& output)
{
    if (layerHook == nullptr)
        return output;
    return (*layerHook)(owner, std::string(list) + "." + std::to_string(number), output);
}

} // namespace core
