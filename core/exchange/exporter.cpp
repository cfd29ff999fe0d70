#include "core/exchange/export_kinds.h"

#include "core/exchange/exporter.h"
#include "core/nn/tensors.h"

namespace core {

const ExporterRegistry& exporterRegistry()
{
    static const ExporterRegistry registry("export format",
                                           {safetensorsExporter(), pytorchExporter(),
                                            pythonExporter(), torchScriptExporter(), onnxExporter(),
                                            vectorTextExporter(), vectorBinaryExporter(),
                                            gloveExporter(), fastTextExporter()});
    return registry;
}

std::vector<KindDescription> exportKinds()
{
    return exporterRegistry().descriptions();
}

std::map<std::string, std::string> metadataOf(const ExportedNetwork& exported)
{
    std::map<std::string, std::string> metadata = exported.task.metadata;
    metadata.insert({{"made_by", "Unroll"},
                     {"spec", exported.spec},
                     {"step", std::to_string(exported.origin.step)},
                     {"epoch", std::to_string(exported.origin.epoch)}});
    return metadata;
}

TensorFile networkFile(const ExportedNetwork& exported)
{
    return {stateOf(exported.network), metadataOf(exported)};
}

std::vector<std::pair<std::string, torch::Tensor>> stateOf(const torch::nn::Module& network)
{
    std::vector<std::pair<std::string, torch::Tensor>> state;
    const auto add = [&](const auto& entries) {
        for (const auto& entry : entries)
            state.emplace_back(entry.key(),
                               entry.value().detach().to(torch::kCPU).contiguous().clone());
    };
    add(network.named_parameters());
    add(network.named_buffers());
    return state;
}

} // namespace core
