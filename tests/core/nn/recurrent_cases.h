#pragma once

#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

Q_DECLARE_METATYPE(core::RecurrentOptions)

/// Recurrent layers of every kind, with small sizes that all differ.
namespace recurrent {

constexpr int64_t kBatch = 3, kLength = 7, kInput = 5, kHidden = 4;

inline torch::Tensor someLengths()
{
    return torch::tensor({4, 7, 1}, torch::kInt64);
}

inline core::RecurrentOptions makeOptions(core::CellKind cell, int64_t layers = 1,
                                          bool bidirectional = false, int64_t projection = 0)
{
    return {&core::torchCell(cell, projection > 0),
            kInput,
            kHidden,
            layers,
            bidirectional,
            0.0,
            projection};
}

/// A number that depends on everything a layer returns, each place with its own weight.
inline torch::Tensor mixture(const core::CellOutput& output)
{
    const auto weigh = [](const torch::Tensor& values) {
        const torch::Tensor weights = torch::arange(values.numel(), torch::kFloat64)
                                          .mul(0.7)
                                          .sin()
                                          .to(values.scalar_type());
        return (values.flatten() * weights).sum();
    };
    torch::Tensor sum = weigh(output.output);
    double factor = 2.0;
    for (const torch::Tensor& state : output.states)
        sum = sum + factor++ * weigh(state);
    return sum;
}

inline const std::vector<std::pair<const char*, core::CellKind>> kCells{
    {"tanh", core::CellKind::RnnTanh},
    {"relu", core::CellKind::RnnRelu},
    {"lstm", core::CellKind::Lstm},
    {"gru", core::CellKind::Gru}};

/// A row for each cell, direction and depth, with few features.
inline void addSmallCells()
{
    addColumn<core::RecurrentOptions>("options");
    for (const auto& [name, cell] : kCells) {
        addRow("%s", name) << makeOptions(cell);
        addRow("%s both ways", name) << makeOptions(cell, 1, true);
        addRow("%s two layers", name) << makeOptions(cell, 2);
        addRow("%s two layers both ways", name) << makeOptions(cell, 2, true);
    }
    addRow("lstm projection") << makeOptions(core::CellKind::Lstm, 1, false, 3);
    addRow("lstm projection both ways") << makeOptions(core::CellKind::Lstm, 2, true, 3);
}

/// These, and each cell with more features than one vector of any instruction set holds.
inline void addCells()
{
    addSmallCells();
    for (const auto& [name, cell] : kCells) {
        core::RecurrentOptions wide = makeOptions(cell, 1, true);
        wide.hiddenSize = 37; // not a multiple of any
        addRow("%s wide", name) << wide;
    }
}

} // namespace recurrent
