#pragma once

#include "core/base/message.h"
#include "core/experiment/spec.h"

#include <torch/nn/module.h>

#include <string>
#include <vector>

namespace core {

/// Copies into `network` what the run or exported module `start.from` has under the same names and
/// in the same shapes: its encoder. Heads stay as they are drawn, because what is predicted
/// differs.
/// @return whole sentences by layer: the tensors transferred, and why others are not.
/// @throws Error{FileMissing, FileMalformed}; Error{BadSetting} when nothing fits.
std::vector<Message> startFrom(torch::nn::Module& network, const StartSpec& start);

/// Which tensors of a network do not learn in the first epochs. If two items name one tensor, the
/// later counts.
class Freezing {
public:
    /// @throws Error{BadSetting} when an item names no layer of `network` or nothing is left to
    /// train.
    Freezing(const torch::nn::Module& network, const std::vector<std::string>& freeze);

    /// From now on, until it is called again, `epoch` (1-based) is trained.
    void begin(int64_t epoch);

private:
    struct Frozen {
        torch::Tensor parameter;
        int64_t epochs; ///< It learns from the one after these; kAlways: never.
    };
    std::vector<Frozen> m_frozen;
};

} // namespace core
