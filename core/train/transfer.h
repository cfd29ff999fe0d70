#pragma once

#include "core/base/message.h"
#include "core/experiment/spec.h"

#include <torch/nn/module.h>

#include <map>
#include <string>
#include <vector>

namespace core {

/// What became of one tensor of a network that starts from another run.
struct TransferredTensor {
    std::string name; ///< "encoder.rnn.weight_ih_l0", the same in both networks.
    Message left{}; ///< Why it was not taken; empty: it was.

    bool isTaken() const { return left.text.empty(); }
};

/// Copies into `network` what the run `start.from` has under the same names and in the same shapes:
/// its encoder. Heads stay as they are drawn, because what is predicted differs.
/// @return each tensor of `network`, in its order.
/// @throws Error{FileMissing, FileMalformed}; Error{BadSetting} when nothing fits.
std::vector<TransferredTensor> startFrom(torch::nn::Module& network, const StartSpec& start);

/// Whole sentences: what was taken, what was not and why, by layer.
std::vector<Message> transferNotes(const StartSpec& start,
                                   const std::vector<TransferredTensor>& tensors);

/// Which tensors of a network do not learn in the first epochs.
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
