#pragma once

#include "core/model/generator.h"
#include "core/model/text_network.h"

#include <optional>

namespace core {

/// Writes on where a prompt ends, with a network whose head is "next_token". The sources of its
/// Condition are prompts, each with the mark that texts begin with in front; the begin mark that a
/// search feeds first stands for the prompt.
class TextGenerator : public Generator {
public:
    /// @param network  outlives this. @param writtenFor  index of a class; none: for no class.
    /// @param promptTokens  of the longest prompt, its mark counted.
    TextGenerator(TextNetwork& network, std::optional<int64_t> writtenFor, int64_t promptTokens)
        : m_network(network), m_class(writtenFor), m_promptTokens(promptTokens)
    {
    }

    std::unique_ptr<DecoderState> start(const Condition& condition) override;
    torch::Tensor step(DecoderState& state, const torch::Tensor& tokens) override;
    int64_t longestTarget() const override;

private:
    TextNetwork& m_network;
    std::optional<int64_t> m_class;
    int64_t m_promptTokens;
};

} // namespace core
