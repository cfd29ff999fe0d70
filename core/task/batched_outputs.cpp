#include "core/task/batched_outputs.h"

#include "core/nn/batch/sequence_batch.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace core {

namespace {

constexpr size_t kMostTexts = 64; ///< A batch; more is not faster on a CPU and costs memory.
constexpr size_t kMostTokens = 16384; ///< A batch with its padding.

/// Says after each batch how much of the work is done, counted in tokens.
class BatchProgress {
public:
    BatchProgress(const Message& stage, size_t tokens, const Monitor& monitor)
        : m_stage(stage), m_monitor(monitor), m_tokens(tokens)
    {
    }
    void add(size_t tokens)
    {
        m_done += tokens;
        const double fraction = static_cast<double>(m_done) / static_cast<double>(m_tokens);
        const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - m_start;
        m_monitor.report({m_stage, fraction, elapsed.count() * (1.0 - fraction) / fraction});
        m_monitor.throwIfStopped();
    }

private:
    const Message& m_stage;
    const Monitor& m_monitor;
    std::chrono::steady_clock::time_point m_start = std::chrono::steady_clock::now();
    size_t m_tokens = 0, m_done = 0;
};

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
    BatchProgress progress(stage, tokens, monitor);
    monitor.throwIfStopped();
    for (size_t start = 0; start < order.size();) {
        const size_t length = ids[order[start]].size();
        const size_t count = std::min(
            {std::clamp(kMostTokens / length, size_t{1}, kMostTexts), order.size() - start});
        const auto rows = std::span(order).subspan(start, count);
        const torch::Tensor part
            = network.forward(sequenceBatch(ids, rows, device)).to(torch::kCPU, torch::kFloat);
        size_t partTokens = 0;
        for (size_t i = 0; i < count; ++i) {
            all[static_cast<int64_t>(rows[i])] = part[static_cast<int64_t>(i)];
            partTokens += ids[rows[i]].size();
        }
        start += count;
        progress.add(partTokens);
    }
    return all;
}

} // namespace core
