#pragma once

#include "core/exchange/safetensors.h"

#include <torch/nn/module.h>

#include <vector>

namespace core {

/// All parameters of a network in an order that does not depend on how it is divided into modules:
/// tables of words, tables of places, then all others as they are registered. It is that of the
/// optimiser's state in checkpoints, and of sums over all gradients.
std::vector<torch::Tensor> parametersInOrder(const torch::nn::Module& network);

/// A file of weights with the names that its parameters have today. Networks of spec version 1 had
/// no encoder of their own, so that the same weights had other names in each task:
/// "embedding.weight" or "source_embedding.weight" is "encoder.embedding.weight".
TensorFile withPresentNames(const TensorFile& file);

} // namespace core
