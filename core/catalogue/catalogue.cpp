#include "core/catalogue/spec_json.h"
#include "core/data/data_kinds.h"
#include "core/decode/decode_kinds.h"
#include "core/exchange/export_kinds.h"
#include "core/model/model_kinds.h"
#include "core/optimise/optimise_kinds.h"
#include "core/task/task_kinds.h"
#include "core/text/text_kinds.h"

namespace core {

const Catalogue& catalogue()
{
    static const Catalogue all = {{"format", formatKinds(taskColumns())},
                                  {"sample", sampleKinds(taskColumns())},
                                  {"cleaning", cleaningKinds()},
                                  {"tokeniser", tokeniserKinds()},
                                  {"network", networkKinds()},
                                  {"pooling", poolingKinds()},
                                  {"initialisation", initialisationKinds()},
                                  {"task", taskKinds()},
                                  {"monitor", monitorKinds()},
                                  {"optimiser", optimiserKinds()},
                                  {"schedule", scheduleKinds()},
                                  {"teacher_forcing", teacherForcingKinds()},
                                  {"attention", attentionKinds()},
                                  {"search", searchKinds()},
                                  {"export", exportKinds()}};
    return all;
}

} // namespace core
