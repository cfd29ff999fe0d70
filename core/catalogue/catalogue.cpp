#include "core/catalogue/spec_json.h"
#include "core/data/formats/format.h"
#include "core/data/sample.h"
#include "core/decode/search.h"
#include "core/exchange/export_kinds.h"
#include "core/model/model_kinds.h"
#include "core/optimise/optimise_kinds.h"
#include "core/task/task_kinds.h"
#include "core/text/tokenisers/tokeniser.h"

namespace core {

const Catalogue& catalogue()
{
    static const Catalogue all = [] {
        Catalogue kinds = {{"format", formatKinds(taskColumns())},
                           {"sample", sampleKinds(taskColumns())},
                           {"cleaning", cleaningKinds()},
                           {"tokeniser", tokeniserKinds()},
                           {"network", networkKinds(taskNetworks())},
                           {"pooling", poolingKinds()},
                           {"initialisation", initialisationKinds()},
                           {"task", taskKinds()},
                           {"monitor", monitorKinds()},
                           {"optimiser", optimiserKinds()},
                           {"schedule", scheduleKinds()},
                           {"attention", attentionKinds()},
                           {"search", searchKinds()},
                           {"export", exportKinds()}};
        for (const TaskDescription& task : taskDescriptions())
            kinds.insert(task.families.begin(), task.families.end());
        return kinds;
    }();
    return all;
}

} // namespace core
