#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/data/cells/spans.h"
#include "core/probe/attention/text_attention.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/question_answering/live_answerer.h"

#include <algorithm>
#include <utility>

namespace core {

namespace {

/// Wrong is an answer that is no exact match; the one with the highest probability is shown.
std::vector<DataExample> answeredExamples(LiveAnswerer& model, const AskExamples& question,
                                          const Monitor& monitor)
{
    constexpr size_t kTried = 200;
    const TextColumn& answers = question.rows->texts(1);
    return dataExamples(
        *question.rows, [&](size_t row) { return std::string(answers[row]); },
        [&](std::span<const std::string> texts) {
            std::vector<double> wrong;
            for (const AnsweredText& each : model.answers(texts, monitor)) {
                std::vector<std::string> references;
                for (const ReferenceSpan& reference : referenceSpans(answers[wrong.size()], {}))
                    references.push_back(reference.text);
                const bool exact = answerMatch(each.answer, references).exact > 0.0;
                wrong.push_back(exact ? -1.0 : each.probability);
            }
            return wrong;
        },
        kTried);
}

/// A passage alone would be answered as well, with whatever is likeliest. Blank lines have blank
/// answers. @param line  of the text; 0: it is the only one.
/// @throws Error{BadData} where the text does not show what is the question.
void requireQuestion(const std::string& text, size_t line = 0)
{
    if (trimmed(text).empty())
        return;
    if (trimmed(questionAndPassage(text).question).empty())
        throw Error(ErrorCode::BadData,
                    line == 0
                        ? Message{"\"%1\" has no question.", {shown(std::string(trimmed(text)))}}
                        : Message{"Line %1, \"%2\", has no question.",
                                  {std::to_string(line), shown(std::string(trimmed(text)))}},
                    {"Write one question a line: the question, a tab, and the passage.", {}});
    requirePassage(text, line);
}

/// The answer with the distributions of its start and its end.
Outcome answeredOutcome(LiveAnswerer& model, const AskBriefly& question, const Monitor&)
{
    requireQuestion(question.text);
    ReadPassage read = model.answer({.example = {.text = question.text}, .spans = 1});
    Outcome outcome{{{}, -1.0, read.step, read.epoch}};
    if (!read.spans.empty()) {
        outcome.text = read.spans.front().text;
        outcome.probability = read.spans.front().probability;
    }
    outcome.tokens = std::move(read.words);
    outcome.series
        = {{.name = "start", .title = "first word of the answer", .values = std::move(read.start)},
           {.name = "end", .title = "last word of the answer", .values = std::move(read.end)}};
    return outcome;
}

/// Another order of the question's words would be another question.
size_t passageStart(const std::string& text)
{
    return text.size() - questionAndPassage(text).passage.size();
}

AnswersOf<LiveAnswerer> answererAnswers()
{
    using Live = LiveAnswerer;
    AnswersOf<Live> answers(kQuestionAnsweringTask);
    addEncoderAnswers(answers);
    answers.add<AskAnswer>([](Live& model, const AskAnswer& question, const Monitor&) {
        return model.answer(question);
    });
    answers.add<AskAnswers>([](Live& model, const AskAnswers& question, const Monitor& monitor) {
        for (size_t i = 0; i < question.texts.size(); ++i)
            requireQuestion(question.texts[i], i + 1);
        return model.answers(question.texts, monitor);
    });
    addScores<AskAnswerScores>(answers, "questions");
    addAttentionAnswers(answers, "questions");
    answers.add<AskBriefly>([](Live& model, const AskBriefly& question, const Monitor&) {
        return model.brief(question.text);
    });
    addCounterfactuals(answers, &answeredOutcome, &passageStart);
    answers.addOfData<AskExample>(&exampleSentence);
    answers.add<AskExamples>(rowsReader<AskExamples>("questions"), &answeredExamples);
    return answers;
}

} // namespace

const TaskAnswers& questionAnsweringAnswers()
{
    static const TaskAnswers answers = answererAnswers();
    return answers;
}

} // namespace core
