#include "core/nn/layers/residual_stream.h"

#include "core/nn/kernels/sum_of_squares.h"
#include "core/nn/tensors.h"

#include <utility>

namespace core {

namespace {

thread_local std::vector<StreamSum>* measuredStream = nullptr;

/// A stack measures its end, behind what its layers measure.
void addPlaces(const torch::nn::Module& module, const std::string& path,
               std::vector<StreamPlace>& places)
{
    for (const auto& child : module.named_children())
        addPlaces(*child.value(), path + child.key() + '.', places);
    if (const auto* stream = dynamic_cast<const ResidualStream*>(&module))
        for (const std::string& name : stream->streamPlaces()) {
            const bool follows = !places.empty() && places.back().owner == &module;
            places.push_back({&module, follows ? places.back().index + 1 : 0, path + name});
        }
}

} // namespace

std::vector<StreamPlace> streamPlaces(const torch::nn::Module& network)
{
    std::vector<StreamPlace> places;
    addPlaces(network, {}, places);
    return places;
}

StreamScope::StreamScope(std::vector<StreamSum>& sums)
{
    measuredStream = &sums;
}

StreamScope::~StreamScope()
{
    measuredStream = nullptr;
}

bool streamIsMeasured()
{
    return measuredStream != nullptr;
}

torch::Tensor squaresOfStream(const torch::Tensor& stream)
{
    const torch::NoGradGuard noGradient;
    const torch::Tensor plain = stream.detach();
    if (isFloatOnCpu(plain))
        return torch::scalar_tensor(sumOfSquares(plain.contiguous()), torch::kFloat64);
    return plain.to(torch::kFloat32).square().sum(torch::kFloat64);
}

void addToStream(StreamSum sum)
{
    measuredStream->push_back(std::move(sum));
}

void measureStream(const torch::nn::Module& owner, size_t index, const torch::Tensor& stream)
{
    if (streamIsMeasured())
        addToStream({&owner, index, squaresOfStream(stream), stream.numel()});
}

} // namespace core
