#pragma once

#include "core/model/generator.h"
#include "core/model/text_network.h"
#include "core/nn/batch/text_condition.h"

namespace core {

/// Writes on where a prompt ends, with a network whose head is "next_token". The sources of its
/// Condition are prompts, each with the mark that texts begin with in front; the begin mark that a
/// search feeds first stands for the prompt. A network that reads windows, each from its own
/// beginning, as it was trained, reads the later half of its window again when that is full, and
/// goes on behind it.
class TextGenerator : public Generator {
public:
    /// @param network  outlives this.
    TextGenerator(TextNetwork& network, TextCondition condition)
        : m_network(network), m_condition(std::move(condition))
    {
    }

    std::unique_ptr<DecoderState> start(const Condition& condition) override;
    torch::Tensor step(DecoderState& state, const torch::Tensor& tokens) override;
    int64_t longestTarget() const override { return 0; }

private:
    TextNetwork& m_network;
    TextCondition m_condition;
};

} // namespace core
