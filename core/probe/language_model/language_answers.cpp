#include "core/probe/attention/text_attention.h"
#include "core/probe/baselines/baseline_answers.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/in_context/in_context.h"
#include "core/probe/influence/influence_answers.h"
#include "core/probe/language_model/grouped_readings.h"
#include "core/probe/language_model/live_language_model.h"
#include "core/probe/map/vector_map.h"
#include "core/probe/trace/trace.h"
#include "core/task/task_kinds.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

/// The rows that the question is about, blank ones passed over.
void readRows(AskRowReadings& question, const ExperimentSpec& spec, const Monitor& monitor)
{
    if (question.rows != nullptr)
        return;
    Corpus data = dataOfRun(spec, monitor);
    const CorpusPart& all = question.split == "valid" ? data.valid
        : question.split == "test"                    ? data.test
                                                      : data.train;
    CorpusPart some;
    std::vector<size_t> rows;
    int64_t seen = 0;
    for (size_t row = 0; row < all.size(); ++row)
        if (all.texts()[row].find_first_not_of(" \t") != std::string_view::npos
            && ++seen > question.first && seen <= question.first + question.count)
            rows.push_back(row);
    for (const Column& column : all.columns) {
        Column& picked = some.columns.emplace_back();
        picked.kind = column.kind;
        if (!column.texts.empty())
            picked.texts = column.texts.picked(rows);
        for (const size_t row : rows)
            if (!column.classes.empty())
                picked.classes.push_back(column.classes[row]);
            else if (!column.numbers.empty())
                picked.numbers.push_back(column.numbers[row]);
    }
    question.rows = std::make_shared<const CorpusPart>(std::move(some));
}

/// The greedy continuation of the text, which is fast.
BriefAnswer briefContinuation(LiveLanguageModel& model, const AskBriefly& question,
                              const Monitor& monitor)
{
    DecodingRequest request;
    request.source = question.text;
    request.search = {"greedy", Json::object()};
    request.best = 1;
    request.detail = TraceDetail::Off;
    const Decoding written = model.decode(request, question.className, monitor);
    const Translation& best = written.best.front();
    return {best.text, std::exp(best.logProbability), written.step, written.epoch};
}

/// For a model that generates for conditions it is the whole that begins with the text.
BriefAnswer briefText(LiveLanguageModel& model, const AskBriefly& question, const Monitor& monitor)
{
    BriefAnswer brief = briefContinuation(model, question, monitor);
    if (!model.conditions().choices.empty())
        brief.text.insert(0, question.text);
    return brief;
}

/// The texts differ anyway: their continuations are compared. A text that ends at once has its end.
Outcome continuedOutcome(LiveLanguageModel& model, const AskBriefly& question,
                         const Monitor& monitor)
{
    BriefAnswer brief = briefContinuation(model, question, monitor);
    if (brief.text.empty())
        brief.text = model.inputName(kEndId);
    return {std::move(brief)};
}

/// The text with the highest loss a token counts as wrong.
std::vector<DataExample> readExamples(LiveLanguageModel& model, const AskExamples& question,
                                      const Monitor& monitor)
{
    constexpr size_t kTried = 50;
    return dataExamples(
        *question.rows, [](size_t) { return std::string(); },
        [&](std::span<const std::string> texts) {
            std::vector<double> wrong;
            for (const std::string& text : texts) {
                const std::string className = model.example(*question.rows, wrong.size()).className;
                const ReadText read = model.read({text, className, 0}, monitor);
                const auto tokens = static_cast<double>(std::max<size_t>(read.tokens.size(), 1));
                wrong.push_back(read.tokens.size() < 4 ? -1.0 : read.nats / tokens);
            }
            return wrong;
        },
        kTried);
}

AnswersOf<LiveLanguageModel> allAnswersOf(const char* task)
{
    using Live = LiveLanguageModel;
    AnswersOf<Live> answers(task);
    answers.add<AskReading>([](Live& model, const AskReading& question, const Monitor& monitor) {
        return model.read(question, monitor);
    });
    answers.add<AskRowReadings>(
        &readRows, [](Live& model, const AskRowReadings& question, const Monitor& monitor) {
            return model.readRows(question, monitor);
        });
    answers.add<AskSuggestions>([](Live& model, const AskSuggestions& question, const Monitor&) {
        return model.suggest(question);
    });
    addScores<AskLanguageScores>(answers, "texts");
    addJudgements<AskLanguageScores>(answers, "texts", &languageBaselinesOf);
    answers.add<AskDecoding>([](Live& model, const AskDecoding& question, const Monitor& monitor) {
        return model.decode(question.request, question.className, monitor);
    });
    answers.add<AskDecodingSettings>(
        [](Live& model, const AskDecodingSettings&, const Monitor&) { return model.decoding(); });
    answers.add<AskPositions>([](Live& model, const AskPositions& question, const Monitor&) {
        return model.positions(question.length);
    });
    addMapAnswers(answers);
    addContextAnswers(answers);
    addStateAnswers(answers);
    addTraceAnswers(answers);
    addAttentionAnswers(answers, "texts");
    addUpdateAnswers(answers);
    addInfluenceAnswers(answers);
    answers.add<AskWrittenClasses>(
        [](Live& model, const AskWrittenClasses&, const Monitor&) { return model.conditions(); });
    answers.add<AskBriefly>(&briefText);
    addCounterfactuals(answers, &continuedOutcome);
    answers.addOfData<AskExample>(&exampleSentence);
    answers.add<AskExamples>(rowsReader<AskExamples>("texts"), &readExamples);
    return answers;
}

} // namespace

const TaskAnswers& languageAnswers()
{
    static const TaskAnswers answers = allAnswersOf(kLanguageModelTask);
    return answers;
}

const TaskAnswers& classToTextAnswers()
{
    static const TaskAnswers answers = allAnswersOf(kClassToTextTask);
    return answers;
}

const TaskAnswers& numbersToTextAnswers()
{
    static const TaskAnswers answers = allAnswersOf(kNumbersToTextTask);
    return answers;
}

} // namespace core
