#pragma once

#include "core/nn/batch/sequence_batch.h"

#include <torch/types.h>

#include <cstdint>
#include <memory>

namespace core {

/// The sources that a generator writes about, side by side; row b of its state begins with number
/// b.
struct Condition {
    SequenceBatch source; ///< Texts that it reads first.
};

/// The state that a generator carries from token to token: encoder states and keys, recurrent
/// states or cached keys and values. One row a hypothesis.
class DecoderState {
public:
    virtual ~DecoderState() = default;
    /// Row i becomes what row rows[i] was: hypotheses are copied, dropped and put in order.
    /// @param rows  [newRows] int64 on the CPU. Rows of one sentence must stay side by side.
    virtual void select(const torch::Tensor& rows) = 0;
    /// Attention of the last step on the source [rows, sourceLength], mean over heads of the last
    /// layer; zero at padding; undefined without attention.
    virtual torch::Tensor attention() const = 0;
};

/// Writes texts token by token: what searches are driven by.
class Generator {
public:
    virtual ~Generator() = default;

    /// The state before the first token.
    virtual std::unique_ptr<DecoderState> start(const Condition& condition) = 0;
    /// Feeds one token a row. @param tokens [rows] int64 on the device.
    /// @return logits of the next token [rows, vocabulary] float32.
    virtual torch::Tensor step(DecoderState& state, const torch::Tensor& tokens) = 0;
    /// Tokens at most, begin mark included, that step() can be fed; 0: no bound.
    virtual int64_t longestTarget() const = 0;
};

} // namespace core
