#include "core/model/networks/transformer_options.h"

namespace core {

namespace {

void addLayers(Schema<TransformerNetworkOptions>& schema)
{
    schema.add(&TransformerNetworkOptions::layers,
               {.name = "layers",
                .label = "Layers",
                .help = "Training accuracy stays low: add one. More than 4: take pre-norm or "
                        "ReZero.",
                .unit = "layers",
                .minimum = 1,
                .maximum = 48});
}

void addEnds(Schema<TransformerNetworkOptions>& schema)
{
    schema
        .add(&TransformerNetworkOptions::scaleEmbedding,
             {.name = "scale_embedding",
              .label = "Scale embedding",
              .help = "Multiplies the vectors by the root of their dimension, as the original "
                      "does. Pretrained vectors drown in the positions: turn it on.",
              .advanced = true})
        .add(&TransformerNetworkOptions::normEmbedding,
             {.name = "norm_embedding",
              .label = "Normalise embedding",
              .help = "A LayerNorm on vectors with positions, as in lecture 001 and BERT. The loss "
                      "jumps at the start: turn it on.",
              .advanced = true})
        .add(&TransformerNetworkOptions::pooling,
             {.name = "pooling",
              .label = "Sentence vector",
              .help = "How the states of all words become one vector.",
              .family = "pooling"});
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
