#include "core/exchange/safetensors.h"
#include "core/exchange/exporter.h"
#include "core/experiment/spec_json.h"

namespace core {

namespace {

void writeRun(const NoOptions&, const StoredRun& run, const std::filesystem::path& target)
{
    TensorFile file{stateOf(*run.network), {}};
    file.metadata = {{"made_by", "Unroll"},
                     {"spec", specToJson(run.spec).dump()},
                     {"step", std::to_string(run.step)},
                     {"epoch", std::to_string(run.epoch)}};
    file.metadata.merge(run.exported().metadata);
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
