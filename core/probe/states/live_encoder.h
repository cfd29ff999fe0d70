#pragma once

#include "core/model/text_network.h"
#include "core/probe/states/live_cells.h"

#include <memory>
#include <string>
#include <vector>

namespace core {

/// What looking into the encoder of a network for texts needs to know of its task.
class LiveEncoder : public LiveCells {
public:
    using LiveCells::LiveCells;

    virtual TextNetwork& textNetwork() const = 0;
    /// @param outputs  the head's scores of the text.
    virtual TextVerdict verdict(const torch::Tensor& outputs, const Text& text) const = 0;
    /// @param reference  as Example's; one that is no answer of this network counts as unknown.
    virtual Loss loss(const torch::Tensor& outputs, const Text& text, const std::string& reference,
                      LossOf of) const = 0;

    std::vector<CellLayers> stacks() const final { return {textNetwork().encoder().cells()}; }
    torch::nn::Module& module() const final { return textNetwork(); }
    std::unique_ptr<CellReading> readCells(const Example& example) const final;
    std::unique_ptr<CellBatch> readBatch(std::span<const Example> examples) const final;
    void encode(const SequenceBatch& batch, const CellLook& look) const final
    {
        textNetwork().encoder().forwardSeen(batch, look);
    }
};

} // namespace core
