#pragma once

#include "core/model/translator.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

#include <stdexcept>

/// A translator that does as it is told, so that what is around it can be tested by itself.
namespace support {

/// Scores of the next token of one row, given: the source without padding and what was written.
using Script = std::function<std::vector<float>(const std::vector<int64_t>& source,
                                                const std::vector<int64_t>& written)>;
/// Weight of source token `column` for target position `row`.
using ScriptedAttention
    = std::function<float(int64_t row, int64_t column, int64_t rows, int64_t columns)>;

class ScriptedTranslator : public core::Translator {
public:
    explicit ScriptedTranslator(Script script, int64_t reach = 0)
        : m_script(std::move(script)), m_reach(reach)
    {
    }

    ScriptedAttention attention; ///< What open() shows; none where empty.
    int64_t mostRows = 0; ///< Of all calls of step().
    int64_t encodings = 0; ///< Calls of start().

    static constexpr float kPadding = -99.0F; ///< The attention that steps give to padding.

    torch::Tensor forward(const core::TranslationBatch& batch, double) override
    {
        std::vector<torch::Tensor> all;
        for (int64_t b = 0; b < batch.source.lengths.size(0); ++b)
            all.push_back(logitsOf(batch, b));
        return torch::cat(all); // [tokens, vocabulary]
    }

    core::OpenedTranslator open(const core::TranslationBatch& batch, const core::AttentionHook&,
                                const core::CellLook&) override
    {
        core::OpenedTranslator opened;
        opened.logits = logitsOf(batch, 0).unsqueeze(0);
        if (!attention)
            return opened;
        const int64_t rows = batch.target.lengths[0].item<int64_t>() - 1;
        const int64_t columns = batch.source.lengths[0].item<int64_t>();
        torch::Tensor weights = torch::zeros({1, 1, rows, columns});
        for (int64_t row = 0; row < rows; ++row)
            for (int64_t column = 0; column < columns; ++column)
                weights[0][0][row][column] = attention(row, column, rows, columns);
        opened.attention.push_back({"cross", 0, weights, torch::Tensor(), "as told"});
        return opened;
    }

    std::unique_ptr<core::DecoderState> start(const core::Condition& condition) override
    {
        const core::SequenceBatch& source = condition.source;
        ++encodings;
        auto state = std::make_unique<State>();
        state->longest = source.ids.size(1);
        for (int64_t b = 0; b < source.ids.size(0); ++b)
            state->rows.push_back({row(source, b), {}});
        return state;
    }

    torch::Tensor step(core::DecoderState& state, const torch::Tensor& tokens) override
    {
        auto& rows = static_cast<State&>(state).rows;
        mostRows = std::max(mostRows, tokens.size(0));
        std::vector<torch::Tensor> all;
        for (size_t r = 0; r < rows.size(); ++r) {
            rows[r].written.push_back(tokens[static_cast<int64_t>(r)].item<int64_t>());
            if (m_reach > 0 && static_cast<int64_t>(rows[r].written.size()) > m_reach)
                throw std::out_of_range("fed more than the network reaches");
            all.push_back(torch::tensor(m_script(rows[r].source, rows[r].written)));
        }
        return torch::stack(all);
    }

    int64_t longestTarget() const override { return m_reach; }
    std::vector<core::LayerSummary> describe() const override { return {}; }
    int64_t activationsPerToken(int64_t) const override { return 1; }
    torch::Tensor positions(int64_t) override { return {}; }
    std::string pythonSource() const override { return {}; }
    std::vector<core::GraphPort> graphSources() const override { return {}; }
    std::vector<core::GraphPort> graphPlace() const override { return {}; }
    core::GraphValues graphEncoded(core::GraphBuilder&, core::GraphValue,
                                   core::GraphValue) const override
    {
        return {};
    }
    core::GraphValues graphStep(core::GraphBuilder&, core::GraphValue, const core::GraphValues&,
                                const core::GraphValues&) const override
    {
        return {};
    }

private:
    struct Row {
        std::vector<int64_t> source, written;
    };
    struct State : core::DecoderState {
        std::vector<Row> rows;
        int64_t longest = 0;

        void select(const torch::Tensor& chosen) override
        {
            std::vector<Row> next;
            for (int64_t i = 0; i < chosen.size(0); ++i)
                next.push_back(rows[static_cast<size_t>(chosen[i].item<int64_t>())]);
            rows = std::move(next);
        }
        /// The column's number times the step, so that rows and sentences can be told apart.
        torch::Tensor attention() const override
        {
            torch::Tensor weights
                = torch::full({static_cast<int64_t>(rows.size()), longest}, kPadding);
            for (size_t r = 0; r < rows.size(); ++r)
                for (size_t c = 0; c < rows[r].source.size(); ++c)
                    weights[static_cast<int64_t>(r)][static_cast<int64_t>(c)]
                        = float(rows[r].source[c]) / 64.0F + float(rows[r].written.size());
            return weights;
        }
    };

    static std::vector<int64_t> row(const core::SequenceBatch& batch, int64_t b)
    {
        std::vector<int64_t> ids;
        for (int64_t i = 0; i < batch.lengths[b].item<int64_t>(); ++i)
            ids.push_back(batch.ids[b][i].item<int64_t>());
        return ids;
    }

    torch::Tensor logitsOf(const core::TranslationBatch& batch, int64_t b) const
    {
        const std::vector<int64_t> source = row(batch.source, b), target = row(batch.target, b);
        std::vector<torch::Tensor> all;
        for (size_t n = 1; n < target.size(); ++n)
            all.push_back(torch::tensor(
                m_script(source, {target.begin(), target.begin() + static_cast<int64_t>(n)})));
        return torch::stack(all); // [tokens, vocabulary]
    }

    Script m_script;
    int64_t m_reach;
};

} // namespace support
