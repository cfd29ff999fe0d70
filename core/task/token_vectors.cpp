#include "core/task/token_vectors.h"

#include "core/nn/tensors.h"
#include "core/task/plain_floats.h"

namespace core {

TokenVectors tokenVectors(const torch::nn::Module& network, const std::vector<int64_t>& ids)
{
    TokenVectors vectors;
    const auto parameters = network.named_parameters();
    const torch::Tensor* table = parameters.find("encoder.embedding.weight");
    if (table == nullptr)
        return vectors;
    vectors.tableRows = table->size(0);
    for (const int64_t id : ids)
        vectors.rows.push_back(plainFloats((*table)[id]));
    return vectors;
}

} // namespace core
