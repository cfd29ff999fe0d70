#pragma once

#include <torch/nn/module.h>
#include <torch/types.h>

#include <cstdint>
#include <string>
#include <vector>

// The size of a Transformer's residual stream where its norms read it, measured while it is
// trained: Xiong et al. (2020), arXiv:2002.04745, bound the gradient through a norm by
// O(sqrt(D) / ||x||), which is 1 / RMS(x).

namespace core {

/// A module through which a residual stream passes.
class ResidualStream {
public:
    virtual ~ResidualStream() = default;
    /// Names of the places where it is measured, relative to the module: the inputs of its norms
    /// ("norm1"); with ReZero, which has none, of its residual connections ("residual1") and the
    /// stream at the end ("output").
    virtual std::vector<std::string> streamPlaces() const = 0;
};

/// A place of a network at which its residual stream is measured.
struct StreamPlace {
    const torch::nn::Module* owner = nullptr;
    size_t index = 0; ///< Index into streamPlaces() of the owner.
    std::string name; ///< "encoder.transformer.layers.0.norm1"
};
/// In the order in which the stream passes them.
std::vector<StreamPlace> streamPlaces(const torch::nn::Module& network);

/// The residual stream of a batch at a place.
struct StreamSum {
    const torch::nn::Module* owner = nullptr;
    size_t index = 0;
    torch::Tensor squares; ///< [] sum over all tokens and features, without gradient.
    int64_t values = 0; ///< Tokens times features.
};

/// While it lives, this thread's networks append to `sums` what passes each place.
class StreamScope {
public:
    explicit StreamScope(std::vector<StreamSum>& sums);
    StreamScope(const StreamScope&) = delete;
    StreamScope& operator=(const StreamScope&) = delete;
    ~StreamScope();
};

bool streamIsMeasured(); ///< By a StreamScope of this thread.
/// Appends the stream at a place, if it is measured. @param stream  [..., features]
void measureStream(const torch::nn::Module& owner, size_t index, const torch::Tensor& stream);
/// The same with the sum of its squares. @pre streamIsMeasured().
void addToStream(StreamSum sum);
/// [] sum of the squares of all values, without gradient.
torch::Tensor squaresOfStream(const torch::Tensor& stream);

} // namespace core
