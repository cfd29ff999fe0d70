#include "core/probe/tagging/live_tagger.h"

#include "core/base/elapsed.h"
#include "core/data/cells/cell_text.h"
#include "core/metric/tag_scheme.h"
#include "core/nn/layers/cross_entropy.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/task/batch_plan.h"
#include "core/text/mark_names.h"
#include "core/text/tokens/unicode.h"

#include <array>
#include <chrono>

namespace core {

namespace {

std::vector<int32_t> plainTags(const torch::Tensor& tags)
{
    const int64_t* first = tags.data_ptr<int64_t>();
    return {first, first + tags.numel()};
}

std::string joinedTokens(const std::vector<std::string>& tokens)
{
    std::string text;
    for (const std::string& token : tokens)
        appendToken(text, token);
    return text;
}

CrfScores onCpu(const CrfScores& scores)
{
    return {scores.transitions.to(torch::kCPU), scores.start.to(torch::kCPU),
            scores.end.to(torch::kCPU)};
}

/// The spans with their types; empty where no tags mark any.
std::vector<std::string> spansInWords(const std::vector<std::string>& tokens,
                                      const std::vector<std::string>& tags)
{
    std::vector<std::string> spans;
    for (const TagSpan& span : tagSpans({tags.begin(), tags.end()}))
        spans.push_back(joinedTokens({tokens.begin() + span.first, tokens.begin() + span.last})
                        + ' ' + span.type);
    return spans;
}

} // namespace

LiveTagger::LiveTagger(const TaggerParts& parts, NetworkMoment moment)
    : LiveTextModel(parts, std::move(moment)), m_parts(parts), m_divider(m_parts.reader.pipeline())
{
    if (m_parts.options.constrained())
        m_forbidden = forbiddenMoves(m_parts.tags);
}

/// @param tokens  gets them as they are written; a text without any gets an unknown one.
EncodedTexts LiveTagger::read(const Example& example, std::vector<std::string>& tokens) const
{
    std::string repaired = example.text;
    repairUtf8(repaired);
    if (example.division == Division::OfData) {
        const std::vector<std::string_view> divided = tokensOf(repaired);
        tokens.assign(divided.begin(), divided.end());
    } else {
        tokens = m_divider.tokens(repaired);
    }
    if (tokens.empty())
        tokens.push_back(m_parts.reader.pipeline().token(kUnknownId));
    std::vector<TextList> features;
    for (const std::string& values : example.features)
        if (example.division == Division::OfData && tokensOf(values).size() == tokens.size())
            features.emplace_back(std::span(&values, 1));
        else
            break;
    const std::vector<std::string> texts{joinedTokens(tokens)};
    return m_parts.reader.read(texts, {}, features);
}

Message LiveTagger::missingColumns(const Example& example) const
{
    std::string names;
    const std::vector<FeatureColumn>& columns = m_parts.reader.features();
    for (size_t i = example.features.size(); i < columns.size(); ++i)
        names += (names.empty() ? "" : ", ") + shown(columns[i].column);
    if (names.empty())
        return {};
    return {"This network also reads columns of the data (%1). This text has none of them, so its "
            "predictions may be worse.",
            {names}};
}

Example LiveTagger::example(const CorpusPart& rows, size_t row) const
{
    Example example{.text = std::string(rows.texts()[row]),
                    .reference = std::string(rows.texts(1)[row]),
                    .division = Division::OfData};
    for (size_t column = 2; column < rows.columns.size(); ++column)
        example.features.emplace_back(rows.texts(column)[row]);
    return example;
}

LiveTagger::Emissions LiveTagger::emissionsOf(const EncodedTexts& pieces, const Message& stage,
                                              const Monitor& monitor) const
{
    constexpr BatchLimits kLimits{.texts = 64, .tokens = 16384};
    const int64_t tags = std::ssize(m_parts.tags);
    Emissions result{torch::empty({std::ssize(pieces.ids), tags}), pieces.offsets};
    const BatchPlan plan = planSorted(pieces.lengths, kLimits);
    const InspectionScope scope(network(), torchDevice());
    for (int64_t i = 0; i < plan.batchCount(); ++i) {
        monitor.throwIfStopped();
        const std::span<const int32_t> items = plan.batch(i);
        const torch::Tensor scores
            = network()
                  .forward(sequenceBatch(pieces.padded(items), torchDevice()))
                  .to(torch::kCPU, torch::kFloat);
        int64_t first = 0;
        for (const int32_t item : items) {
            const int64_t length = pieces.lengths[static_cast<size_t>(item)];
            result.scores.narrow(0, pieces.offsets[static_cast<size_t>(item)], length)
                .copy_(scores.narrow(0, first, length));
            first += length;
        }
        monitor.report({stage, plan.shareDone(i + 1)});
    }
    return result;
}

TaggedText LiveTagger::tag(const AskTags& question)
{
    const auto start = std::chrono::steady_clock::now();
    TaggedText result;
    result.text = question.example.text;
    const EncodedTexts words = read(question.example, result.tokens);
    result.note = missingColumns(question.example);
    const Emissions emissions = emissionsOf(words, {"Predicting", {}}, {});
    const torch::NoGradGuard noGradient;
    const TagDecoder decoder = this->decoder();
    result.tagNames = m_parts.tags;
    result.tags = plainTags(decoder.best(emissions.scores, emissions.offsets));
    result.probabilities = plainFloats(decoder.probabilities(emissions.scores, emissions.offsets));
    std::vector<std::string_view> names;
    for (const int32_t tag : result.tags)
        names.push_back(m_parts.tags[static_cast<size_t>(tag)]);
    result.spans = tagSpans(names);
    for (const int32_t id : words.ids)
        result.known.push_back(id != kUnknownId);
    result.step = step();
    result.epoch = epoch();
    result.milliseconds = millisecondsSince(start);
    return result;
}

Trellis LiveTagger::trellis(const AskTrellis& question)
{
    const auto start = std::chrono::steady_clock::now();
    Trellis result;
    result.text = question.example.text;
    const EncodedTexts words = read(question.example, result.tokens);
    const Emissions emissions = emissionsOf(words, {"Predicting", {}}, {});
    const torch::NoGradGuard noGradient;
    const auto length = words.lengths.front(); // The first piece is shown.
    result.tokens.resize(static_cast<size_t>(length));
    result.tagNames = m_parts.tags;
    result.emissions = plainFloats(emissions.scores.narrow(0, 0, length));
    result.hasCrf = m_parts.options.hasCrf();
    result.constrained = m_parts.options.constrained();
    const int64_t tags = std::ssize(m_parts.tags);
    const CrfScores none{torch::zeros({tags, tags}), torch::zeros({tags}), torch::zeros({tags})};
    fillTrellis(result, head().hasCrf() ? onCpu(head().crf()) : none, question);
    result.step = step();
    result.epoch = epoch();
    result.milliseconds = millisecondsSince(start);
    return result;
}

std::optional<LiveCells::Transitions> LiveTagger::transitions() const
{
    if (!head().hasCrf())
        return std::nullopt;
    return Transitions{plainFloats(onCpu(head().crf()).transitions),
                       legalTagMoves(m_parts.tags, tagSchemeOf(m_parts.tags)).legal};
}

std::vector<std::vector<int32_t>> LiveTagger::predict(const CorpusPart& rows, size_t count,
                                                      const Monitor& monitor)
{
    const EncodedTexts words = m_parts.reader.read(rows, monitor, count);
    const Emissions emissions = emissionsOf(words, {"Predicting", {}}, monitor);
    const torch::NoGradGuard noGradient;
    const std::vector<int32_t> tags
        = plainTags(decoder().best(emissions.scores, emissions.offsets));
    std::vector<std::vector<int32_t>> all;
    for (size_t i = 0; i + 1 < words.starts.size(); ++i)
        all.emplace_back(tags.begin() + words.starts[i], tags.begin() + words.starts[i + 1]);
    return all;
}

ScoredTags LiveTagger::evaluate(const CorpusPart& rows, const Monitor& monitor)
{
    const EncodedTexts words = m_parts.reader.read(rows, monitor);
    const std::vector<int32_t> truth = tagNumbers(m_parts.tags, rows.texts(1), words.starts);
    const Emissions emissions = emissionsOf(words, {"Evaluating", {}}, monitor);
    const torch::NoGradGuard noGradient;
    const TagDecoder decoder = this->decoder();
    const std::vector<int32_t> predicted
        = plainTags(decoder.best(emissions.scores, emissions.offsets));
    const std::vector<int32_t> likeliest
        = decoder.hasCrf() ? plainTags(emissions.scores.argmax(1)) : std::vector<int32_t>();
    const torch::Tensor labels = tensorOf({truth.begin(), truth.end()});
    const torch::Tensor lossSum = decoder.hasCrf()
        ? crfLoss(emissions.scores, labels, emissions.offsets, onCpu(head().crf()))
        : labelFit(emissions.scores, labels, 0.0).crossEntropy;
    ScoredTags result;
    result.scores = taggingScores(m_parts.tags, words.starts, truth, predicted, likeliest,
                                  lossSum.item<double>());
    for (size_t i = 0; i < rows.size(); ++i) {
        TagPrediction row;
        for (const std::string_view token : tokensOf(rows.texts()[i]))
            row.tokens.emplace_back(token);
        const auto first = words.starts[i], end = words.starts[i + 1];
        row.truth.assign(truth.begin() + first, truth.begin() + end);
        row.predicted.assign(predicted.begin() + first, predicted.begin() + end);
        for (size_t t = 0; t < row.truth.size(); ++t)
            row.wrong += row.truth[t] != row.predicted[t] ? 1 : 0;
        result.rows.push_back(std::move(row));
    }
    result.epoch = epoch();
    return result;
}

BriefAnswer LiveTagger::brief(const std::string& text)
{
    return outcome(text);
}

Outcome LiveTagger::outcome(const std::string& text)
{
    const Trellis trellis = this->trellis({.example = {.text = text}, .paths = 1});
    Outcome outcome{{{}, -1.0, trellis.step, trellis.epoch}};
    if (trellis.paths.empty())
        return outcome;
    outcome.probability = trellis.paths.front().probability;
    outcome.tokens = trellis.tokens;
    for (const int32_t tag : trellis.paths.front().tags)
        outcome.predicted.push_back(outputName(tag));
    if (tagSchemeOf(m_parts.tags) == TagScheme::None) {
        outcome.text = joinedTokens(outcome.predicted);
        outcome.divideByTokens();
    } else {
        outcome.parts = spansInWords(outcome.tokens, outcome.predicted);
        if (outcome.parts.empty())
            outcome.parts = {"O"};
        for (const std::string& span : outcome.parts)
            outcome.text += (outcome.text.empty() ? "" : ", ") + span;
    }
    return outcome;
}

TextVerdict LiveTagger::verdict(const torch::Tensor& outputs, const Text&) const
{
    const torch::NoGradGuard noGradient;
    const torch::Tensor emissions = outputs.to(torch::kCPU, torch::kFloat); // [tokens, tags]
    const std::vector<int64_t> offsets{0, emissions.size(0)};
    const TagDecoder decoder = this->decoder();
    const torch::Tensor probabilities = decoder.probabilities(emissions, offsets);
    TextVerdict verdict;
    const std::vector<int32_t> tags = plainTags(decoder.best(emissions, offsets));
    for (size_t token = 0; token < tags.size(); ++token) {
        verdict.said.push_back(m_parts.tags[static_cast<size_t>(tags[token])]);
        verdict.certainties.push_back(
            probabilities[static_cast<int64_t>(token)][tags[token]].item<float>());
    }
    return verdict;
}

std::vector<int64_t> LiveTagger::tagsNamed(const std::string& reference, int64_t tokens) const
{
    std::vector<int64_t> tags;
    for (const std::string_view name : tokensOf(reference)) {
        const auto found = std::find(m_parts.tags.begin(), m_parts.tags.end(), name);
        if (found == m_parts.tags.end() || std::ssize(tags) == tokens)
            break; // A text that was cut has only its first tags.
        tags.push_back(found - m_parts.tags.begin());
    }
    return std::ssize(tags) == tokens ? tags : std::vector<int64_t>();
}

void LiveTagger::requireReference(const std::string& reference, const std::string&) const
{
    for (const std::string_view name : tokensOf(reference))
        requireName(std::string(name), m_parts.tags);
}

LiveEncoder::Loss LiveTagger::loss(const torch::Tensor& outputs, const Text& text,
                                   const std::string& reference, LossOf of) const
{
    const int64_t tokens = outputs.size(0);
    std::vector<int64_t> tags = tagsNamed(reference, tokens);
    const bool known = !tags.empty();
    if (!known)
        tags = tagsNamed(joinedTokens(verdict(outputs.detach(), text).said), tokens);
    const torch::Tensor emissions = outputs.to(torch::kFloat);
    if (of != LossOf::AllTokens) { // By its scores only: with a CRF the loss depends on all tokens.
        const int64_t token = of == LossOf::FirstToken ? 0 : tokens - 1;
        const int64_t tag = tags[static_cast<size_t>(token)];
        return {torch::log_softmax(emissions[token], 0)[tag].neg(),
                m_parts.tags[static_cast<size_t>(tag)], known};
    }
    const torch::Tensor labels = tensorOf(std::move(tags)).to(outputs.device());
    const torch::Tensor sum = head().hasCrf()
        ? crfLoss(emissions, labels, {0, tokens}, head().crf())
        : torch::nll_loss(torch::log_softmax(emissions, 1), labels, {}, torch::Reduction::Sum);
    return {sum / static_cast<double>(tokens), known ? reference : std::string(), known};
}

LiveTextModel::GivenText LiveTagger::given(const Example& example) const
{
    GivenText given;
    const EncodedTexts words = read(example, given.seen.tokens);
    const int32_t length = words.lengths.front();
    given.seen.cleaned = joinedTokens(given.seen.tokens);
    given.seen.ids.assign(words.ids.begin(), words.ids.begin() + length);
    given.seen.cutTokens = std::ssize(given.seen.tokens) - length;
    given.seen.tokens.resize(static_cast<size_t>(length));
    if (words.marked) {
        const MarkNames marks = markNamesOf(m_parts.reader.pipeline());
        given.seen.tokens.insert(given.seen.tokens.begin(), marks.begin);
        given.seen.tokens.push_back(marks.end);
        given.seen.ids.insert(given.seen.ids.begin(), kBeginId);
        given.seen.ids.push_back(kEndId);
    }
    constexpr std::array<int32_t, 1> kFirst{0};
    given.ids = words.padded(kFirst);
    return given;
}

} // namespace core
