#include "core/model/text_generator.h"

#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

namespace {

class TextState : public DecoderState {
public:
    void select(const torch::Tensor& rows) override
    {
        carried.select(rows);
        if (classes.defined())
            classes = classes.index_select(0, rows.to(classes.device()));
        if (next.defined())
            next = next.index_select(0, rows.to(next.device()));
    }
    torch::Tensor attention() const override { return {}; }

    CarriedState carried;
    torch::Tensor classes; ///< [rows] int64, or undefined.
    torch::Tensor next; ///< [rows, vocabulary]: the logits behind the prompt, until they are asked.
};

} // namespace

std::unique_ptr<DecoderState> TextGenerator::start(const Condition& condition)
{
    auto state = std::make_unique<TextState>();
    SequenceBatch prompts = condition.source;
    const int64_t rows = prompts.ids.size(0);
    if (m_class)
        prompts.classes = state->classes = torch::full({rows}, *m_class, prompts.ids.options());
    const torch::Tensor logits = m_network.forward(prompts, &state->carried);
    const torch::Tensor last = (prompts.lengths - 1)
                                   .to(logits.device())
                                   .view({rows, 1, 1})
                                   .expand({rows, 1, logits.size(2)});
    state->next = logits.gather(1, last).squeeze(1);
    return state;
}

torch::Tensor TextGenerator::step(DecoderState& state, const torch::Tensor& tokens)
{
    auto& own = static_cast<TextState&>(state);
    if (own.next.defined())
        return std::exchange(own.next, torch::Tensor());
    SequenceBatch batch{tokens.unsqueeze(1), torch::ones({tokens.size(0)}, torch::kInt64)};
    batch.classes = own.classes;
    return m_network.forward(batch, &own.carried).squeeze(1);
}

int64_t TextGenerator::longestTarget() const
{
    const int64_t window = m_network.encoder().traits().window;
    // The mark that a search feeds first is not fed to the network.
    return window > 0 ? std::max<int64_t>(1, window - m_promptTokens + 1) : 0;
}

} // namespace core
