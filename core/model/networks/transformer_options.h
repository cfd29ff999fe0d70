#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"
#include "core/nn/transformer_encoder.h"

namespace core {

/// Options of the network "transformer".
struct TransformerNetworkOptions {
    int64_t layers = 2;
    int64_t heads = 4;
    int64_t feedForwardSize = 256;
    double dropout = 0.1;
    std::string norm = "post"; ///< "post", "pre", "rezero"
    std::string activation = "relu"; ///< "relu", "gelu"
    std::string positions = "sinusoidal"; ///< "sinusoidal", "learned"
    bool scaleEmbedding = false; ///< Vectors times the root of their dimension.
    bool normEmbedding = false; ///< A LayerNorm before the first layer.
    Selection pooling{"maximum", Json::object()};
};

const Schema<TransformerNetworkOptions>& transformerSchema();

/// Heads must divide the dimension; sinusoids need an even one.
void checkTransformer(const Json& options, const EmbeddingSpec& embedding,
                      std::vector<Problem>& problems);

} // namespace core
