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

OptionDescription layersOf(const std::string& side, const std::string& title,
                           const std::string& help)
{
    OptionDescription layers = layersOption(help, kMostTransformerLayers);
    layers.name = side + "_layers";
    layers.label = title + " layers";
    return layers;
}

void addTransformerLayers(Schema<TransformerTranslatorOptions>& schema)
{
    schema
        .add(&TransformerTranslatorOptions::encoderLayers,
             layersOf("encoder", "Encoder",
                      "If training loss stays high, add one. With few pairs, or if training is "
                      "slow, remove one. With more than 6, use pre-norm or ReZero."))
        .add(&TransformerTranslatorOptions::decoderLayers,
             layersOf("decoder", "Decoder",
                      "If translating is slow, use fewer decoder layers: they cost little quality "
                      "as long as the encoder keeps its layers."));
}

void addEnds(Schema<TransformerTranslatorOptions>& schema)
{
    schema
        .add(&TransformerTranslatorOptions::tiedEmbeddings,
             {.name = "tied_embeddings",
              .label = "Tied embeddings",
              .help = "The output layer uses the target embedding, and with one joint vocabulary "
                      "the source does, too. Try it with few pairs, or if the model is too large.",
              .choices = {{"none", "None"},
                          {"output", "Target and output"},
                          {"all", "Source, target and output"}}})
        .add(&TransformerTranslatorOptions::scaleEmbeddings,
             scaledEmbeddingOption(
                 "scale_embeddings", "Scale embeddings",
                 "If word order is ignored at first, turn it off, so that positions weigh more."))
        .add(&TransformerTranslatorOptions::finalNorm,
             {.name = "final_norm",
              .label = "Final norm",
              .help = "With post-norm, a further LayerNorm after the last layer of encoder and "
                      "decoder, as in torch.nn.Transformer. Pre-norm always has one, ReZero never. "
                      "To load weights of torch.nn.Transformer, turn it on.",
              .advanced = true});
}

} // namespace

const Schema<TransformerTranslatorOptions>& transformerTranslatorSchema()
{
    static const auto schema = [] {
        Schema<TransformerTranslatorOptions> all;
        addTransformerLayers(all);
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
                   {"ADDS_POSITIONS", options.addsPositions()},
                   {"SCALED", options.scaleEmbeddings},
                   {"TARGET_VOCABULARY", context.targetVocabulary},
                   {"LONGEST_TARGET", context.longestTarget},
                   {"DIMENSION", context.embedding.dimension},
                   {"EMBEDDING_DROPOUT", numberText(context.embedding.dropout)},
                   {"TABLE", options.tiesSides() ? "encoder.embedding" : "target_embedding"},
                   {"ACTIVATION", pythonFunction(layers.activation)}});
    return joinedPython(
        {encoder.pythonSource(),
         layers.norm == NormPlace::ReZero ? pythonPiece("layers/rezero_decoder") : "",
         pythonPiece("translators/transformer", values)});
}

} // namespace core
