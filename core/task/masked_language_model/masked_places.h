#pragma once

#include "core/base/monitor.h"
#include "core/model/text_network.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace core {

/// A token of a text that is to be predicted.
struct MaskedPlace {
    IdRow ids; ///< The whole text; borrowed.
    std::vector<int32_t> masked; ///< Places that the mask replaces.
    int32_t place = 0; ///< To be predicted.
};

/// Predicts the token at each place, in batches of texts of like length.
/// @param take  gets log-probabilities [count, vocabulary] float32 on the CPU, and the indices of
/// the places that they are for.
/// @pre evaluation mode and no gradients. @throws Error{Cancelled}.
void predictPlaces(
    TextNetwork& network, int64_t maskId, std::span<const MaskedPlace> places, torch::Device device,
    const Message& stage, const Monitor& monitor,
    const std::function<void(const torch::Tensor& logs, std::span<const int32_t> indices)>& take);

/// -ln p of the token at each place: in sum over the tokens of a text its negative
/// pseudo-log-likelihood, where each is masked by itself (Salazar et al. 2020, arXiv:1910.14659).
std::vector<double> natsOf(TextNetwork& network, int64_t maskId,
                           std::span<const MaskedPlace> places, torch::Device device,
                           const Message& stage, const Monitor& monitor);

} // namespace core
