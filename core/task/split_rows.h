#pragma once

#include "core/data/corpus.h"
#include "core/task/answers.h"

#include <memory>
#include <string>

namespace core {

/// Reads the rows of a run's own data that a question is about.
/// @param split  "train", "valid" or "test". @param what  rows are called so: "texts", "pairs".
/// @throws Error{BadData} where there are none; as loadCorpus().
std::shared_ptr<const CorpusPart> readSplitRows(const ExperimentSpec& spec,
                                                const std::string& split, const char* what,
                                                const Monitor& monitor);

/// What completes a question about the rows of a split, unless it brought its own.
template <class Question> auto rowsReader(const char* what)
{
    return [what](Question& question, const ExperimentSpec& spec, const Monitor& monitor) {
        if (question.rows == nullptr)
            question.rows = readSplitRows(spec, question.split, what, monitor);
    };
}

/// The answer to a question about how a network does on the rows of a split.
template <class Question, class Live> void addScores(AnswersOf<Live>& answers, const char* what)
{
    answers.template add<Question>(
        rowsReader<Question>(what),
        [](Live& model, const Question& question, const Monitor& monitor) {
            return model.evaluate(*question.rows, monitor);
        });
}

} // namespace core
