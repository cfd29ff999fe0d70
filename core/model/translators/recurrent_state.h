#pragma once

#include "core/model/translator.h"
#include "core/model/translators/recurrent_decoder.h"

#include <vector>

namespace core {

/// What a recurrent decoder carries while a search goes on. Memory and keys are those of the
/// sentences, not of the hypotheses, as long as all sentences have equally many: a beam of any
/// width reads one copy.
class RecurrentDecoderState : public DecoderState {
public:
    /// @param pass  goes through all steps.
    RecurrentDecoderState(DecoderMemory memory, DecoderPlace place, DecoderPass pass);

    void select(const torch::Tensor& rows) override;
    torch::Tensor attention() const override { return m_attention; }

    const DecoderPass& pass() const { return m_pass; }
    DecoderPlace& place() { return m_place; }
    /// What each row's state [rows, state] takes from its sentence, each [rows, ...].
    Attended attend(AttentionScore& score, const torch::Tensor& states);
    void setAttention(const torch::Tensor& weights) { m_attention = weights; }

private:
    /// Fits the rows there are: one text, or as many, for equally many rows each.
    const DecoderMemory& memory();

    DecoderMemory m_all; ///< Of all sentences that were encoded.
    DecoderMemory m_memory; ///< Of those that rows are left of; or one a row.
    bool m_stale = false; ///< m_memory is no longer that of m_sentences.
    std::vector<int64_t> m_sentences; ///< [row]: its sentence in m_all.
    DecoderPlace m_place;
    DecoderPass m_pass;
    torch::Tensor m_attention;
};

} // namespace core
