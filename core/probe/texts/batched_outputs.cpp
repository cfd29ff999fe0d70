#include "core/probe/texts/batched_outputs.h"

#include "core/nn/batch/sequence_batch.h"
#include "core/nn/tensors.h"
#include "core/probe/job_progress.h"

#include <algorithm>
#include <numeric>

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

} // namespace core
