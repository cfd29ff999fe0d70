#include "core/task/masked_language_model/masked_options.h"

namespace core {

namespace {

void addMasking(Schema<MaskedOptions>& schema)
{
    schema
        .add(&MaskedOptions::maskedShare,
             {.name = "masked_share",
              .label = "Masked share",
              .help = "Share of the tokens of a text that are predicted. Training is slow: raise "
                      "it. Too little context is left to predict from: lower it.",
              .unit = "share",
              .minimum = 0.01,
              .maximum = 0.9})
        .add(&MaskedOptions::maskShare,
             {.name = "mask_share",
              .label = "Replaced by the mask",
              .help = "Share of the predicted tokens that the mask replaces. Together with the "
                      "random ones at most 1; the rest stay as they are, so that the states of "
                      "unmasked tokens are trained as well.",
              .unit = "share",
              .minimum = 0.0,
              .maximum = 1.0,
              .advanced = true})
        .add(&MaskedOptions::randomShare,
             {.name = "random_share",
              .label = "Replaced by a random token",
              .help = "Share of the predicted tokens that a random token of the vocabulary "
                      "replaces.",
              .unit = "share",
              .minimum = 0.0,
              .maximum = 1.0,
              .advanced = true})
        .add(&MaskedOptions::wholeWords,
             {.name = "whole_words",
              .label = "Whole words",
              .help = "Pieces are guessed from the other pieces of the same word, and the context "
                      "is not used: tick it. All pieces of a word are then predicted together."});
}

void addHead(Schema<MaskedOptions>& schema)
{
    schema
        .add(&MaskedOptions::tied,
             {.name = "tied",
              .label = "Tied weights",
              .help = "The output uses the rows of the embedding as its weights. Without a layer "
                      "before the output it needs states of the embedding's dimension. Press and "
                      "Wolf (2017)."})
        .add(&MaskedOptions::transform,
             {.name = "transform",
              .label = "Layer before the output",
              .help = "A linear layer with this activation and a LayerNorm, as in BERT. It keeps "
                      "the states of the network useful for other tasks.",
              .choices = {{"none", "None"},
                          {"gelu", "GELU"},
                          {"gelu_tanh", "GELU (tanh approximation)"},
                          {"relu", "ReLU"}},
              .advanced = true})
        .add(&MaskedOptions::epsilon,
             {.name = "norm_epsilon",
              .label = "Epsilon of its LayerNorm",
              .help = "Added to the variance. Only for weights of another program, such as 1e-12 "
                      "for BERT.",
              .minimum = 1e-15,
              .maximum = 1e-2,
              .advanced = true,
              .logarithmic = true})
        .add(&MaskedOptions::pseudoTokens,
             {.name = "pseudo_tokens",
              .label = "Tokens for pseudo-perplexity",
              .help = "Tokens of the validation or test texts, spread evenly, that are masked by "
                      "themselves and predicted. Validation is slow: lower it. 0: all "
                      "tokens.",
              .unit = "tokens",
              .minimum = 0,
              .maximum = 1e9,
              .advanced = true});
}

} // namespace

const Schema<MaskedOptions>& maskedSchema()
{
    static const Schema<MaskedOptions> schema = [] {
        Schema<MaskedOptions> all;
        addMasking(all);
        addHead(all);
        return all;
    }();
    return schema;
}

} // namespace core
