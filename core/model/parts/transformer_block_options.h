#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"
#include "core/model/parts/network_options.h"
#include "core/nn/layers/positions.h"
#include "core/nn/layers/transformer_block.h"

#include <string>
#include <vector>

namespace core {

/// The options of the layers of any Transformer.
struct TransformerBlockOptions {
    int64_t heads = 4;
    int64_t feedForwardSize = 256;
    double dropout = 0.1;
    std::string norm = "post"; ///< "post", "pre", "rezero"
    /// "sinusoidal", "learned", "none"; of encoders also "rotary".
    std::string positions = "sinusoidal";
    std::string activation = "relu"; ///< "relu", "gelu", "gelu_tanh"
    double normEpsilon = 1e-5;

    /// `count` layers over tokens of `features`, without a last norm of post-norm.
    TransformerOptions layerOptions(int64_t features, int64_t count) const;
    bool learnsPositions() const { return positions == "learned"; }
    /// Nothing is added to the vectors: attention turns queries and keys.
    bool turnsByPlaces() const { return positions == "rotary"; }
    /// Each place has a vector. Otherwise, and unless attention turns by places, the network does
    /// not read the order of the tokens, except through a causal mask.
    bool addsPositions() const { return learnsPositions() || positions == "sinusoidal"; }
    PositionKind positionKind() const
    {
        return learnsPositions() ? PositionKind::Learned : PositionKind::Sinusoidal;
    }
    const char* positionsTitle() const
    {
        return learnsPositions() ? "Learned positions" : "Sinusoidal positions";
    }
    /// "post-norm", as a person reads it.
    std::string normTitle() const;
};

/// Heads must divide the dimension; sinusoids need an even one, rotary positions even heads.
void checkTransformerBlock(const Json& options, const EmbeddingSpec& embedding,
                           std::vector<Problem>& problems);

/// Sizes and kinds of these layers by their names in resources/python.
Json pythonValues(const TransformerOptions& layers);

/// The Python function of an activation: "F.gelu".
std::string pythonFunction(Activation activation);

inline std::vector<Choice> addedPositions()
{
    return {{"sinusoidal", "Sinusoidal"}, {"learned", "Learned"}, {"none", "None"}};
}

/// Describes the members of TransformerBlockOptions, the base of `Options`.
template <class Options>
void addTransformerBlock(Schema<Options>& schema, std::vector<Choice> positions = addedPositions())
{
    schema
        .template add<int64_t>(
            &Options::heads,
            {.name = "heads",
             .label = "Heads",
             .help = "Number of attention heads. Each works on an equal share of the embedding's "
                     "dimension, which the number must divide.",
             .unit = "heads",
             .minimum = 1,
             .maximum = 256})
        .template add<int64_t>(&Options::feedForwardSize,
                               {.name = "feed_forward_size",
                                .label = "Feed-forward size",
                                .help = "Usually four times the embedding's dimension. If the "
                                        "network overfits or training is slow, lower it.",
                                .unit = "features",
                                .minimum = 1,
                                .maximum = 65536,
                                .logarithmic = true})
        .template add<double>(
            &Options::dropout,
            dropoutOption("Applied to the input, the attention weights and each sub-layer. If "
                          "results are much better on training than on validation data, raise it."))
        .template add<std::string>(&Options::norm,
                                   {.name = "norm",
                                    .label = "Normalisation",
                                    .help = "If the loss does not fall with several layers, use "
                                            "pre-norm or ReZero, or a schedule with warm-up.",
                                    .choices = {{"post", "Post-norm (original)"},
                                                {"pre", "Pre-norm"},
                                                {"rezero", "ReZero (none)"}}})
        .template add<std::string>(
            &Options::positions,
            {.name = "positions",
             .label = "Positions",
             .help = "How the position of a word is encoded. With few texts, use sinusoidal "
                     "positions, which have no parameters. None: the network does not know the "
                     "order of the words, to show what positions are for.",
             .choices = std::move(positions)})
        .template add<std::string>(
            &Options::activation,
            {.name = "activation",
             .label = "Activation",
             .help
             = "Activation of the feed-forward layer. BERT uses GELU, GPT-2 its approximation "
               "by tanh; ReLU is the fastest.",
             .choices = {{"relu", "ReLU"}, {"gelu", "GELU"}, {"gelu_tanh", "GELU by tanh"}},
             .advanced = true})
        .template add<double>(
            &Options::normEpsilon,
            {.name = "norm_epsilon",
             .label = "Epsilon of the norms",
             .help = "Added to the variance in every LayerNorm: 1e-12 in BERT, 1e-5 in GPT-2. If "
                     "the loss is not finite at a low precision, raise it.",
             .minimum = 1e-12,
             .maximum = 0.1,
             .advanced = true,
             .logarithmic = true});
}

} // namespace core
