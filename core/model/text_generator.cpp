#include "core/model/text_generator.h"

#include "core/nn/tensors.h"

#include <algorithm>

namespace core {

namespace {

/// @param values  [count] int64 on any device, each an id or the number of a row.
std::vector<int32_t> numbersOf(const torch::Tensor& values)
{
    const torch::Tensor own = values.to(torch::kCPU, torch::kInt32).contiguous();
    return {own.data_ptr<int32_t>(), own.data_ptr<int32_t>() + own.numel()};
}

class TextState : public DecoderState {
public:
    void select(const torch::Tensor& rows) override
    {
        carried.select(rows);
        if (classes.defined())
            classes = classes.index_select(0, rows.to(classes.device()));
        if (next.defined())
            next = next.index_select(0, rows.to(next.device()));
        std::vector<std::vector<int32_t>> chosen;
        for (const int32_t row : numbersOf(rows))
            chosen.push_back(held[static_cast<size_t>(row)]);
        held = std::move(chosen);
    }
    torch::Tensor attention() const override { return {}; }

    CarriedState carried;
    torch::Tensor classes; ///< As SequenceBatch::classes.
    torch::Tensor next; ///< [rows, vocabulary]: the logits behind the prompt, until they are asked.
    std::vector<std::vector<int32_t>> held; ///< [row] The tokens that `carried` knows.
};

/// Logits behind the last token of each text [texts, vocabulary].
torch::Tensor lastLogits(TextNetwork& network, const SequenceBatch& texts, CarriedState& carried)
{
    const torch::Tensor logits = network.forward(texts, &carried);
    if (logits.size(1) == 1)
        return logits.squeeze(1);
    const torch::Tensor last = (texts.lengths - 1)
                                   .to(logits.device())
                                   .view({logits.size(0), 1, 1})
                                   .expand({logits.size(0), 1, logits.size(2)});
    return logits.gather(1, last).squeeze(1);
}

} // namespace

std::unique_ptr<DecoderState> TextGenerator::start(const Condition& condition)
{
    auto state = std::make_unique<TextState>();
    SequenceBatch prompts = condition.source;
    const int64_t rows = prompts.ids.size(0);
    prompts.classes = state->classes = conditionsOf(
        std::vector<TextCondition>(static_cast<size_t>(rows), m_condition), prompts.ids.device());
    state->next = lastLogits(m_network, prompts, state->carried);
    const std::vector<int32_t> lengths = numbersOf(prompts.lengths);
    for (int64_t row = 0; row < rows; ++row)
        state->held.push_back(
            numbersOf(prompts.ids[row].narrow(0, 0, lengths[static_cast<size_t>(row)])));
    return state;
}

torch::Tensor TextGenerator::step(DecoderState& state, const torch::Tensor& tokens)
{
    auto& own = static_cast<TextState&>(state);
    if (own.next.defined())
        return std::exchange(own.next, torch::Tensor());
    const auto window = static_cast<size_t>(m_network.encoder().traits().window);
    const std::vector<int32_t> fed = numbersOf(tokens);
    bool full = false;
    for (size_t row = 0; row < fed.size(); ++row) {
        own.held[row].push_back(fed[row]);
        full = full || (window > 0 && own.held[row].size() > window);
    }
    SequenceBatch batch{tokens.unsqueeze(1), torch::ones({tokens.size(0)}, torch::kInt64)};
    if (full) {
        const auto kept = static_cast<ptrdiff_t>(std::max<size_t>(window / 2, 1));
        for (std::vector<int32_t>& held : own.held)
            held.erase(held.begin(), held.end() - std::min<ptrdiff_t>(kept, std::ssize(held)));
        const std::vector<IdRow> rows(own.held.begin(), own.held.end());
        batch = paddedBatch(rows, tokens.device());
        own.carried = {};
    }
    batch.classes = own.classes;
    return lastLogits(m_network, batch, own.carried);
}

} // namespace core
