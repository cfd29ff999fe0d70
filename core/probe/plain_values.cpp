#include "core/probe/plain_values.h"

#include "core/nn/tensors.h"

namespace core {

std::vector<float> plainFloats(const torch::Tensor& tensor)
{
    const torch::Tensor plain = tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
    const auto* first = plain.data_ptr<float>();
    return {first, first + plain.numel()};
}

std::vector<PositionTable> positionTables(const torch::Tensor& table)
{
    if (!table.defined())
        return {};
    return {{"positions", table.size(0), table.size(1), plainFloats(table)}};
}

torch::Tensor embeddingTable(const torch::nn::Module& network)
{
    const auto parameters = network.named_parameters();
    const torch::Tensor* table = parameters.find("encoder.embedding.weight");
    return table == nullptr ? torch::Tensor() : *table;
}

TokenVectors tokenVectors(const torch::nn::Module& network, const std::vector<int64_t>& ids)
{
    TokenVectors vectors;
    const torch::Tensor table = embeddingTable(network);
    if (!table.defined())
        return vectors;
    vectors.tableRows = table.size(0);
    for (const int64_t id : ids)
        vectors.rows.push_back(plainFloats(table[id]));
    return vectors;
}

} // namespace core
