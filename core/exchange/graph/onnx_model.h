#pragma once

#include "core/nn/graph/graph_builder.h"

#include <torch/nn/module.h>

#include <map>
#include <string>

namespace core {

/// The bytes of an ONNX model of one function, with operators of opset 17. Weights are initialisers
/// under their names in the network's state_dict.
/// @param metadata  becomes its metadata properties.
/// @throws Error{BadSetting} when the weights do not fit into one file.
std::string onnxBytes(const torch::nn::Module& network, const GraphFunction& function,
                      const std::map<std::string, std::string>& metadata);

} // namespace core
