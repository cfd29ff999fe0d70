#pragma once

#include "core/base/message.h"
#include "core/model/parts/layer_summary.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

struct ModelSummary {
    std::vector<LayerSummary> layers;
    int64_t parameters = 0;
    int64_t trainableParameters = 0;
    int64_t weightBytes = 0;
    /// Estimate for one training step: weights, gradients, optimiser state, activations of one
    /// batch at the maximum length.
    int64_t trainingBytes = 0;
    std::vector<Message> notes; ///< How the weights are initialised.
};

/// The sizes of a network that follow from the data.
struct NetworkSizes {
    int64_t vocabularySize = 0; ///< The source side's, where there are two.
    int64_t targetVocabularySize = 0; ///< Translation.
    int64_t classes = 0; ///< Classification.
};

} // namespace core
