#include "core/base/atomic_file.h"
#include "core/exchange/atomic_folder.h"
#include "core/exchange/exporter.h"

namespace core {

namespace {

void writeModule(const NoOptions&, const ExportedNetwork& exported,
                 const std::filesystem::path& target)
{
    writeFolderAtomically(target, [&](const std::filesystem::path& folder) {
        exported.task.saveFiles(folder); // vocabulary.txt and, for subword models, tokeniser.model
        writeFileAtomically(folder / "model.py", exported.task.module);
        TensorFile weights = networkFile(exported);
        weights.metadata.merge(exported.bound(folder));
        writeSafetensors(folder / kModuleWeights, weights);
        writeFileAtomically(folder / "README.md", exported.task.readme);
    });
}

} // namespace

ExporterRegistry::Entry pythonExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "python",
         .title = "Python module",
         .summary = "A folder with model.py, which needs nothing but PyTorch: the network, its "
                    "weights, and all that turns a text into ids."},
        Schema<NoOptions>(), writeModule);
}

} // namespace core
