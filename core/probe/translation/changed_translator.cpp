#include "core/probe/translation/changed_translator.h"

#include "core/nn/tensors.h"
#include "core/text/text_pipeline.h"

namespace core {

/// The sources, and of each row which it translates and what it has been fed.
class ChangedTranslator::State : public DecoderState {
public:
    State(SequenceBatch sources, std::vector<PlannedChange> planned)
        : m_sources(std::move(sources))
        , m_planned(std::move(planned))
        , m_rows(torch::arange(m_sources.ids.size(0), torch::kInt64))
        , m_fed(torch::empty({m_sources.ids.size(0), 0}, torch::kInt64))
    {
    }

    void select(const torch::Tensor& rows) override
    {
        const torch::Tensor index = rows.to(torch::kCPU);
        m_rows = m_rows.index_select(0, index);
        m_fed = m_fed.index_select(0, index);
        if (m_attention.defined())
            m_attention = m_attention.index_select(0, index.to(m_attention.device()));
    }
    torch::Tensor attention() const override { return m_attention; }

    torch::Tensor next(Translator& network, const torch::Tensor& tokens, const CellLook& cells)
    {
        const int64_t rows = m_rows.numel();
        m_fed = torch::cat({m_fed, tokens.to(torch::kCPU).unsqueeze(1)}, 1); // [rows, fed]
        const torch::Tensor end = torch::full({rows, 1}, kEndId, torch::kInt64); // never read
        const torch::Device device = m_sources.ids.device();
        const TranslationBatch batch{{m_sources.ids.index_select(0, m_rows.to(device)),
                                      m_sources.lengths.index_select(0, m_rows)},
                                     {torch::cat({m_fed, end}, 1).to(device),
                                      torch::full({rows}, m_fed.size(1) + 1, torch::kInt64)}};
        std::vector<PlannedChange> planned;
        for (int64_t row = 0; row < rows && !m_planned.empty(); ++row)
            planned.push_back(m_planned[static_cast<size_t>(m_rows[row].item<int64_t>())]);
        const OpenedTranslator opened = network.open(
            batch, planned.empty() ? AttentionHook() : changing(std::move(planned)), cells);
        const int64_t last = m_fed.size(1) - 1;
        for (const OpenedAttention& each : opened.attention) // The last layer of cross attention.
            if (each.group == "cross")
                m_attention = each.weights.select(2, last).mean(1); // [rows, source length]
        return opened.logits.select(1, last);
    }

private:
    SequenceBatch m_sources;
    std::vector<PlannedChange> m_planned; ///< The change for each source.
    torch::Tensor m_rows; ///< [rows] int64 on the CPU: its source.
    torch::Tensor m_fed; ///< [rows, tokens] int64 on the CPU.
    torch::Tensor m_attention;
};

std::unique_ptr<DecoderState> ChangedTranslator::start(const Condition& condition)
{
    std::vector<PlannedChange> planned;
    for (int64_t source = 0; source < condition.source.ids.size(0) && !m_planned.empty();
         ++source, ++m_started) {
        planned.push_back(m_planned.size() == 1 ? m_planned.front() : m_planned.at(m_started));
        if (m_planned.size() == 1)
            planned.back().seed += m_started;
    }
    return std::make_unique<State>(condition.source, std::move(planned));
}

torch::Tensor ChangedTranslator::step(DecoderState& state, const torch::Tensor& tokens)
{
    return static_cast<State&>(state).next(m_network, tokens, m_cells);
}

} // namespace core
