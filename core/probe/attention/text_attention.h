#pragma once

#include "core/data/corpus.h"
#include "core/probe/answers.h"
#include "core/probe/attention/attention_questions.h"
#include "core/probe/data_answers.h"
#include "core/probe/states/live_encoder.h"

namespace core {

// The attention of networks for texts, put to the test. Looking changes nothing: InspectionScope.

AttentionTest attentionTest(const LiveEncoder& model, const AskAttentionTest& question,
                            const Monitor& monitor);
AttentionEntropies attentionEntropies(const LiveEncoder& model, const AskAttentionEntropy& question,
                                      const Monitor& monitor);
/// @pre the question has its rows. @throws Error{Cancelled}.
AttentionScores attentionScores(const LiveEncoder& model, const AskAttentionScores& question,
                                const Monitor& monitor);

/// One line for every task whose networks have an encoder of texts.
template <class Live> void addAttentionAnswers(AnswersOf<Live>& answers, const char* what)
{
    answers.template add<AskAttentionTest>(
        [](Live& model, const AskAttentionTest& question, const Monitor& monitor) {
            return attentionTest(model, question, monitor);
        });
    answers.template add<AskAttentionEntropy>(
        [](Live& model, const AskAttentionEntropy& question, const Monitor& monitor) {
            return attentionEntropies(model, question, monitor);
        });
    answers.template add<AskAttentionScores>(
        rowsReader<AskAttentionScores>(what),
        [](Live& model, const AskAttentionScores& question, const Monitor& monitor) {
            return attentionScores(model, question, monitor);
        });
}

} // namespace core
