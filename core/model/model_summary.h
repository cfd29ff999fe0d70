#pragma once

#include "core/base/message.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

/// Where in an encoder-decoder a layer stands; `Whole` in a network with one side.
enum class LayerSide { Whole, Source, Target };

/// What a layer of the target side takes from the encoder: its last state to start from, or all of
/// its states at every token.
enum class SourceUse { None, Start, Attention };

/// One layer in the order of the data's way through the network.
/// How a layer meets the one before it in the list.
enum class LayerPlace {
    Above, ///< It reads what that gives.
    Beside, ///< It reads what that reads, and what both give is joined.
    Added ///< Likewise, and what both give is added.
};

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

struct ModelSummary {
    std::vector<LayerSummary> layers;
    int64_t parameters = 0;
    int64_t trainableParameters = 0;
    int64_t weightBytes = 0;
    /// Estimate for one training step: weights, gradients, optimiser state, activations of one
    /// batch at the maximum length.
    int64_t trainingBytes = 0;
    std::vector<Message> notes; ///< What it starts from.
};

/// What the data decide about a network's sizes.
struct NetworkSizes {
    int64_t vocabularySize = 0; ///< Of the source side, where there are two.
    int64_t targetVocabularySize = 0; ///< Translation.
    int64_t classes = 0; ///< Classification.
};

} // namespace core
