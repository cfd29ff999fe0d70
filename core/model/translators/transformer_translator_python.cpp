#include "core/model/translators/transformer_translator_options.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"

namespace core {

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
