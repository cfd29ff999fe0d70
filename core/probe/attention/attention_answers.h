#pragma once

#include "core/probe/answers.h"
#include "core/probe/attention/attention_changes.h"
#include "core/probe/attention/attention_facts.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/attention/head_by_hand.h"
#include "core/probe/data_answers.h"
#include "core/probe/live_model.h"
#include "core/probe/network_scope.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

/// An example with the prediction of a network whose attention can be changed.
class AttentionReading {
public:
    virtual ~AttentionReading() = default;
    virtual std::vector<AttentionHeadFacts> heads() const = 0; ///< Without a change.
    /// Fills in tokens, prediction and the target of losses; called before the other functions.
    virtual void describe(AttentionTest& test) = 0;
    virtual std::vector<AttentionOutcome> outcomes(
        const std::vector<PlannedChange>& planned) const = 0;
    virtual std::vector<AttentionMap> changedMaps(const PlannedChange& planned) const = 0;
    /// Computes the prediction once more under a hook. Translators: of the target of the losses.
    virtual void watch(const AttentionHook& hook) const = 0;
    virtual std::vector<double> gradientTimesInput() const = 0; ///< See AttentionTest::gradient.
    virtual std::vector<double> leaveOneOut() const = 0;
};

/// Rows of a data set that are predicted with each of several changes.
class AttentionRows {
public:
    virtual ~AttentionRows() = default;
    virtual size_t count() const = 0;
    virtual std::vector<AttentionSite> sites() const = 0; ///< @pre there is a row.
    /// The end of the rows that are predicted together from `first` on.
    virtual size_t end(size_t first) const = 0;
    /// Predicts rows first ... end - 1 with a change. Change 0 is none and comes first.
    virtual void add(size_t first, size_t end, size_t change, const PlannedChange& planned) = 0;
    virtual ScoredAttention scores(size_t change, const PlannedChange& planned) const = 0;
    virtual std::string measure() const = 0; ///< See AttentionScores::measure.
};

// Computed by any task: in an InspectionScope, with
//     std::unique_ptr<AttentionReading> openAttention(const Live&, const Example&, const Monitor&);
//     std::unique_ptr<AttentionRows> openRows(const Live&, const AskAttentionScores&,
//                                             const Monitor&);
AttentionTest testedAttention(AttentionReading& reading, const AskAttentionTest& question);
/// @throws Error{BadSetting} where there is no such head, token or number, or where the scores of
/// the attention are no products.
HeadByHand computedHead(AttentionReading& reading, const AskHeadByHand& question);
/// @throws Error{Cancelled}.
AttentionScores scoredAttention(AttentionRows& rows, const AskAttentionScores& question,
                                const Monitor& monitor);

template <class Answer> Answer stamped(const LiveModel& model, Answer answer)
{
    answer.step = model.step();
    answer.epoch = model.epoch();
    return answer;
}

template <class Live>
AttentionTest attentionTest(const Live& model, const AskAttentionTest& question,
                            const Monitor& monitor)
{
    const InspectionScope scope(model.module(), model.torchDevice());
    return stamped(model,
                   testedAttention(*openAttention(model, question.example, monitor), question));
}

template <class Live>
HeadByHand headByHand(const Live& model, const AskHeadByHand& question, const Monitor& monitor)
{
    const InspectionScope scope(model.module(), model.torchDevice());
    return stamped(model, computedHead(*openAttention(model, question.example, monitor), question));
}

template <class Live>
AttentionEntropies attentionEntropies(const Live& model, const AskAttentionEntropy& question,
                                      const Monitor& monitor)
{
    const InspectionScope scope(model.module(), model.torchDevice());
    EntropyMeans means;
    for (const std::string& text : question.texts) {
        const Example example{.text = text, .className = question.className};
        means.add(openAttention(model, example, monitor)->heads());
        monitor.throwIfStopped();
    }
    return stamped(model, AttentionEntropies{means.means()});
}

/// @pre the question has its rows. @throws Error{Cancelled}.
template <class Live>
AttentionScores attentionScores(const Live& model, const AskAttentionScores& question,
                                const Monitor& monitor)
{
    const InspectionScope scope(model.module(), model.torchDevice());
    return stamped(model, scoredAttention(*openRows(model, question, monitor), question, monitor));
}

/// One line for each task.
/// @param what  its rows: "texts", "pairs".
template <class Live> void addAttentionAnswers(AnswersOf<Live>& answers, const char* what)
{
    answers.template add<AskAttentionTest>(&attentionTest<Live>);
    answers.template add<AskHeadByHand>(&headByHand<Live>);
    answers.template add<AskAttentionEntropy>(&attentionEntropies<Live>);
    answers.template add<AskAttentionScores>(rowsReader<AskAttentionScores>(what),
                                             &attentionScores<Live>);
}

} // namespace core
