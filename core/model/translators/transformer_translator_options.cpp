#include "core/model/translators/transformer_translator_options.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"
#include "core/model/parts/network_options.h"

namespace core {

TransformerEncoderOptions TransformerTranslatorOptions::encoder() const
{
    TransformerEncoderOptions options{*this};
    options.layers = encoderLayers;
    options.scaleEmbedding = scaleEmbeddings;
    options.finalNorm = finalNorm;
    return options;
}

TransformerOptions TransformerTranslatorOptions::decoder(int64_t features) const
{
    TransformerOptions options = layerOptions(features, decoderLayers);
    options.lastNorm = finalNorm;
    return options;
}

namespace {

using Options = TransformerTranslatorOptions;

OptionDescription layersOf(const std::string& side, const std::string& title,
                           const std::string& help)
{
    OptionDescription layers = layersOption(help, kMostTransformerLayers);
    layers.name = side + "_layers";
    layers.label = title + " layers";
    return layers;
}

void addLayers(Schema<Options>& schema)
{
    schema
        .add(&Options::encoderLayers,
             layersOf("encoder", "Encoder",
                      "Training loss stays high: add one. Few pairs or slow: take one away. More "
                      "than 6: take pre-norm or ReZero."))
        .add(&Options::decoderLayers,
             layersOf("decoder", "Decoder",
                      "Translating is slow: fewer decoder layers cost little quality as long as "
                      "the encoder keeps its layers."));
}

void addEnds(Schema<Options>& schema)
{
    schema
        .add(&Options::tiedEmbeddings,
             {.name = "tied_embeddings",
              .label = "Tied embeddings",
              .help = "Few pairs, or a model that is too large: let the output layer use the "
                      "target embedding, and with one joint vocabulary the source too.",
              .choices = {{"none", "None"},
                          {"output", "Target and output"},
                          {"all", "Source, target and output"}}})
        .add(&Options::scaleEmbeddings,
             scaledEmbeddingOption("scale_embeddings", "Scale embeddings",
                                   "Word order is ignored at first: turn it off, and positions "
                                   "weigh more."))
        .add(&Options::finalNorm,
             {.name = "final_norm",
              .label = "Final norm",
              .help = "With post-norm, a further LayerNorm after the last layer of encoder and "
                      "decoder, as torch.nn.Transformer has it. Pre-norm always has one, ReZero "
                      "never. To load such weights: turn it on.",
              .advanced = true});
}

} // namespace

const Schema<TransformerTranslatorOptions>& transformerTranslatorSchema()
{
    static const auto schema = [] {
        Schema<Options> all;
        addLayers(all);
        addTransformerBlock(all);
        addEnds(all);
        return all;
    }();
    return schema;
}

std::string transformerTranslatorPython(const TransformerTranslatorOptions& options,
                                        const TranslatorContext& context, const Encoder& encoder)
{
    const TransformerOptions layers = options.decoder(context.embedding.dimension);
    Json values = pythonValues(layers);
    values.update({{"TIES_SIDES", options.tiesSides()},
                   {"TIES_OUTPUT", options.tiesOutput()},
                   {"FROZEN", context.embedding.frozen},
                   {"LEARNED", options.learnsPositions()},
                   {"SCALED", options.scaleEmbeddings},
                   {"TARGET_VOCABULARY", context.targetVocabulary},
                   {"LONGEST_TARGET", context.longestTarget},
                   {"DIMENSION", context.embedding.dimension},
                   {"EMBEDDING_DROPOUT", numberText(context.embedding.dropout)},
                   {"TABLE", options.tiesSides() ? "encoder.embedding" : "target_embedding"},
                   {"ACTIVATION", pythonLiteral(options.activation)}});
    return joinedPython(
        {encoder.pythonSource(),
         layers.norm == NormPlace::ReZero ? pythonPiece("layers/rezero_decoder") : "",
         pythonPiece("translators/transformer", values)});
}

} // namespace core
