#include "core/nn/padded_batch.h"

#include "core/nn/device_copy.h"
#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

SequenceBatch paddedBatch(std::span<const IdRow> rows, torch::Device device, int64_t before,
                          int64_t after)
{
    const int64_t marks = (before >= 0 ? 1 : 0) + (after >= 0 ? 1 : 0);
    int64_t longest = 0;
    for (const IdRow& row : rows)
        longest = std::max(longest, static_cast<int64_t>(row.size()) + marks);
    const auto count = static_cast<int64_t>(rows.size());
    torch::Tensor ids = torch::zeros({count, longest}, torch::kInt64); // [batch, length]
    torch::Tensor lengths = torch::empty({count}, torch::kInt64);
    for (int64_t i = 0; i < count; ++i) {
        const IdRow& row = rows[static_cast<size_t>(i)];
        int64_t* place = ids.data_ptr<int64_t>() + i * longest;
        if (before >= 0)
            *place++ = before;
        place = std::copy(row.begin(), row.end(), place);
        if (after >= 0)
            *place = after;
        lengths.data_ptr<int64_t>()[i] = static_cast<int64_t>(row.size()) + marks;
    }
    return {sentTo(device, ids), lengths};
}

} // namespace core
