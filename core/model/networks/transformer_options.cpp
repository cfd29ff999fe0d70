#include "core/model/networks/transformer_options.h"

namespace core {

namespace {

void addSizes(Schema<TransformerNetworkOptions>& schema)
{
    schema
        .add(&TransformerNetworkOptions::layers,
             {.name = "layers",
              .label = "Layers",
              .help = "Training accuracy stays low: add one. More than 4: take pre-norm or ReZero.",
              .unit = "layers",
              .minimum = 1,
              .maximum = 48})
        .add(&TransformerNetworkOptions::heads,
             {.name = "heads",
              .label = "Heads",
              .help = "Attentions side by side, each over its share of the embedding's dimension, "
                      "which they must divide.",
              .unit = "heads",
              .minimum = 1,
              .maximum = 256})
        .add(&TransformerNetworkOptions::feedForwardSize,
             {.name = "feed_forward_size",
              .label = "Feed-forward size",
              .help = "Usually four times the embedding's dimension. Overfitting or slow: lower "
                      "it.",
              .unit = "features",
              .minimum = 1,
              .maximum = 65536,
              .logarithmic = true})
        .add(&TransformerNetworkOptions::dropout,
             {.name = "dropout",
              .label = "Dropout",
              .help = "Of the input, the attention weights and each sub-layer. Training accuracy "
                      "far above validation: raise it.",
              .minimum = 0.0,
              .maximum = 0.95});
}

void addShape(Schema<TransformerNetworkOptions>& schema)
{
    schema
        .add(&TransformerNetworkOptions::norm,
             {.name = "norm",
              .label = "Normalisation",
              .help = "The loss does not fall with several layers: take pre-norm or ReZero, or a "
                      "schedule with warm-up.",
              .choices = {{"post", "Post-norm (original)"},
                          {"pre", "Pre-norm"},
                          {"rezero", "ReZero (none)"}}})
        .add(&TransformerNetworkOptions::positions,
             {.name = "positions",
              .label = "Positions",
              .help = "How the network knows where a word stands. Few texts: sinusoidal; it has "
                      "nothing to learn.",
              .choices = {{"sinusoidal", "Sinusoidal"}, {"learned", "Learned"}}})
        .add(&TransformerNetworkOptions::activation,
             {.name = "activation",
              .label = "Activation",
              .help = "Of the feed-forward layer; BERT and GPT use GELU.",
              .choices = {{"relu", "ReLU"}, {"gelu", "GELU"}},
              .advanced = true})
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
        addSizes(all);
        addShape(all);
        return all;
    }();
    return schema;
}

void checkTransformer(const Json& options, const EmbeddingSpec& embedding,
                      std::vector<Problem>& problems)
{
    const auto heads = options.at("heads").get<int64_t>();
    const std::string dimension = std::to_string(embedding.dimension);
    const std::string headsPath = "model.network.heads";
    const std::string positionsPath = "model.network.positions";
    if (embedding.dimension % heads != 0)
        problems.push_back({headsPath,
                            {"%1 is %2; it must divide model.embedding.dimension, which is %3.",
                             {headsPath, std::to_string(heads), dimension}}});
    if (options.at("positions") == "sinusoidal" && embedding.dimension % 2 != 0)
        problems.push_back({positionsPath,
                            {"%1 is \"sinusoidal\", which needs an even "
                             "model.embedding.dimension; it is %2.",
                             {positionsPath, dimension}}});
}

} // namespace core
