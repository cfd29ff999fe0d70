#include "core/probe/texts/live_text_model.h"

#include "core/base/elapsed.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/tensors.h"
#include "core/probe/attention/attention_facts.h"
#include "core/probe/job_progress.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/task/encoded_texts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <iterator>
#include <numeric>
#include <tuple>

namespace core {

namespace {

constexpr size_t kMostTexts = 64; ///< A batch; more is not faster on a CPU and costs memory.
constexpr size_t kMostTokens = 16384; ///< A batch with its padding.

} // namespace

SequenceBatch sequenceBatch(std::span<const std::vector<int32_t>> ids, std::span<const size_t> rows,
                            torch::Device device)
{
    std::vector<IdRow> chosen;
    for (const size_t row : rows)
        chosen.emplace_back(ids[row]);
    return paddedBatch(chosen, device);
}

torch::Tensor batchedOutputs(TextNetwork& network, std::span<const std::vector<int32_t>> ids,
                             int64_t outputs, torch::Device device, const Message& stage,
                             const Monitor& monitor)
{
    // Longest first: if memory does not suffice, that shows at once.
    std::vector<size_t> order(ids.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return ids[a].size() > ids[b].size(); });
    size_t tokens = 0;
    for (const auto& row : ids)
        tokens += row.size();

    torch::Tensor all = torch::empty({static_cast<int64_t>(ids.size()), outputs});
    size_t done = 0;
    JobProgress progress(stage, monitor);
    monitor.throwIfStopped();
    for (size_t start = 0; start < order.size();) {
        const size_t length = ids[order[start]].size();
        const size_t count = std::min(
            {std::clamp(kMostTokens / length, size_t{1}, kMostTexts), order.size() - start});
        const auto rows = std::span(order).subspan(start, count);
        const torch::Tensor part
            = network.forward(sequenceBatch(ids, rows, device)).to(torch::kCPU, torch::kFloat);
        for (size_t i = 0; i < count; ++i) {
            all[static_cast<int64_t>(rows[i])] = part[static_cast<int64_t>(i)];
            done += ids[rows[i]].size();
        }
        start += count;
        progress.at(static_cast<double>(done), static_cast<double>(tokens));
    }
    return all;
}

Inspection LiveTextModel::inspect(const AskInspection& question)
{
    const auto start = std::chrono::steady_clock::now();
    GivenText given = this->given(question.example);
    Inspection result = described(question.example.text, std::move(given.seen));
    {
        const InspectionScope scope(network(), torchDevice());
        const OpenedNetwork opened
            = network().open(sequenceBatch(std::move(given.ids), torchDevice()));
        interpret(opened.logits[0].to(torch::kCPU, torch::kFloat), result);
        if (opened.tokenWeights.defined())
            result.tokenWeights = plainFloats(opened.tokenWeights[0]);
        for (size_t layer = 0; layer < opened.attention.size(); ++layer)
            addMaps(result.attention, "encoder", static_cast<int64_t>(layer),
                    opened.attention[layer]);
        TokenVectors vectors = tokenVectors(network(), result.ids);
        result.embeddings = std::move(vectors.rows);
        result.vocabularySize = vectors.tableRows;
    }
    result.milliseconds = millisecondsSince(start);
    return result;
}

WordEffects LiveTextModel::wordEffects(const AskWordEffects& question, const Monitor& monitor)
{
    constexpr int64_t kNearest = 12;
    const std::string& text = question.example.text;
    Inspection seen = described(text, seenText(text, *m_parts.pipeline));
    checkToken(question.token, std::ssize(seen.ids));
    WordEffects result;
    result.text = text;
    result.tokens = std::move(seen.tokens);
    result.step = seen.step;
    result.epoch = seen.epoch;
    result.ids = seen.ids;
    const std::vector<int32_t> whole(seen.ids.begin(), seen.ids.end());
    std::vector<std::vector<int32_t>> ids{whole};
    for (size_t i = 0; i < std::min(whole.size(), AskWordEffects::kMostLeftOut); ++i) {
        std::vector<int32_t>& rest = ids.emplace_back(whole);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        if (rest.empty()) // as a text without tokens
            rest.push_back(static_cast<int32_t>(kUnknownId));
    }
    const bool chosen = question.token >= 0;
    const bool swaps = chosen && !question.replacement.empty();
    if (swaps) {
        const SeenText with = seenText(question.replacement, *m_parts.pipeline);
        std::vector<int32_t>& other = ids.emplace_back(whole);
        const auto place = other.erase(other.begin() + question.token);
        other.insert(place, with.ids.begin(), with.ids.end());
        const auto longest = static_cast<size_t>(m_parts.pipeline->spec().maximumLength);
        other.resize(std::min(other.size(), longest));
        result.replacement = with.tokens;
        result.replacementUnknown
            = std::find(with.ids.begin(), with.ids.end(), kUnknownId) != with.ids.end();
    }
    const InspectionScope scope(network(), torchDevice());
    const torch::Tensor outputs
        = batchedOutputs(network(), ids, m_parts.outputs, torchDevice(),
                         {"Reading the text without each word", {}}, monitor);
    Inspection named;
    interpret(outputs[0], named);
    result.classes = std::move(named.classes);
    result.whole = saying(outputs[0]);
    for (int64_t i = 1; i < outputs.size(0) - (swaps ? 1 : 0); ++i)
        result.without.push_back(saying(outputs[i]));
    if (swaps)
        result.swapped = saying(outputs[outputs.size(0) - 1]);
    if (chosen) {
        const WordSpace space = wordSpace();
        const int64_t id = whole[static_cast<size_t>(question.token)];
        for (Neighbour& each : space.nearest(space.vector(id, {}), kNearest, {id}))
            result.nearest.push_back(std::move(each.token));
    }
    return result;
}

