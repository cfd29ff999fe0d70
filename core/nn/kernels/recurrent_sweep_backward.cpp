#include "core/nn/kernels/recurrent_lanes.h"
#include "core/nn/kernels/recurrent_sweep.h"

namespace core {
namespace {

using BackwardKernel = void (*)(const BackwardStep&);

BackwardKernel backwardKernelOf(CellKind cell)
{
    const RecurrentKernels& kernels = recurrentKernels();
    switch (cell) {
    case CellKind::Lstm:
        return kernels.lstmBackward;
    case CellKind::Gru:
        return kernels.gruBackward;
    case CellKind::RnnTanh:
        return kernels.tanhBackward;
    case CellKind::RnnRelu:
        break;
    }
    return kernels.reluBackward;
}

/// One direction's walk through some sequences, from where the forward walk ended to its start.
class BackwardWalk {
public:
    BackwardWalk(const BackwardArrays& arrays, int64_t direction)
        : m_layout(*arrays.layout)
        , m_sizes(arrays.sizes)
        , m_weights(arrays.weights[static_cast<size_t>(direction)])
        , m_direction(directionOf(direction))
        , m_kernel(backwardKernelOf(m_sizes.cell))
        , m_gates(overTokens(arrays.gates, m_sizes.gateColumns(), direction))
        , m_cell(overTokens(arrays.cell, m_sizes.hidden, direction))
        , m_output(overTokens(arrays.output, m_sizes.output(), direction))
        , m_outputGradient(overTokens(arrays.outputGradient, m_sizes.output(), direction))
        , m_gateGradient(overTokens(arrays.gateGradient, m_sizes.gateColumns(), direction))
        , m_firstHidden(overPlaces(arrays.initialHidden, m_sizes.output(), direction))
        , m_firstCell(overPlaces(arrays.initialCell, m_sizes.hidden, direction))
        , m_cellGradient(overPlaces(arrays.cellGradient, m_sizes.hidden, direction))
        , m_hiddenGradient(overPlaces(arrays.hiddenGradient, m_sizes.output(), direction))
        , m_zero(static_cast<size_t>(m_sizes.hidden))
        , m_unprojectedGradient(
              static_cast<size_t>(m_sizes.projection > 0 ? m_layout.batch() * m_sizes.hidden : 0))
    {
    }

    void run(PlaceRange range)
    {
        const int64_t steps = m_layout.steps();
        for (int64_t i = 0; i < steps; ++i) {
            const int64_t step = m_direction == Direction::Forward ? steps - 1 - i : i;
            const StepRows rows = stepRows(m_layout, m_direction, step, range);
            const int64_t before = rows.previousRow;
            retreat(rows.row, range.first, rows.linked,
                    {m_output.from(before), m_cell.from(before), m_outputGradient.from(before)});
            const int64_t place = range.first + rows.linked;
            retreat(
                rows.row + rows.linked, place, rows.count - rows.linked,
                {m_firstHidden.from(place), m_firstCell.from(place), m_hiddenGradient.from(place)});
        }
    }

private:
    /// The states that a step began with; null rows: zero, and no gradient is wanted.
    struct Before {
        ConstRows hidden;
        ConstRows cell;
        Rows hiddenGradient;
    };

    template <typename Float>
    Lanes<Float> overTokens(Float* array, int64_t width, int64_t direction) const
    {
        return tokenLanes(array, width, direction, m_sizes.directions);
    }

    template <typename Float>
    Lanes<Float> overPlaces(Float* array, int64_t width, int64_t direction) const
    {
        return stateLanes(array, width, direction, m_layout.batch());
    }

    /// dL/dh of the cell itself, past the projection if there is one.
    ConstRows cellOutputGradient(int64_t row, int64_t count)
    {
        const Rows gradient = m_outputGradient.from(row);
        if (m_sizes.projection == 0)
            return gradient;
        const Rows result{m_unprojectedGradient.data(), m_sizes.hidden};
        recurrentKernels().multiply(count, m_sizes.projection, m_sizes.hidden, gradient,
                                    m_weights.projection.data(), result);
        return result;
    }

    void retreat(int64_t row, int64_t place, int64_t count, const Before& before)
    {
        if (count == 0)
            return;
        const ConstRows zero{m_zero.data(), 0};
        const Rows gateGradient = m_gateGradient.from(row);
        m_kernel({.rows = count,
                  .hidden = m_sizes.hidden,
                  .gates = m_gates.from(row),
                  .output = m_output.from(row),
                  .previousHidden = before.hidden.first != nullptr ? before.hidden : zero,
                  .previousCell = before.cell.first != nullptr ? before.cell : zero,
                  .cell = m_cell.from(row),
                  .outputGradient = cellOutputGradient(row, count),
                  .gateGradient = gateGradient,
                  .cellGradient = m_cellGradient.from(place),
                  .previousGradient = before.hiddenGradient});
        if (before.hiddenGradient.first != nullptr)
            recurrentKernels().multiplyAdd(
                count, gateBlocks(m_sizes.cell).hiddenGates * m_sizes.hidden, m_sizes.output(),
                gateGradient, m_weights.hidden.data(), before.hiddenGradient);
    }

    const PackedLayout& m_layout;
    const LayerSizes& m_sizes;
    const PackedWeights& m_weights;
    Direction m_direction;
    BackwardKernel m_kernel;
    Lanes<const float> m_gates, m_cell, m_output;
    Lanes<float> m_outputGradient, m_gateGradient;
    Lanes<const float> m_firstHidden, m_firstCell;
    Lanes<float> m_cellGradient, m_hiddenGradient;
    std::vector<float> m_zero;
    std::vector<float> m_unprojectedGradient;
};

} // namespace

void sweepBackward(const BackwardArrays& arrays)
{
    walkAll(*arrays.layout, arrays.sizes.directions, [&](int64_t direction, PlaceRange range) {
        BackwardWalk(arrays, direction).run(range);
    });
}

void sweepInputGradient(const BackwardArrays& arrays)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const LayerSizes& sizes = arrays.sizes;
    const GateBlocks blocks = gateBlocks(sizes.cell);
    chunkAll(arrays.layout->tokens(), [&](int64_t first, int64_t count) {
        const Rows into{arrays.inputGradient + first * sizes.input, sizes.input};
        for (int64_t d = 0; d < sizes.directions; ++d) {
            Rows gates = tokenLanes(arrays.gateGradient, sizes.gateColumns(), d, sizes.directions)
                             .from(first);
            gates.first += blocks.inputFirst * sizes.hidden;
            const auto multiply = d == 0 ? kernels.multiply : kernels.multiplyAdd;
            multiply(count, blocks.inputGates * sizes.hidden, sizes.input, gates,
                     arrays.weights[static_cast<size_t>(d)].input.data(), into);
        }
    });
}

} // namespace core
