#include "core/nn/layers/pooling.h"

namespace core {

// Each in a file of its own.
PoolingRegistry::Entry lastPooling();
PoolingRegistry::Entry meanPooling();
PoolingRegistry::Entry maximumPooling();
PoolingRegistry::Entry attentionPooling();

const PoolingRegistry& poolingRegistry()
{
    static const PoolingRegistry registry(
        "pooling", {lastPooling(), meanPooling(), maximumPooling(), attentionPooling()});
    return registry;
}

} // namespace core
