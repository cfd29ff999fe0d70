#include "core/base/atomic_file.h"
#include "core/exchange/exporter.h"
#include "core/nn/tensors.h"

#include <caffe2/serialize/inline_container.h>
#include <torch/csrc/jit/serialization/pickler.h>

namespace core {

namespace {

/// The bytes of a file that Python's torch.load(path, weights_only=True) reads as a dict from name
/// to tensor, in the given order. (LibTorch's own pickle_save() writes dicts that it refuses.)
/// @param tensors  on the CPU, contiguous, each with storage of its own (stateOf).
std::string stateDictBytes(const std::vector<std::pair<std::string, torch::Tensor>>& tensors)
{
    c10::Dict<std::string, torch::Tensor> dict;
    for (const auto& [name, tensor] : tensors)
        dict.insert(name, tensor);

    std::string pickled;
    const auto append = [&](const char* bytes, size_t count) { pickled.append(bytes, count); };
    // Tags for TorchScript's types are what torch.load() refuses.
    torch::jit::Pickler pickler(append, nullptr, nullptr, nullptr, nullptr,
                                /*tag_aggregates=*/false);
    pickler.protocol();
    pickler.pushIValue(dict);
    pickler.stop();

    // In memory, because the stream writer ends the program when its own file cannot be written.
    std::string file;
    caffe2::serialize::PyTorchStreamWriter writer([&](const void* bytes, size_t count) {
        file.append(static_cast<const char*>(bytes), count);
        return count;
    });
    writer.writeRecord("data.pkl", pickled.data(), pickled.size());
    const std::vector<torch::Tensor>& data = pickler.tensorData();
    for (size_t i = 0; i < data.size(); ++i)
        writer.writeRecord("data/" + std::to_string(i), data[i].data_ptr(), data[i].nbytes());
    writer.writeEndOfFile();
    return file;
}

} // namespace

ExporterRegistry::Entry pytorchExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "pytorch",
         .title = "PyTorch state_dict",
         .summary = "The weights alone, for torch.load(path, weights_only=True) and "
                    "load_state_dict()."},
        Schema<NoOptions>(),
        [](const NoOptions&, const ExportedNetwork& exported, const std::filesystem::path& target) {
            writeFileAtomically(target, stateDictBytes(stateOf(exported.network)));
        });
}

} // namespace core
