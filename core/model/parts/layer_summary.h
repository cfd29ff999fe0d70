#pragma once

#include <cstdint>
#include <string>

namespace core {

/// Where in an encoder-decoder a layer stands; `Whole` in a network with one side.
enum class LayerSide { Whole, Source, Target };

/// How a layer of the target side uses the encoder: its last state as the initial one, or all of
/// its states at every token.
enum class SourceUse { None, Start, Attention };

/// How a layer meets the one before it in the list.
enum class LayerPlace {
    Above, ///< It reads what that gives.
    Beside, ///< It reads what that reads, and what both give is joined.
    Added ///< Likewise, and what both give is added.
};

/// How a layer treats the tokens of a text.
enum class TokenFlow {
    Unknown,
    EachToken, ///< Each vector by itself: embedding, linear layer, norm.
    Steps, ///< One token after another, with a state that is carried from step to step.
    Window, ///< LayerFlow::width neighbouring tokens together: a convolution.
    Attention, ///< Every token with every other, or with every token of the source.
    Pool, ///< All tokens to one vector.
    /// The vectors of both neighbours: what has read forwards up to the one before, and backwards
    /// up to the one behind.
    Neighbours,
    Condition, ///< No token: the vector of a class, or the last state of the source.
    Chain ///< Scores of pairs of neighbouring outputs: a linear-chain CRF.
};

struct LayerFlow {
    TokenFlow kind = TokenFlow::Unknown;
    int64_t width = 0; ///< Tokens of a window.
    bool causal = false; ///< No later token is read.
    bool residual = false; ///< Its input is added to what it computes.
    bool directionsApart = false; ///< Steps: each direction reads only its own below.
    bool dense = false; ///< Steps: each layer of a stack reads all that are below it.
    bool everyToken = false; ///< Condition: it enters at each token; else it enters once.
    friend bool operator==(const LayerFlow&, const LayerFlow&) = default;
};

/// One layer; they are listed in the order in which data pass through the network.
struct LayerSummary {
    std::string name; ///< Parameter prefix: "rnn", "encoder.layers.0".
    std::string type; ///< "Bidirectional LSTM"
    std::string outputShape; ///< With named axes: "batch x length x 256".
    int64_t parameters = 0;
    bool trainable = true;
    LayerSide side = LayerSide::Whole;
    SourceUse source = SourceUse::None;
    LayerPlace place = LayerPlace::Above;
    LayerFlow flow{};
};

} // namespace core
