#pragma once

#include "core/probe/answers.h"
#include "core/probe/live_model.h"
#include "core/probe/updates/layer_series.h"
#include "core/probe/updates/update_questions.h"
#include "core/probe/updates/weight_matrix.h"

namespace core {

/// Completes a question about an update's batch: reads the data of the run.
void readUpdateBatches(UpdateQuestion& question, const ExperimentSpec& spec,
                       const Monitor& monitor);
/// The items of an update's batch.
struct UpdateItems {
    std::vector<int32_t> items; ///< Items of the training split.
    ShownUpdate recorded; ///< From memory or disk; null: the items were planned again.
};
/// @pre the question has its data. @throws Error{BadSetting} when the epoch has no such update.
UpdateItems itemsOf(const LiveModel& model, const UpdateQuestion& question);
/// The updates recorded in memory, else those on disk, sorted by step.
std::vector<ShownUpdate> recordedUpdates(const LiveModel& model, const std::string& run);
UpdateBatch updateBatch(const LiveModel& model, const AskUpdateBatch& question);
ShownRecording shownRecording(const LiveModel& model, const AskRecording& question);
/// @throws Error{BadSetting} for a step that is not kept, Error{Cancelled}.
Landscape landscape(const LiveModel& model, const AskLandscape& question, const Monitor& monitor);

/// One line for every task.
template <class Live> void addUpdateAnswers(AnswersOf<Live>& answers)
{
    answers.template add<AskUpdateBatch>(
        &readUpdateBatches,
        [](const LiveModel& model, const AskUpdateBatch& question, const Monitor&) {
            return updateBatch(model, question);
        });
    answers.template add<AskLandscape>(&readUpdateBatches, &landscape);
    answers.template add<AskLayerCurves>([](const LiveModel&, const AskLayerCurves& question,
                                            const Monitor&) { return layerCurves(question); });
    answers.template add<AskWeightMatrix>(
        [](const LiveModel& model, const AskWeightMatrix& question, const Monitor&) {
            return weightMatrix(model, question);
        });
    answers.template add<AskRecording>(
        [](const LiveModel& model, const AskRecording& question, const Monitor&) {
            return shownRecording(model, question);
        });
}

} // namespace core
