#include "core/probe/question_answering/live_answerer.h"

#include "core/base/elapsed.h"
#include "core/base/error.h"
#include "core/data/cells/cell_text.h"
#include "core/data/cells/spans.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/probe/network_scope.h"
#include "core/task/batch_plan.h"
#include "core/text/mark_names.h"
#include "core/text/tokens/unicode.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <tuple>

namespace core {

namespace {

EncodedTexts encodedOf(const std::vector<ReadQuestion>& questions, const QuestionReader& reader)
{
    QuestionBlock block;
    for (const ReadQuestion& question : questions)
        block.add(question);
    return block.finish(reader);
}

AnswerSpan spanOf(const ReadQuestion& question, const WordSpan& words, double logProbability)
{
    return {words.first, words.last, answerText(question, words), std::exp(logProbability)};
}

void describePassageWords(const ReadQuestion& question, ReadPassage& result)
{
    for (size_t i = 0; i < question.words.size(); ++i) {
        const PassageWord& word = question.words[i];
        result.words.emplace_back(question.written(i));
        result.known.push_back(
            std::none_of(question.ids.begin() + word.first, question.ids.begin() + word.last + 1,
                         [](int32_t id) { return id == static_cast<int32_t>(kUnknownId); }));
    }
}

void describeReferences(const ReadQuestion& question, const std::string& cell,
                        const SpanDistributions& words, ReadPassage& result)
{
    for (const ReferenceSpan& each : referenceSpans(cell, question.passage)) {
        const WordSpan span = wordsOfReference(question, each.start, each.text);
        if (!span.isRead()) {
            result.unread.push_back(each.text);
            continue;
        }
        const AnswerSpan found = spanOf(question, span,
                                        words.start[static_cast<size_t>(span.first)]
                                            + words.end[static_cast<size_t>(span.last)]);
        const bool told = std::any_of(
            result.references.begin(), result.references.end(), [&](const AnswerSpan& other) {
                return other.first == found.first && other.last == found.last;
            });
        if (!told)
            result.references.push_back(found);
    }
}

} // namespace

void requirePassage(const std::string& text, size_t line)
{
    if (!trimmed(questionAndPassage(text).passage).empty())
        return;
    const std::string question = shown(std::string(trimmed(text)));
    throw Error(ErrorCode::BadData,
                line == 0 ? Message{"\"%1\" has no passage to answer it from.", {question}}
                          : Message{"Line %2, \"%1\", has no passage to answer it from.",
                                    {question, std::to_string(line)}},
                {"Write the question in the first line and the passage below it; in a file with "
                 "one question a line, a tab stands between the two.",
                 {}});
}

ReadPassage LiveAnswerer::answer(const AskAnswer& question)
{
    const auto start = std::chrono::steady_clock::now();
    ReadPassage result;
    result.text = question.question.empty() && question.passage.empty()
        ? question.example.text
        : joinedQuestion(question.question, question.passage);
    repairUtf8(result.text);
    const auto parts = questionAndPassage(result.text);
    requirePassage(result.text);
    result.question = parts.question;
    result.passage = parts.passage;
    const std::vector<std::string> texts{result.text};
    forEachScores(TextList(texts), {"Predicting", {}}, {},
                  [&](size_t, const ReadQuestion& read, const torch::Tensor& scores) {
                      const SpanDistributions words = spanDistributions(scores, read);
                      describePassageWords(read, result);
                      for (const double log : words.start)
                          result.start.push_back(std::exp(log));
                      for (const double log : words.end)
                          result.end.push_back(std::exp(log));
                      for (const FoundSpan& each :
                           likeliestSpans(words, m_parts.options.longestAnswer,
                                          static_cast<size_t>(question.spans)))
                          result.spans.push_back(spanOf(read, each.words, each.logProbability));
                      if (question.passage.empty())
                          describeReferences(read, question.example.reference, words, result);
                      result.cutWords = read.cutWords;
                  });
    result.longestAnswer = m_parts.options.longestAnswer;
    std::tie(result.step, result.epoch) = stepAndEpoch();
    result.milliseconds = millisecondsSince(start);
    return result;
}

void LiveAnswerer::forEachScores(TextList texts, const Message& stage, const Monitor& monitor,
                                 const TakeScores& take) const
{
    constexpr BatchLimits kLimits{.texts = 64, .tokens = 16384};
    std::vector<ReadQuestion> questions(texts.size());
    m_parts.reader.read(texts, monitor, [&](size_t text, ReadQuestion question) {
        questions[text] = std::move(question);
    });
    const EncodedTexts encoded = encodedOf(questions, m_parts.reader);
    const BatchPlan plan = planSorted(encoded.lengths, kLimits);
    const InspectionScope scope(network(), torchDevice());
    for (int64_t i = 0; i < plan.batchCount(); ++i) {
        monitor.throwIfStopped();
        const std::span<const int32_t> items = plan.batch(i);
        std::vector<int64_t> lengths;
        for (const int32_t item : items)
            lengths.push_back(encoded.lengths[static_cast<size_t>(item)]);
        const auto scores = network()
                                .forward(sequenceBatch(encoded.padded(items), torchDevice()))
                                .to(torch::kCPU, torch::kFloat)
                                .split_with_sizes(lengths);
        for (size_t k = 0; k < items.size(); ++k) {
            const auto text = static_cast<size_t>(items[k]);
            take(text, questions[text], scores[k]);
        }
        monitor.report({stage, plan.shareDone(i + 1)});
    }
}

FoundSpan LiveAnswerer::likeliest(const torch::Tensor& scores, const ReadQuestion& question) const
{
    return likeliestSpans(spanDistributions(scores, question), m_parts.options.longestAnswer)
        .front();
}

std::vector<AnsweredText> LiveAnswerer::answers(std::span<const std::string> texts,
                                                const Monitor& monitor)
{
    std::vector<std::string> repaired(texts.begin(), texts.end());
    for (std::string& text : repaired)
        repairUtf8(text);
    std::vector<AnsweredText> all(texts.size());
    forEachScores(TextList(repaired), {"Predicting", {}}, monitor,
                  [&](size_t text, const ReadQuestion& question, const torch::Tensor& scores) {
                      const FoundSpan found = likeliest(scores, question);
                      all[text] = {repaired[text], answerText(question, found.words),
                                   std::exp(found.logProbability)};
                  });
    return all;
}

ScoredAnswers LiveAnswerer::evaluate(const CorpusPart& rows, const Monitor& monitor)
{
    ScoredAnswers result;
    result.rows.resize(rows.size());
    double lossSum = 0.0;
    int64_t inReach = 0;
    forEachScores(
        rows.texts(), {"Evaluating", {}}, monitor,
        [&](size_t text, const ReadQuestion& question, const torch::Tensor& scores) {
            const SpanDistributions words = spanDistributions(scores, question);
            const FoundSpan found = likeliestSpans(words, m_parts.options.longestAnswer).front();
            AnswerPrediction& row = result.rows[text];
            row.text = rows.texts()[text];
            row.cell = rows.texts(1)[text];
            row.question = questionAndPassage(row.text).question;
            const auto references = referenceSpans(rows.texts(1)[text], question.passage);
            for (const ReferenceSpan& each : references)
                row.references.push_back(each.text);
            row.answer = answerText(question, found.words);
            row.probability = std::exp(found.logProbability);
            row.match = answerMatch(row.answer, row.references);
            const WordSpan truth = references.empty()
                ? WordSpan()
                : wordsOfReference(question, references.front().start, references.front().text);
            row.isRead = truth.isRead();
            inReach += row.isRead ? 1 : 0;
            if (row.isRead)
                lossSum -= (words.start[static_cast<size_t>(truth.first)]
                            + words.end[static_cast<size_t>(truth.last)])
                    / 2.0;
        });
    AnswerScores& scores = result.scores;
    scores.count = std::ssize(result.rows);
    const auto count = static_cast<double>(std::max<int64_t>(scores.count, 1));
    for (const AnswerPrediction& row : result.rows) {
        scores.exactMatch += row.match.exact / count;
        scores.f1 += row.match.f1 / count;
    }
    scores.outOfReach = scores.count - inReach;
    scores.loss = inReach > 0 ? lossSum / static_cast<double>(inReach)
                              : std::numeric_limits<double>::quiet_NaN();
    result.epoch = epoch();
    return result;
}

BriefAnswer LiveAnswerer::brief(const std::string& text)
{
    const AnsweredText answered = answers(std::vector{text}, {}).front();
    return {answered.answer, answered.probability, step(), epoch()};
}

ReadQuestion LiveAnswerer::readUpTo(const std::string& text, int64_t tokens) const
{
    ReadQuestion question = m_parts.reader.read(text);
    while (!question.words.empty() && question.words.back().last >= tokens)
        question.words.pop_back();
    return question;
}

TextVerdict LiveAnswerer::verdict(const torch::Tensor& outputs, const Text& text) const
{
    const torch::NoGradGuard noGradient;
    TextVerdict verdict;
    const ReadQuestion question = readUpTo(text.written, outputs.size(0));
    if (question.words.empty())
        return verdict;
    const FoundSpan found = likeliest(outputs.to(torch::kCPU, torch::kFloat), question);
    verdict.said.push_back(answerText(question, found.words));
    verdict.certainties.push_back(static_cast<float>(std::exp(found.logProbability)));
    return verdict;
}

LiveEncoder::Loss LiveAnswerer::loss(const torch::Tensor& outputs, const Text& text,
                                     const std::string& reference, LossOf) const
{
    const ReadQuestion question = readUpTo(text.written, outputs.size(0));
    if (question.words.empty())
        return {outputs.sum(), {}, false};
    const auto references = referenceSpans(reference, question.passage);
    WordSpan span = references.empty()
        ? WordSpan()
        : wordsOfReference(question, references.front().start, references.front().text);
    const bool known = span.isRead();
    if (!known)
        span = likeliest(outputs.detach().to(torch::kCPU, torch::kFloat), question).words;
    const int64_t first = question.words[static_cast<size_t>(span.first)].first;
    const int64_t last = question.words[static_cast<size_t>(span.last)].last;
    const torch::Tensor target
        = tensorOf({first, last, question.passageStart}).view({1, 3}).to(outputs.device());
    return {spanLosses(outputs, target, {outputs.size(0)}).sum(), answerText(question, span),
            known};
}

void LiveAnswerer::requireReference(const std::string& reference, const std::string& text) const
{
    for (const ReferenceSpan& each : referenceSpans(reference, questionAndPassage(text).passage))
        if (each.start < 0)
            throw Error(ErrorCode::BadSetting,
                        {"\"%1\", which \"reference\" names, does not stand in the passage.",
                         {shown(each.text)}},
                        {"Choose words of the passage, as they are written there.", {}});
}

LiveTextModel::GivenText LiveAnswerer::given(const Example& example) const
{
    std::string text = example.text;
    repairUtf8(text);
    const ReadQuestion question = m_parts.reader.read(text);
    const TextPipeline& pipeline = m_parts.reader.pipeline();
    const MarkNames marks = markNamesOf(pipeline);
    GivenText given;
    given.seen.cleaned = wordsWithBlanks(text);
    given.seen.ids.assign(question.ids.begin(), question.ids.end());
    given.seen.cutTokens = question.cutWords;
    for (size_t i = 0; i < question.ids.size(); ++i)
        given.seen.tokens.emplace_back(
            i + 1 == static_cast<size_t>(question.passageStart) ? marks.end
                : question.wholeWords[i].empty()                ? pipeline.token(question.ids[i])
                                                 : std::string(question.wholeWords[i]));
    const EncodedTexts encoded = encodedOf({question}, m_parts.reader);
    if (encoded.marked) {
        given.seen.tokens.insert(given.seen.tokens.begin(), marks.begin);
        given.seen.tokens.push_back(marks.end);
        given.seen.ids.insert(given.seen.ids.begin(), kBeginId);
        given.seen.ids.push_back(kEndId);
    }
    constexpr std::array<int32_t, 1> kFirst{0};
    given.ids = encoded.padded(kFirst);
    return given;
}

} // namespace core
