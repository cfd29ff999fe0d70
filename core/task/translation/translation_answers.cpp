#include "core/task/entries.h"
#include "core/task/short_sentence.h"
#include "core/task/translation/live_translator.h"

namespace core {

namespace {

/// The split that the question names.
template <class Question>
void readPairs(Question& question, const ExperimentSpec& spec, const Monitor& monitor)
{
    if (question.pairs != nullptr)
        return;
    PairSet data = loadPairs(spec.data, monitor);
    SentencePairs& pairs = question.split == "test" ? data.test : data.valid;
    if (pairs.size() == 0)
        throw Error(ErrorCode::BadData, {"This run has no %1 pairs.", {question.split}},
                    {"Hold some out in step 1, or drop files with them, and train again.", {}});
    question.pairs = std::make_shared<const SentencePairs>(std::move(pairs));
}

ScoredPairs scoredPairs(LiveTranslator& model, const AskTranslationScores& question,
                        const Monitor& monitor)
{
    ScoredPairs result;
    result.scores = model.evaluate(question.pairs->source, question.pairs->target,
                                   question.decoding.value_or(model.decoding()),
                                   &result.translations, monitor);
    result.epoch = model.epoch();
    return result;
}

std::vector<SearchGain> gains(LiveTranslator& model, const AskGains& question,
                              const Monitor& monitor)
{
    DecodingSpec decoding = model.decoding();
    if (!question.search.kind.empty())
        decoding.search = question.search;
    return model.gainsOverGreedy(question.pairs->source, question.pairs->target, decoding, monitor);
}

std::string example(const AskExample&, const ExperimentSpec& spec, const Monitor& monitor)
{
    const PairSet data = loadPairs(spec.data, monitor);
    return shortSentence(data.valid.size() > 0 ? data.valid.source : data.train.source);
}

AnswersOf<LiveTranslator> translatorAnswers()
{
    using Live = LiveTranslator;
    AnswersOf<Live> answers(kTranslationTask);
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
    answers.add<AskTranslationScores>(&readPairs<AskTranslationScores>, &scoredPairs);
    answers.add<AskGains>(&readPairs<AskGains>, &gains);
    answers.add<AskDecodingSettings>(
        [](Live& model, const AskDecodingSettings&, const Monitor&) { return model.decoding(); });
    answers.add<AskPositions>([](Live& model, const AskPositions& question, const Monitor&) {
        return model.positions(question.length);
    });
    answers.addOfData<AskExample>(&example);
    return answers;
}

} // namespace

const TaskAnswers& LiveTranslator::answers() const
{
    return translationAnswers();
}

const TaskAnswers& translationAnswers()
{
    static const TaskAnswers answers = translatorAnswers();
    return answers;
}

} // namespace core
