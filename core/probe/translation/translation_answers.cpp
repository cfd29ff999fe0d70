#include "core/probe/baselines/baseline_answers.h"
#include "core/probe/data_answers.h"
#include "core/probe/in_context/in_context.h"
#include "core/probe/influence/influence_answers.h"
#include "core/probe/map/vector_map.h"
#include "core/probe/question_kind.h"
#include "core/probe/trace/trace.h"
#include "core/probe/translation/further_references.h"
#include "core/probe/translation/live_translator.h"
#include "core/probe/updates/update_answers.h"
#include "core/task/task_kinds.h"
#include "core/probe/counterfactuals/counterfactual_answers.h"

#include <cmath>

namespace core {

namespace {

ScoredPairs scoredPairs(LiveTranslator& model, const AskTranslationScores& question,
                        const Monitor& monitor)
{
    ScoredPairs result;
    const auto further = readFurtherReferences(question.references, question.rows->size());
    result.scores = model.evaluate(
        question.rows->texts(0).strings(), question.rows->texts(1).strings(),
        question.decoding.value_or(model.decoding()), &result.rows, monitor, further);
    result.epoch = model.epoch();
    return result;
}

std::vector<SearchGain> gains(LiveTranslator& model, const AskGains& question,
                              const Monitor& monitor)
{
    DecodingSpec decoding = model.decoding();
    if (!question.search.kind.empty())
        decoding.search = question.search;
    return model.gainsOverGreedy(question.rows->texts(0).strings(),
                                 question.rows->texts(1).strings(), decoding, monitor);
}

/// Greedily: an answer to be had often.
std::vector<Translation> greedy(LiveTranslator& model, std::span<const std::string> sources,
                                const Monitor& monitor)
{
    DecodingSpec decoding = model.decoding();
    decoding.search = {"greedy", Json::object()};
    std::vector<Translation> first;
    for (const TranslatedSource& said : model.translate(sources, decoding, 1, monitor))
        first.push_back(said.best.empty() ? Translation() : said.best.front());
    return first;
}

BriefAnswer briefTranslation(LiveTranslator& model, const AskBriefly& question,
                             const Monitor& monitor)
{
    const Translation said = greedy(model, std::vector{question.text}, monitor).front();
    return {said.text, std::exp(said.logProbability), model.step(), model.epoch()};
}

std::vector<DataExample> pairExamples(LiveTranslator& model, const AskExamples& question,
                                      const Monitor& monitor)
{
    constexpr size_t kTried = 50; // Translating takes longer than reading.
    const TextColumn& references = question.rows->texts(1);
    return dataExamples(
        *question.rows, [&](size_t row) { return std::string(references[row]); },
        [&](std::span<const std::string> sources) {
            std::vector<double> wrong;
            for (const Translation& said : greedy(model, sources, monitor))
                wrong.push_back(
                    said.text == references[wrong.size()] ? -1.0 : std::exp(said.logProbability));
            return wrong;
        },
        kTried);
}

AnswersOf<LiveTranslator> translatorAnswers()
{
    using Live = LiveTranslator;
    AnswersOf<Live> answers(kTranslationTask);
    addUpdateAnswers(answers);
    addInfluenceAnswers(answers);
    answers.add<AskTranslation>([](Live& model, const AskTranslation& question, const Monitor&) {
        return model.inspect(question.source, question.target);
    });
    answers.add<AskComparison>([](Live& model, const AskComparison& question, const Monitor&) {
        return model.compare(question.source, question.reference);
    });
    answers.add<AskDecoding>([](Live& model, const AskDecoding& question, const Monitor& monitor) {
        return model.decode(question.request, monitor);
    });
    answers.add<AskTranslations>(
        [](Live& model, const AskTranslations& question, const Monitor& monitor) {
            return model.translate(question.sources, question.decoding, question.best, monitor,
                                   question.before);
        });
    answers.add<AskTranslationScores>(rowsReader<AskTranslationScores>("pairs"), &scoredPairs);
    addJudgements<AskTranslationScores>(answers, "pairs", &pairBaselinesOf);
    answers.add<AskGains>(rowsReader<AskGains>("pairs"), &gains);
    addAttentionAnswers(answers, "pairs");
    answers.add<AskDecodingSettings>(
        [](Live& model, const AskDecodingSettings&, const Monitor&) { return model.decoding(); });
    answers.add<AskPositions>([](Live& model, const AskPositions& question, const Monitor&) {
        return model.positions(question.length);
    });
    addMapAnswers(answers, "pairs");
    addContextAnswers(answers, "pairs");
    addStateAnswers(answers, "pairs");
    addTraceAnswers(answers);
    answers.addOfData<AskExample>(&exampleSentence);
    answers.add<AskBriefly>(&briefTranslation);
    addCounterfactuals(answers);
    answers.add<AskExamples>(rowsReader<AskExamples>("pairs"), &pairExamples);
    return answers;
}

void describeSources(const std::vector<TranslatedSource>& sources, Readout& readout)
{
    readout.parts(
        {"sources", "Source"}, sources, [](const TranslatedSource& source, Readout& part) {
            part.value({"translation", "Translation"},
                       source.best.empty() ? std::string() : source.best.front().text);
            describeTranslations({"translations", "Translations"}, source.best, part);
            part.value({"cut_tokens", "Tokens beyond the maximum length"}, source.cutTokens);
            if (source.problem)
                part.value({"problem", "Problem"}, source.problem->sentence());
        });
}

} // namespace

QuestionKind<AskTranslations> AskTranslations::kind()
{
    return {"Translations", "Translations of several sources.",
            Schema<AskTranslations>()
                .add(&AskTranslations::sources, textsOption())
                .section(&AskTranslations::decoding,
                         {.name = "decoding", .label = "Decoding", .help = "How to translate."},
                         decodingSchema())
                .add(&AskTranslations::best,
                     {.name = "best",
                      .label = "Translations",
                      .help = "How many of the best translations of each source are listed.",
                      .minimum = 1,
                      .maximum = 1000}),
            &describeSources};
}

const TaskAnswers& translationAnswers()
{
    static const TaskAnswers answers = translatorAnswers();
    return answers;
}

} // namespace core
