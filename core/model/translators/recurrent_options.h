#pragma once

#include "core/base/schema.h"
#include "core/experiment/spec.h"
#include "core/model/encoder/cells/typed_cell_option.h"

namespace core {

/// Options of the network "seq2seq".
struct RecurrentTranslatorOptions {
    std::string cell = "lstm"; ///< One of namedCells() or kTypedCell, of encoder and decoder.
    std::string cellText{kTypedExample}; ///< kTypedCell: its equations.
    std::string comparedWith = "none"; ///< kTypedCell: the known cell that is trained beside it.
    int64_t layers = 1; ///< In the encoder and in the decoder.
    int64_t hiddenSize = 256; ///< In each direction of the encoder.
    bool bidirectional = true; ///< The encoder.
    int64_t decoderSize = 0; ///< 0: hiddenSize.
    double dropout = 0.3; ///< Between layers.
    Selection attention{"general", Json::object()};
    std::string query = "current"; ///< "current", "previous"
    bool inputFeeding = false;
    std::string readout = "attentional"; ///< "attentional", "concat", "maxout"
    double readoutDropout = 0.2;
    std::string bridge = "linear"; ///< "linear", "none"
    /// Of the encoder, where the decoder begins: "last", its last states; "mean" of its outputs.
    std::string start = "last";
    bool tiedEmbeddings = false;

    int64_t directions() const { return bidirectional ? 2 : 1; }
    /// Features of a state of the encoder, and of one of the decoder.
    int64_t memorySize() const { return directions() * hiddenSize; }
    int64_t stateSize() const { return decoderSize > 0 ? decoderSize : hiddenSize; }
    bool attends() const { return attention.kind != "none"; }
    /// The context of s_{t-1} goes into step t.
    bool feedsContext() const { return attends() && query == "previous"; }
    /// A step needs more of the step before than its state: no step can be computed ahead.
    bool feedsBack() const { return feedsContext() || inputFeeding; }
    /// A layer "readout" stands before the output layer.
    bool hasReadout() const
    {
        return readout == "maxout" || (readout == "attentional" && attends());
    }
    /// Size of the input of the output layer.
    int64_t readoutSize(int64_t dimension) const;
    /// Size of the further input of a decoder step beside the embedding of its token.
    int64_t feedSize(int64_t dimension) const;
};

const Schema<RecurrentTranslatorOptions>& recurrentTranslatorSchema();

/// Rules between fields: sizes that must be equal, feeding that needs what is fed.
void checkRecurrentTranslator(const Json& options, const EmbeddingSpec& embedding,
                              std::vector<Problem>& problems);

} // namespace core
