#include "core/probe/attention/text_attention.h"
#include "core/probe/baselines/baseline_answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/regression/live_regressor.h"
#include "core/probe/windows/window_answers.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"

#include <array>
#include <cmath>
#include <cstdio>

namespace core {

namespace {

/// Four digits that mean something.
std::string shortNumber(double number)
{
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.4g", number);
    return text.data();
}

BriefAnswer briefRating(LiveRegressor& model, const AskBriefly& question, const Monitor& monitor)
{
    const double said = model.predict(std::vector{question.text}, monitor).front();
    return {shortNumber(said), -1.0, model.step(), model.epoch()};
}

std::vector<DataExample> ratedExamples(LiveRegressor& model, const AskExamples& question,
                                       const Monitor& monitor)
{
    constexpr size_t kTried = 200;
    const std::vector<double>& numbers = question.rows->numbers();
    return dataExamples(
        *question.rows, [&](size_t row) { return shortNumber(numbers[row]); },
        [&](std::span<const std::string> texts) {
            std::vector<double> wrong;
            for (const double said : model.predict(texts, monitor))
                wrong.push_back(std::abs(said - numbers[wrong.size()]));
            return wrong;
        },
        kTried);
}

AnswersOf<LiveRegressor> regressorAnswers()
{
    using Live = LiveRegressor;
    AnswersOf<Live> answers("regression");
    addTextAnswers(answers);
    addWindowAnswers(answers);
    answers.add<AskNumbers>([](Live& model, const AskNumbers& question, const Monitor& monitor) {
        std::vector<NumberPrediction> predicted;
        for (const double number : model.predict(question.texts, monitor))
            predicted.push_back({question.texts[predicted.size()], std::nan(""), number});
        return predicted;
    });
    addScores<AskNumberScores>(answers, "texts");
    addJudgements<AskNumberScores>(answers, "texts", &numberBaselinesOf);
    addAttentionAnswers(answers, "texts");
    answers.add<AskBriefly>(&briefRating);
    addCounterfactuals(answers);
    answers.addOfData<AskExample>(&exampleSentence);
    answers.add<AskExamples>(rowsReader<AskExamples>("texts"), &ratedExamples);
    return answers;
}

} // namespace

const TaskAnswers& regressionAnswers()
{
    static const TaskAnswers answers = regressorAnswers();
    return answers;
}

} // namespace core
