#pragma once

#include "core/model/transformer_block_options.h"

namespace core {

/// Options of the network "transformer".
struct TransformerNetworkOptions : TransformerBlockOptions {
    int64_t layers = 2;
    bool scaleEmbedding = false; ///< Vectors times the root of their dimension.
    bool normEmbedding = false; ///< A LayerNorm before the first layer.
    Selection pooling{"maximum", Json::object()};
};

const Schema<TransformerNetworkOptions>& transformerSchema();

} // namespace core
