#include "core/exchange/exporter.h"
#include "core/exchange/safetensors.h"

namespace core {

ExporterRegistry::Entry safetensorsExporter()
{
    return ExporterRegistry::entry<NoOptions>(
        {.id = "safetensors",
         .title = "safetensors",
         .summary = "The weights alone, in a file that cannot hold code and that most programs "
                    "read. Spec, class names and the like stand in its metadata."},
        Schema<NoOptions>(),
        [](const NoOptions&, const ExportedNetwork& exported, const std::filesystem::path& target) {
            writeSafetensors(target, networkFile(exported));
        });
}

} // namespace core