TextPrediction LiveTextModel::saying(const torch::Tensor& outputs) const
{
    Inspection inspection;
    interpret(outputs, inspection);
    return {std::move(inspection.probabilities), inspection.predicted, inspection.number};
}

WordSpace LiveTextModel::wordSpace() const
{
    return {embeddingTable(network()), *m_parts.pipeline};
}

WordSum LiveTextModel::wordSum(const AskWordSum& question) const
{
    WordSum result = wordSpace().sum(question);
    std::tie(result.step, result.epoch) = stepAndEpoch();
    return result;
}

Neighbours LiveTextModel::neighbours(const AskNeighbours& question) const
{
    const InspectionScope scope(network(), torchDevice());
    GivenText given = this->given({.text = question.text});
    Inspection seen = described(question.text, std::move(given.seen));
    Neighbours result;
    result.text = question.text;
    result.tokens = std::move(seen.tokens);
    result.ids = std::move(seen.ids);
    wordSpace().addNeighbours(result, question.count);
    result.step = seen.step;
    result.epoch = seen.epoch;
    return result;
}

std::vector<PositionTable> LiveTextModel::positions(int64_t length)
{
    constexpr int64_t kMostPlaces = 1024; // More cannot be distinguished in a picture.
    const int64_t longest = std::min(m_parts.pipeline->spec().maximumLength, kMostPlaces);
    const InspectionScope scope(network(), torchDevice());
    return positionTables(network().positions(length > 0 ? length : longest));
}

torch::Tensor LiveTextModel::outputsOf(std::span<const std::string> texts, const Message& stage,
                                       const Monitor& monitor) const
{
    const std::vector<std::vector<int32_t>> ids = m_parts.pipeline->ids(texts, monitor);
    const InspectionScope scope(network(), torchDevice());
    return batchedOutputs(network(), ids, m_parts.outputs, torchDevice(), stage, monitor);
}

LiveTextModel::GivenText LiveTextModel::given(const Example& example) const
{
    SeenText seen = seenText(example.text, *m_parts.pipeline);
    const std::vector<int32_t> ids(seen.ids.begin(), seen.ids.end());
    const std::array<IdRow, 1> rows{ids};
    return {std::move(seen), paddedIds(rows)};
}

LiveEncoder::Text LiveTextModel::readText(const Example& example) const
{
    GivenText given = this->given(example);
    return {.tokens = std::move(given.seen.tokens),
            .ids = std::move(given.ids),
            .cutTokens = given.seen.cutTokens,
            .written = example.text};
}

/// That of a network with one answer for a text.
TextVerdict LiveTextModel::verdict(const torch::Tensor& outputs, const Text&) const
{
    Inspection said;
    interpret(outputs[0].to(torch::kCPU, torch::kFloat), said);
    TextVerdict verdict;
    if (said.number) {
        std::array<char, 32> digits{};
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), *said.number,
                                       std::chars_format::general, 4)
                             .ptr;
        verdict.said.emplace_back(digits.data(), end);
        verdict.number = said.number;
    } else if (!said.classes.empty()) {
        const auto best = static_cast<size_t>(said.predicted);
        verdict.said.push_back(said.classes[best]);
        verdict.certainties.push_back(said.probabilities[best]);
    }
    verdict.classes = std::move(said.classes);
    verdict.probabilities = std::move(said.probabilities);
    return verdict;
}

LiveEncoder::Loss LiveTextModel::loss(const torch::Tensor& outputs, const Text&,
                                      const std::string& reference, LossOf) const
{
    Inspection said;
    interpret(outputs[0].detach().to(torch::kCPU, torch::kFloat), said);
    const auto truth = std::find(said.classes.begin(), said.classes.end(), reference);
    const bool known = truth != said.classes.end();
    if (said.classes.empty()) // The loss is unknown: use the outputs.
        return {outputs.sum(), {}, false};
    const int64_t of = known ? truth - said.classes.begin() : said.predicted;
    return {torch::log_softmax(outputs[0].to(torch::kFloat), 0)[of].neg(),
            said.classes[static_cast<size_t>(of)], known};
}

Inspection LiveTextModel::described(const std::string& text, SeenText seen) const
{
    Inspection result;
    result.text = text;
    result.cleaned = std::move(seen.cleaned);
    result.tokens = std::move(seen.tokens);
    result.ids = std::move(seen.ids);
    result.cutTokens = seen.cutTokens;
    std::tie(result.step, result.epoch) = stepAndEpoch();
    return result;
}

} // namespace core
