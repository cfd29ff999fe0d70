#pragma once

#include "core/model/model_summary.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace core {

class TextNetwork;
class TextPipeline;

/// The values that are needed to inspect a network; they outlive its task.
struct NetworkParts {
    std::function<ModelSummary()> summarise; ///< Draws random numbers.
    std::string device = "cpu"; ///< "cpu" or "cuda:N": where the network stays.
};

/// A network for texts.
struct TextParts : NetworkParts {
    std::shared_ptr<TextNetwork> network;
    std::shared_ptr<const TextPipeline> pipeline;
    int64_t outputs = 0; ///< Outputs of its head.
};

} // namespace core
