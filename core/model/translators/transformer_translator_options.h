#pragma once

#include "core/model/encoder/transformer.h"
#include "core/model/translator.h"

namespace core {

/// Options of the network "transformer_seq2seq".
struct TransformerTranslatorOptions : TransformerBlockOptions {
    TransformerTranslatorOptions()
    {
        heads = 4; // Divides the standard embedding dimension.
        feedForwardSize = 512;
    }

    int64_t encoderLayers = 3;
    int64_t decoderLayers = 3;
    bool scaleEmbeddings = true; ///< Vectors times the root of their dimension.
    std::string tiedEmbeddings = "none"; ///< "none", "output", "all"
    bool finalNorm = false; ///< With post-norm: a norm after the last layer of encoder and decoder.

    TransformerEncoderOptions encoder() const;
    TransformerOptions decoder(int64_t features) const;
    /// The output layer uses the target embedding.
    bool tiesOutput() const { return tiedEmbeddings != "none"; }
    /// Both sides share one embedding.
    bool tiesSides() const { return tiedEmbeddings == "all"; }
};

const Schema<TransformerTranslatorOptions>& transformerTranslatorSchema();

/// The class Network of a Transformer encoder-decoder, with its Encoder and what else it needs.
std::string transformerTranslatorPython(const TransformerTranslatorOptions& options,
                                        const TranslatorContext& context, const Encoder& encoder);

} // namespace core
