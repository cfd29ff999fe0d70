#include "core/model/encoder/transformer.h"

#include "core/base/message.h"
#include "core/base/python_piece.h"

namespace core {

namespace {

/// The class of the layers; empty: PyTorch has it.
std::string layersPython(const TransformerOptions& layers, bool goesOn)
{
    if (!goesOn)
        return layers.norm == NormPlace::ReZero ? pythonPiece("layers/rezero_encoder") : "";
    Json values = pythonValues(layers);
    values.update({{"SIZE", layers.features}, {"ROTARY", layers.rotary}});
    return joinedPython({layers.rotary ? pythonPiece("layers/rotary_positions") : "",
                         pythonPiece("layers/causal_layers", values)});
}

} // namespace

std::string TransformerTextEncoder::pythonSource() const
{
    const bool causal = m_options.causal, turns = m_options.turnsByPlaces();
    const bool learned = m_options.learnsPositions(), sinusoidal = !learned && !turns;
    const TransformerOptions layers = m_options.stack(dimension());
    const std::string placed = pythonRegion("encoders/transformer_input", "PLACED",
                                            {{"VECTORS", pythonVectors("state is None")},
                                             {"DIMENSION", dimension()},
                                             {"CAUSAL", causal},
                                             {"LEARNED", learned},
                                             {"SINUSOIDAL", sinusoidal},
                                             {"JOINED", !m_joined.is_empty()},
                                             {"SCALED", m_options.scaleEmbedding},
                                             {"NORMED", m_options.normEmbedding}});
    Json values = pythonValues(layers);
    values.update({{"BASE", pythonBase()},
                   {"KIND", causal ? "decoder" : "encoder"},
                   {"TABLES", pythonTables()},
                   {"WORDS", pythonWords()},
                   {"PLACED", placed},
                   {"PLACED_MORE", placed},
                   {"DIMENSION", dimension()},
                   {"INPUT", inputSize()},
                   {"WINDOW", context().maximumLength},
                   {"CAUSAL", causal},
                   {"ROTARY", turns},
                   {"LEARNED", learned},
                   {"JOINED", !m_joined.is_empty()},
                   {"NORMED", m_options.normEmbedding},
                   {"ACTIVATION", pythonLiteral(m_options.activation)}});
    return joinedPython({sinusoidal ? pythonPiece("layers/sinusoids") : "",
                         layersPython(layers, causal || turns), pythonWordVectors(),
                         pythonPiece("encoders/transformer", values)});
}

} // namespace core
