#include "core/model/networks/transformer_options.h"

#include "core/model/network_options.h"

namespace core {

namespace {

void addLayers(Schema<TransformerNetworkOptions>& schema)
{
    schema.add(&TransformerNetworkOptions::layers,
               layersOption("Training accuracy stays low: add one. More than 4: take pre-norm or "
                            "ReZero.",
                            kMostTransformerLayers));
}

void addEnds(Schema<TransformerNetworkOptions>& schema)
{
    schema
        .add(&TransformerNetworkOptions::scaleEmbedding,
             scaledEmbeddingOption("scale_embedding", "Scale embedding",
                                   "Pretrained vectors drown in the positions: turn it on."))
        .add(&TransformerNetworkOptions::normEmbedding,
             {.name = "norm_embedding",
              .label = "Normalise embedding",
              .help = "A LayerNorm on vectors with positions, as in lecture 001 and BERT. The loss "
                      "jumps at the start: turn it on.",
              .advanced = true})
        .add(&TransformerNetworkOptions::pooling, poolingOption());
}

} // namespace

const Schema<TransformerNetworkOptions>& transformerSchema()
{
    static const auto schema = [] {
        Schema<TransformerNetworkOptions> all;
        addLayers(all);
        addTransformerBlock(all);
        addEnds(all);
        return all;
    }();
    return schema;
}

} // namespace core
