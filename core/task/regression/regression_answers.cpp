#include "core/task/entries.h"
#include "core/task/regression/live_regressor.h"
#include "core/task/split_rows.h"

namespace core {

namespace {

AnswersOf<LiveRegressor> regressorAnswers()
{
    using Live = LiveRegressor;
    AnswersOf<Live> answers("regression");
    addTextAnswers(answers);
    answers.add<AskNumbers>([](Live& model, const AskNumbers& question, const Monitor& monitor) {
        return model.predict(question.texts, monitor);
    });
    addScores<AskNumberScores>(answers, "texts");
    return answers;
}

} // namespace

const TaskAnswers& LiveRegressor::answers() const
{
    return regressionAnswers();
}

const TaskAnswers& regressionAnswers()
{
    static const TaskAnswers answers = regressorAnswers();
    return answers;
}

} // namespace core
