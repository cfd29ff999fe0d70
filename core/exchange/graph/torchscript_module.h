#pragma once

#include "core/nn/graph/graph_builder.h"

#include <torch/nn/module.h>

#include <map>
#include <string>
#include <vector>

namespace core {

/// The bytes of a TorchScript module with one method a function. Its parameters and buffers have
/// the names of the network's state_dict. torch.jit.load() reads it without any code of ours, in
/// PyTorch 1.13 and later.
///
/// @param source  further methods in TorchScript, which may call those; mostly empty.
/// @param files   for torch.jit.load(path, _extra_files={"name": ""}).
std::string torchScriptBytes(const torch::nn::Module& network,
                             const std::vector<GraphFunction>& functions, const std::string& source,
                             const std::map<std::string, std::string>& files);

} // namespace core
