#pragma once

#include "core/probe/influence/influence_questions.h"
#include "core/probe/states/live_cells.h"

namespace core {

/// @pre the question has its data. @throws Error{BadSetting} when no update has its weights
/// recorded; Error{Cancelled}.
Influence influence(const LiveCells& model, const AskInfluence& question, const Monitor& monitor);
/// @pre likewise. @throws Error{Cancelled}; Error{BadSetting} when there is no such update.
TextInfluences textInfluences(const LiveCells& model, const AskTextInfluences& question,
                              const Monitor& monitor);
ExampleLoss exampleLoss(LiveCells& model, const AskExampleLoss& question, const Monitor& monitor);

/// Reads the training data of the run, unless the question has them.
void readInfluenceData(AskInfluence& question, const ExperimentSpec& spec, const Monitor& monitor);
void readTextInfluenceData(AskTextInfluences& question, const ExperimentSpec& spec,
                           const Monitor& monitor);

/// One line for every task whose examples have a loss.
template <class Live> void addInfluenceAnswers(AnswersOf<Live>& answers)
{
    answers.template add<AskInfluence>(
        &readInfluenceData, [](Live& model, const AskInfluence& question, const Monitor& monitor) {
            return influence(model, question, monitor);
        });
    answers.template add<AskTextInfluences>(
        &readTextInfluenceData,
        [](Live& model, const AskTextInfluences& question, const Monitor& monitor) {
            return textInfluences(model, question, monitor);
        });
    answers.template add<AskExampleLoss>(
        [](Live& model, const AskExampleLoss& question, const Monitor& monitor) {
            return exampleLoss(model, question, monitor);
        });
}

} // namespace core
