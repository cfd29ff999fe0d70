#pragma once

#include "core/model/translator.h"
#include "core/probe/attention/attention_changes.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace core {

/// A translator whose attention or recurrent states are changed while it writes. Every token is
/// written by one teacher-forced pass over all before it, which costs a factor of half the length:
/// the usual cache was computed with unchanged attention. Evaluation mode and no
/// gradients are the caller's business (InspectionScope).
class ChangedTranslator : public Generator {
public:
    /// @param planned  of each source, in the order in which start() is given them; one alone is
    /// that of all, with a permutation for each source. None: attention stays as it is.
    /// @param cells  see Translator::open().
    ChangedTranslator(Translator& network, std::vector<PlannedChange> planned, CellLook cells = {})
        : m_network(network), m_planned(std::move(planned)), m_cells(std::move(cells))
    {
    }

    std::unique_ptr<DecoderState> start(const Condition& condition) override;
    torch::Tensor step(DecoderState& state, const torch::Tensor& tokens) override;
    int64_t longestTarget() const override { return m_network.longestTarget(); }

private:
    class State;

    Translator& m_network;
    std::vector<PlannedChange> m_planned;
    CellLook m_cells;
    size_t m_started = 0; ///< Sources so far.
};

} // namespace core
