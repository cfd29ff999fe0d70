#include "core/model/classifier.h"

#include "core/model/make_model.h"
#include "core/model/network_registry.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

void checkContext(const NetworkContext& context)
{
    constexpr int64_t kFewestClasses = 1;
    if (context.vocabularySize < 1 || context.classes < kFewestClasses || context.maximumLength < 1)
        throw Error(ErrorCode::BadSetting,
                    {"A network needs at least one token, class and place; it was given %1, %2 "
                     "and %3.",
                     {std::to_string(context.vocabularySize), std::to_string(context.classes),
                      std::to_string(context.maximumLength)}});
}

} // namespace

std::shared_ptr<Classifier> makeClassifier(const ModelSpec& spec, const NetworkContext& context)
{
    checkContext(context);
    return makeModel(networkEntries(), spec, context);
}

void setEmbedding(Classifier& network, const VectorTable& vectors)
{
    torch::Tensor weight = network.named_parameters()["embedding.weight"];
    const int64_t rows = weight.size(0);
    const int64_t dimension = weight.size(1);
    if (vectors.dimension != dimension || static_cast<int64_t>(vectors.covered.size()) != rows
        || static_cast<int64_t>(vectors.values.size()) != rows * dimension)
        throw Error(ErrorCode::BadSetting,
                    {"The vectors are %1 rows of %2 numbers; the embedding has %3 rows of %4.",
                     {std::to_string(vectors.covered.size()), std::to_string(vectors.dimension),
                      std::to_string(rows), std::to_string(dimension)}},
                    {"Set model.embedding.dimension to that of the vectors.", {}});
    std::vector<int64_t> covered;
    for (int64_t row = 0; row < rows; ++row)
        if (vectors.covered[static_cast<size_t>(row)])
            covered.push_back(row);
    const torch::NoGradGuard noGradient;
    const torch::Tensor table
        = torch::tensor(at::ArrayRef<float>(vectors.values)).view({rows, dimension});
    const torch::Tensor index = torch::tensor(at::ArrayRef<int64_t>(covered), torch::kInt64);
    weight.index_copy_(0, index.to(weight.device()),
                       table.index_select(0, index).to(weight.options()));
}

} // namespace core
