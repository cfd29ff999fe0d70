#pragma once

#include "core/data/corpus.h"
#include "core/task/answers.h"
#include "core/task/attention/attention_questions.h"
#include "core/task/split_rows.h"
#include "core/task/states/live_encoder.h"

#include <functional>
#include <string>

namespace core {

// The attention of networks for texts, put to the test. Looking changes nothing: LookingScope.

AttentionTest attentionTest(const LiveEncoder& model, const AskAttentionTest& question,
                            const Monitor& monitor);
AttentionEntropies attentionEntropies(const LiveEncoder& model, const AskAttentionEntropy& question,
                                      const Monitor& monitor);
/// @param truth  the true answer of a row, as LiveEncoder::loss() takes it.
/// @pre the question has its rows. @throws Error{Cancelled}.
AttentionScores attentionScores(const LiveEncoder& model, const AskAttentionScores& question,
                                const std::function<std::string(size_t)>& truth,
                                const Monitor& monitor);

/// One line for every task whose networks have an encoder of texts.
/// @param truth  std::string(const Live&, const CorpusPart&, size_t row)
template <class Live, class Truth>
void addAttentionAnswers(AnswersOf<Live>& answers, const char* what, Truth truth)
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
        [truth](Live& model, const AskAttentionScores& question, const Monitor& monitor) {
            return attentionScores(
                model, question,
                [&](size_t row) { return truth(std::as_const(model), *question.rows, row); },
                monitor);
        });
}

} // namespace core
