#include "core/nn/kernels/recurrent_lanes.h"
#include "core/nn/kernels/recurrent_sweep.h"

#include <algorithm>

namespace core {
namespace {

using ForwardKernel = void (*)(const ForwardStep&);

ForwardKernel forwardKernelOf(CellKind cell)
{
    const RecurrentKernels& kernels = recurrentKernels();
    switch (cell) {
    case CellKind::Lstm:
        return kernels.lstmForward;
    case CellKind::Gru:
        return kernels.gruForward;
    case CellKind::RnnTanh:
        return kernels.tanhForward;
    case CellKind::RnnRelu:
        break;
    }
    return kernels.reluForward;
}

/// gates = x W_ih^T for all tokens; a GRU's q, which has no input, begins at zero.
void multiplyInputs(const ForwardArrays& arrays)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const LayerSizes& sizes = arrays.sizes;
    const GateBlocks blocks = gateBlocks(sizes.cell);
    chunkAll(arrays.layout->tokens(), [&](int64_t first, int64_t count) {
        const ConstRows input{arrays.input + first * sizes.input, sizes.input};
        for (int64_t d = 0; d < sizes.directions; ++d) {
            Rows gates
                = tokenLanes(arrays.gates, sizes.gateColumns(), d, sizes.directions).from(first);
            for (int64_t row = 0; row < count && blocks.inputFirst > 0; ++row)
                std::fill_n(gates.first + row * gates.stride, blocks.inputFirst * sizes.hidden,
                            0.0f);
            gates.first += blocks.inputFirst * sizes.hidden;
            kernels.multiply(count, sizes.input, blocks.inputGates * sizes.hidden, input,
                             arrays.weights[static_cast<size_t>(d)].input.data(), gates);
        }
    });
}

/// One direction's walk through some sequences.
class ForwardWalk {
public:
    ForwardWalk(const ForwardArrays& arrays, int64_t direction)
        : m_layout(*arrays.layout)
        , m_sizes(arrays.sizes)
        , m_weights(arrays.weights[static_cast<size_t>(direction)])
        , m_direction(directionOf(direction))
        , m_kernel(forwardKernelOf(m_sizes.cell))
        , m_gates(tokenLanes(arrays.gates, m_sizes.gateColumns(), direction, m_sizes.directions))
        , m_cell(tokenLanes(arrays.cell, m_sizes.hidden, direction, m_sizes.directions))
        , m_output(tokenLanes(arrays.output, m_sizes.output(), direction, m_sizes.directions))
        , m_unprojected(
              tokenLanes(arrays.unprojected, m_sizes.hidden, direction, m_sizes.directions))
        , m_firstHidden(
              stateLanes(arrays.initialHidden, m_sizes.output(), direction, m_layout.batch()))
        , m_firstCell(stateLanes(arrays.initialCell, m_sizes.hidden, direction, m_layout.batch()))
        , m_zero(static_cast<size_t>(m_sizes.hidden))
    {
    }

    void run(PlaceRange range) const
    {
        const int64_t steps = m_layout.steps();
        for (int64_t i = 0; i < steps; ++i) {
            const int64_t step = m_direction == Direction::Forward ? i : steps - 1 - i;
            const StepRows rows = stepRows(m_layout, m_direction, step, range);
            advance(rows.row, rows.linked, m_output.from(rows.previousRow),
                    m_cell.from(rows.previousRow));
            const int64_t place = range.first + rows.linked;
            advance(rows.row + rows.linked, rows.count - rows.linked, m_firstHidden.from(place),
                    m_firstCell.from(place));
        }
    }

private:
    /// One step of `count` rows from `row` on, from the states before it; null rows are zero.
    void advance(int64_t row, int64_t count, ConstRows hidden, ConstRows cell) const
    {
        if (count == 0)
            return;
        const RecurrentKernels& kernels = recurrentKernels();
        const ConstRows zero{m_zero.data(), 0};
        const Rows gates = m_gates.from(row);
        const bool projected = m_sizes.projection > 0;
        const Rows output = projected ? m_unprojected.from(row) : m_output.from(row);
        if (hidden.first != nullptr) // nothing comes of a zero state
            kernels.multiplyAdd(count, m_sizes.output(),
                                gateBlocks(m_sizes.cell).hiddenGates * m_sizes.hidden, hidden,
                                m_weights.hidden.data(), gates);
        m_kernel({.rows = count,
                  .hidden = m_sizes.hidden,
                  .gates = gates,
                  .bias = m_weights.bias.data(),
                  .previousHidden = hidden.first != nullptr ? hidden : zero,
                  .previousCell = cell.first != nullptr ? cell : zero,
                  .cell = m_cell.from(row),
                  .output = output});
        if (projected)
            kernels.multiply(count, m_sizes.hidden, m_sizes.projection, output,
                             m_weights.projection.data(), m_output.from(row));
    }

    const PackedLayout& m_layout;
    const LayerSizes& m_sizes;
    const PackedWeights& m_weights;
    Direction m_direction;
    ForwardKernel m_kernel;
    Lanes<float> m_gates, m_cell, m_output, m_unprojected;
    Lanes<const float> m_firstHidden, m_firstCell;
    std::vector<float> m_zero;
};

} // namespace

void sweepForward(const ForwardArrays& arrays)
{
    multiplyInputs(arrays);
    walkAll(*arrays.layout, arrays.sizes.directions, [&](int64_t direction, PlaceRange range) {
        ForwardWalk(arrays, direction).run(range);
    });
}

} // namespace core
