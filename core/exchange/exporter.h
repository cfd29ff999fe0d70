#pragma once

#include "core/base/registry.h"
#include "core/exchange/exported_network.h"
#include "core/exchange/safetensors.h"

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

namespace core {

/// Ways to write a network to a path.
using ExporterRegistry = Registry<void, const ExportedNetwork&, const std::filesystem::path&>;

const ExporterRegistry& exporterRegistry();

// One function a format; export.cpp lists them.
ExporterRegistry::Entry safetensorsExporter();
ExporterRegistry::Entry pytorchExporter();
ExporterRegistry::Entry pythonExporter();
ExporterRegistry::Entry torchScriptExporter();
ExporterRegistry::Entry onnxExporter();
ExporterRegistry::Entry vectorTextExporter();
ExporterRegistry::Entry vectorBinaryExporter();
ExporterRegistry::Entry gloveExporter();
ExporterRegistry::Entry fastTextExporter();

/// The spec, where the network comes from, and what the task says of it.
std::map<std::string, std::string> metadataOf(const ExportedNetwork& exported);

/// The network's state with metadataOf().
TensorFile networkFile(const ExportedNetwork& exported);

/// Parameters and buffers under the names that load_state_dict() of the generated Python takes.
/// On the CPU, contiguous, each with storage of its own.
std::vector<std::pair<std::string, torch::Tensor>> stateOf(const torch::nn::Module& network);

} // namespace core
