#pragma once

#include "core/nn/pooling.h"

namespace core {

PoolingRegistry::Entry lastPooling();
PoolingRegistry::Entry meanPooling();
PoolingRegistry::Entry maximumPooling();
PoolingRegistry::Entry attentionPooling();

} // namespace core
