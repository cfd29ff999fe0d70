#pragma once

#include <torch/types.h>

#include <string>
#include <utility>
#include <vector>

namespace core {

/// The bytes of a file that Python's torch.load(path, weights_only=True) reads as a dict from name
/// to tensor, in the given order. (LibTorch's own pickle_save() writes dicts that it refuses.)
/// @param tensors  on the CPU, contiguous, each with storage of its own (stateOf).
std::string stateDictBytes(const std::vector<std::pair<std::string, torch::Tensor>>& tensors);

} // namespace core
