#include "core/nn/pooling.h"

#include "core/nn/pooling_entries.h"

namespace core {

const PoolingRegistry& poolingRegistry()
{
    static const PoolingRegistry registry(
        "pooling", {lastPooling(), meanPooling(), maximumPooling(), attentionPooling()});
    return registry;
}

} // namespace core
