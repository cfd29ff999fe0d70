#include "core/task/live_text_model.h"

#include "core/nn/tensors.h"
#include "core/task/batched_outputs.h"
#include "core/task/encoded_texts.h"
#include "core/task/network_scope.h"
#include "core/task/plain_values.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <tuple>

namespace core {

namespace {

/// @param attention  one a layer: [1, heads, length, length]
std::vector<AttentionMap> mapsOf(const std::vector<torch::Tensor>& attention)
{
    std::vector<AttentionMap> maps;
    for (size_t layer = 0; layer < attention.size(); ++layer) {
        const torch::Tensor heads = attention[layer][0]; // [heads, rows, columns]
        for (int64_t head = 0; head < heads.size(0); ++head)
            maps.push_back({.group = "encoder",
                            .layer = static_cast<int64_t>(layer),
                            .head = head,
                            .rows = heads.size(1),
                            .columns = heads.size(2),
                            .weights = plainFloats(heads[head]),
                            .scores = {},
                            .formula = {}});
    }
    return maps;
}

} // namespace

LiveTextModel::LiveTextModel(ViewedNetwork viewed)
    : m_viewed(std::move(viewed)), m_device(m_viewed.device)
{
}

Inspection LiveTextModel::inspect(const std::string& text)
{
    const auto start = std::chrono::steady_clock::now();
    Inspection result = tokenised(text);
    const std::vector<std::vector<int32_t>> ids{{result.ids.begin(), result.ids.end()}};
    constexpr std::array<size_t, 1> kFirstRow{0};
    {
        const LookingScope scope(*m_viewed.network, m_device);
        const OpenedNetwork opened
            = m_viewed.network->open(sequenceBatch(ids, kFirstRow, m_device));
        interpret(opened.logits[0].to(torch::kCPU, torch::kFloat), result);
        if (opened.tokenWeights.defined())
            result.tokenWeights = plainFloats(opened.tokenWeights[0]);
        result.attention = mapsOf(opened.attention);
        TokenVectors vectors = tokenVectors(*m_viewed.network, result.ids);
        result.embeddings = std::move(vectors.rows);
        result.vocabularySize = vectors.tableRows;
    }
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    result.milliseconds = took.count();
    return result;
}

std::vector<PositionTable> LiveTextModel::positions(int64_t length)
{
    constexpr int64_t kMostPlaces = 1024; // More cannot be told apart in a picture.
    const int64_t longest = std::min(m_viewed.pipeline->spec().maximumLength, kMostPlaces);
    const LookingScope scope(*m_viewed.network, m_device);
    return positionTables(m_viewed.network->positions(length > 0 ? length : longest));
}

ModelSummary LiveTextModel::summary() const
{
    const RandomStateScope scope(m_device);
    return m_viewed.summarise();
}

torch::Tensor LiveTextModel::outputsOf(std::span<const std::string> texts, const Message& stage,
                                       const Monitor& monitor) const
{
    const std::vector<std::vector<int32_t>> ids = m_viewed.pipeline->ids(texts, monitor);
    const LookingScope scope(*m_viewed.network, m_device);
    return batchedOutputs(*m_viewed.network, ids, m_viewed.outputs, m_device, stage, monitor);
}

/// Everything of an inspection that needs no network.
Inspection LiveTextModel::tokenised(const std::string& text) const
{
    SeenText seen = seenText(text, *m_viewed.pipeline);
    Inspection result;
    result.text = text;
    result.cleaned = std::move(seen.cleaned);
    result.tokens = std::move(seen.tokens);
    result.ids = std::move(seen.ids);
    result.cutTokens = seen.cutTokens;
    std::tie(result.step, result.epoch) = m_viewed.stepAndEpoch();
    return result;
}

} // namespace core
