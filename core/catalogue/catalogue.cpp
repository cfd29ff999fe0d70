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

namespace {

/// A network that learns by a rule of its own takes from an optimiser the learning rate alone: it
/// is offered SGD without anything else.
std::vector<KindDescription> optimisersForTasks()
{
    std::vector<KindDescription> kinds = optimiserKinds();
    const std::vector<std::string> tasks = tasksWith(TaskTrait::Gradients);
    for (KindDescription& kind : kinds) {
        if (kind.id != "sgd") {
            kind.tasks = tasks;
            continue;
        }
        for (OptionDescription& option : kind.options)
            if (option.name != "learning_rate")
                option.tasks = tasks;
    }
    return kinds;
}

} // namespace

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
                           {"optimiser", optimisersForTasks()},
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
