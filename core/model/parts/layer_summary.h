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
};

} // namespace core
