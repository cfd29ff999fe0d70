#include "core/probe/language_model/live_language_model.h"

#include "core/base/elapsed.h"
#include "core/model/text_generator.h"
#include "core/nn/tensors.h"
#include "core/probe/language_model/language_reading.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/task/language_model/language_texts.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <tuple>

namespace core {

ReadText LiveLanguageModel::read(const AskReading& question, const Monitor& monitor) const
{
    return readTexts(m_viewed, std::vector{question.text}, std::vector{question.className},
                     question.candidates, monitor)
        .front();
}

std::vector<ReadText> LiveLanguageModel::readRows(const AskRowReadings& question,
                                                  const Monitor& monitor) const
{
    std::vector<std::string> texts, conditions;
    for (size_t row = 0; question.rows != nullptr && row < question.rows->size(); ++row) {
        texts.emplace_back(question.rows->texts()[row]);
        conditions.push_back(m_viewed.conditionOf(*question.rows, row));
    }
    return readTexts(m_viewed, texts, conditions, question.candidates, monitor);
}

ScoredReadings LiveLanguageModel::evaluate(const CorpusPart& rows, const Monitor& monitor) const
{
    return scoreRows(m_viewed, rows, monitor);
}

Decoding LiveLanguageModel::decode(const DecodingRequest& request, const std::string& className,
                                   const Monitor& monitor) const
{
    const auto begin = std::chrono::steady_clock::now();
    const std::vector<int32_t> prompt = promptOf(request.source);
    const InspectionScope scope(*m_viewed.network, torchDevice());
    TextGenerator generator(*m_viewed.network, m_viewed.condition(className));
    const IdRow row(prompt);
    const int64_t words = m_viewed.pipeline->vocabularySize();
    FoundTranslations found
        = translateAll(generator, {&row, 1}, words, jobOf(request), torchDevice(), monitor).front();
    Decoding decoding;
    decoding.source = request.source;
    for (const int32_t id : std::span(prompt).subspan(1))
        decoding.sourceTokens.push_back(m_viewed.shownToken(id));
    decoding.search = defaultSelection({{"search", searchKinds()}}, "search", request.search.kind);
    decoding.search.options.update(request.search.options);
    for (const Hypothesis& each : found.best)
        decoding.best.push_back(written(each));
    decoding.trace = std::move(found.trace);
    for (int64_t id = 0; id < words; ++id)
        decoding.vocabulary.push_back(m_viewed.shownToken(id));
    for (TraceNode& node : decoding.trace.nodes)
        node.text = decoding.vocabulary[static_cast<size_t>(node.token)];
    std::tie(decoding.step, decoding.epoch) = stepAndEpoch();
    decoding.milliseconds = millisecondsSince(begin);
    return decoding;
}

/// The mark of a beginning, then as much of the text's end as the network reads.
std::vector<int32_t> LiveLanguageModel::promptOf(const std::string& text) const
{
    std::vector<int32_t> prompt = idsOf(m_viewed, text);
    const int64_t window = m_viewed.network->encoder().traits().window;
    const int64_t read = std::max<int64_t>(window - 1, 1); // Beside the mark.
    if (window > 0 && static_cast<int64_t>(prompt.size()) > read)
        prompt.erase(prompt.begin(), prompt.end() - read);
    prompt.insert(prompt.begin(), static_cast<int32_t>(m_viewed.beginId()));
    return prompt;
}

TranslationJob LiveLanguageModel::jobOf(const DecodingRequest& request) const
{
    const DecodingSpec settings = decoding();
    TranslationJob job;
    job.search = request.search;
    job.lengthFactor = settings.lengthFactor;
    job.lengthMargin = request.longest > 0 ? request.longest : settings.lengthMargin;
    job.best = request.best;
    // Behind a line that was learnt by itself nothing is known.
    const bool stops = m_viewed.options.writing.stopAtLineEnd || !m_viewed.options.isStream();
    job.endId = stops ? kEndId : -1;
    job.trace = request.detail;
    job.prefix = forcedIds(request);
    job.textOf = [this](std::span<const int32_t> tokens) { return textOf(tokens); };
    return job;
}

Translation LiveLanguageModel::written(const Hypothesis& hypothesis) const
{
    Translation translation;
    translation.text = hypothesis.result(textOf(hypothesis.tokens));
    for (const int32_t id : hypothesis.tokens)
        translation.tokens.push_back(m_viewed.shownToken(id));
    translation.logProbability = hypothesis.logProbability;
    translation.score = hypothesis.score;
    translation.ended = hypothesis.ended;
    return translation;
}

std::string LiveLanguageModel::textOf(std::span<const int32_t> ids) const
{
    return linesOf(ids, *m_viewed.pipeline);
}

std::vector<int32_t> LiveLanguageModel::forcedIds(const DecodingRequest& request) const
{
    const std::vector<int32_t> ids
        = request.prefixIds.empty() ? idsOf(m_viewed, request.prefix) : request.prefixIds;
    for (const int32_t id : ids) {
        if (id == kUnknownId)
            throw Error(ErrorCode::BadData,
                        {"The forced prefix \"%1\" has a token that is not in the vocabulary.",
                         {shown(request.prefix)}},
                        {"Use words that occur in the training text.", {}});
        if (id < kEndId || id >= m_viewed.pipeline->vocabularySize())
            throw Error(
                ErrorCode::BadSetting,
                {"The forced prefix has the id %1, which is not a token.", {std::to_string(id)}},
                {"Use tokens of this run's vocabulary.", {}});
    }
    return ids;
}

WrittenConditions LiveLanguageModel::conditions() const
{
    const LanguageFacts& facts = m_viewed.facts;
    if (facts.columns.empty())
        return facts.classes;
    std::vector<WrittenColumn> columns;
    for (const ConditionColumn& column : facts.columns)
        columns.push_back({column.name, column.least, column.scale.mean, column.most});
    return {suggestedNumbers(facts.columns), std::move(columns)};
}

Suggestions LiveLanguageModel::suggest(const AskSuggestions& question)
{
    return m_suggester.suggest(question);
}

std::vector<PositionTable> LiveLanguageModel::positions(int64_t length) const
{
    constexpr int64_t kMostPlaces = 1024; // More cannot be distinguished in a picture.
    const InspectionScope scope(*m_viewed.network, torchDevice());
    const int64_t longest = m_viewed.options.isStream() ? m_viewed.options.window
                                                        : m_viewed.pipeline->spec().maximumLength;
    return positionTables(
        m_viewed.network->positions(length > 0 ? length : std::min(longest, kMostPlaces)));
}

/// The class, or the numbers, are what the text is generated for; the truth is the text itself.
Example LiveLanguageModel::example(const CorpusPart& rows, size_t row) const
{
    return {.text = std::string(rows.texts()[row]),
            .className = m_viewed.conditionOf(rows, row),
            .division = Division::OfData};
}

LiveEncoder::Text LiveLanguageModel::readText(const Example& example) const
{
    std::vector<int32_t> fed{static_cast<int32_t>(m_viewed.beginId())};
    Text read;
    std::vector<ReadToken> tokens = dividedText(m_viewed, example.text).tokens;
    const int64_t longest = m_viewed.pipeline->spec().maximumLength;
    if (example.division == Division::OfData && !m_viewed.options.isStream()
        && std::ssize(tokens) > longest + 1) // As LanguageTexts cuts a line; its end stays.
        tokens.erase(tokens.begin() + longest, tokens.end() - 1);
    for (const ReadToken& token : tokens) {
        if (token.id == kUnknownId)
            read.unknown[fed.size()] = example.text.substr(
                static_cast<size_t>(token.begin), static_cast<size_t>(token.end - token.begin));
        fed.push_back(token.id);
        read.next.push_back(token.id);
    }
    if (!read.next.empty()) {
        if (m_viewed.options.isStream()) // Nothing follows a line that is read by itself.
            read.last = fed.back();
        fed.pop_back();
    }
    for (const int32_t id : fed)
        read.tokens.push_back(m_viewed.shownToken(id));
    const IdRow row(fed);
    read.ids = paddedIds({&row, 1});
    read.condition = m_viewed.condition(example.className);
    return read;
}

/// The special tokens except the end of a line are not text.
std::string LiveLanguageModel::continuation(const std::string& text,
                                            const torch::Tensor& scores) const
{
    torch::Tensor last = scores[0][-1].to(torch::kCPU, torch::kFloat).clone(); // [vocabulary]
    for (const int64_t never : {kPadId, kUnknownId, kBeginId})
        last[never] = -std::numeric_limits<float>::infinity();
    const auto id = last.argmax().item<int32_t>();
    if (id == kEndId)
        return m_viewed.options.isStream() ? "\n" : "";
    std::vector<int32_t> ids = idsOf(m_viewed, text);
    const std::string before = textOf(ids);
    ids.push_back(id);
    std::string rest = textOf(ids);
    rest.erase(0, rest.starts_with(before) ? before.size() : 0);
    const bool hasBlank = rest.starts_with(' ') && text.ends_with(' ');
    return hasBlank && tokenUnit(m_viewed.pipeline->spec()) == "word" ? rest.substr(1) : rest;
}

TextVerdict LiveLanguageModel::verdict(const torch::Tensor& outputs, const Text&) const
{
    const auto [certainties, best]
        = torch::softmax(outputs[0].to(torch::kCPU, torch::kFloat), 1).max(1); // [tokens]
    TextVerdict verdict;
    verdict.certainties = plainFloats(certainties);
    for (int64_t token = 0; token < best.size(0); ++token)
        verdict.said.push_back(m_viewed.shownToken(best[token].item<int64_t>()));
    return verdict;
}

LiveEncoder::Loss LiveLanguageModel::loss(const torch::Tensor& outputs, const Text& text,
                                          const std::string&, LossOf of) const
{
    const torch::Tensor logs
        = torch::log_softmax(outputs[0].to(torch::kFloat), 1); // [tokens, words]
    const torch::Tensor next
        = text.next.empty() ? logs.detach().argmax(1) : tensorOf(text.next).to(logs.device());
    // Without the last token, if nothing is known to follow it.
    const torch::Tensor losses
        = logs.narrow(0, 0, next.size(0)).gather(1, next.unsqueeze(1)).neg().squeeze(1); // [tokens]
    const int64_t last = losses.size(0) - 1;
    if (of == LossOf::AllTokens)
        return {losses.mean(), {}, !text.next.empty()};
    return {losses[last], m_viewed.shownToken(next[last].item<int64_t>()), !text.next.empty()};
}

} // namespace core
