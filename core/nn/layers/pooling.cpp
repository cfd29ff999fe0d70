#include "core/nn/layers/pooling.h"

namespace core {

// Each in a file of its own.
PoolingRegistry::Entry lastPooling();
PoolingRegistry::Entry meanPooling();
PoolingRegistry::Entry maximumPooling();
PoolingRegistry::Entry attentionPooling();
PoolingRegistry::Entry sampledHardPooling();
PoolingRegistry::Entry straightThroughPooling();

torch::Tensor Pooling::choiceTerm(const torch::Tensor&, const torch::Tensor&)
{
    throw Error(ErrorCode::Internal, {"This pooling draws no place.", {}});
}

const PoolingRegistry& poolingRegistry()
{
    static const PoolingRegistry registry("pooling",
                                          {lastPooling(), meanPooling(), maximumPooling(),
                                           attentionPooling(), sampledHardPooling(),
                                           straightThroughPooling()});
    return registry;
}

} // namespace core
