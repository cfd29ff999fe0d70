#include "core/base/atomic_file.h"
#include "core/exchange/exporter.h"
#include "core/exchange/state_dict.h"

namespace core {

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
