#include "core/exchange/safetensors.h"
#include "core/exchange/exporter.h"

namespace core {

namespace {

void writeRun(const NoOptions&, const ExportedNetwork& exported,
              const std::filesystem::path& target)
{
    TensorFile file{stateOf(exported.network), {}};
    file.metadata = {{"made_by", "Unroll"},
                     {"spec", exported.spec},
                     {"step", std::to_string(exported.origin.step)},
                     {"epoch", std::to_string(exported.origin.epoch)}};
    file.metadata.insert(exported.task.metadata.begin(), exported.task.metadata.end());
    writeSafetensors(target, file);
}

} // namespace

ExporterRegistry::Entry safetensorsExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "safetensors",
         .title = "safetensors",
         .summary = "The weights alone, in a file that cannot hold code and that most programs "
                    "read. Spec, class names and the like stand in its metadata.",
         .formula = {},
         .options = {},
         .tasks = {}},
        Schema<NoOptions>(), writeRun);
}

} // namespace core
