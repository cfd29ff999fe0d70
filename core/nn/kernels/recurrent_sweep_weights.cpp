#include "core/nn/kernels/recurrent_lanes.h"
#include "core/nn/kernels/recurrent_sweep.h"
#include "core/nn/kernels/token_sums.h"

#include <algorithm>
#include <span>

namespace core {
namespace {

/// Sums one direction's gradients, chunk by chunk of the tokens.
class Summation {
public:
    Summation(const BackwardArrays& arrays, int64_t direction, const WeightGradients& into)
        : m_sizes(arrays.sizes)
        , m_into(into)
        , m_gates(tokenLanes<const float>(arrays.gateGradient, m_sizes.gateColumns(), direction,
                                          m_sizes.directions))
        , m_outputGradient(tokenLanes<const float>(arrays.outputGradient, m_sizes.output(),
                                                   direction, m_sizes.directions))
        , m_unprojected(
              tokenLanes(arrays.unprojected, m_sizes.hidden, direction, m_sizes.directions))
        , m_zero(static_cast<size_t>(m_sizes.output()))
        , m_previous(statesBefore(
              *arrays.layout, directionOf(direction),
              tokenLanes(arrays.output, m_sizes.output(), direction, m_sizes.directions),
              stateLanes(arrays.initialHidden, m_sizes.output(), direction, arrays.layout->batch()),
              m_zero.data()))
    {
    }

    /// Of the weights that the input meets, which is laid out in `input`.
    void addInput(int64_t first, const RightFactor& input, Part part) const
    {
        const GateBlocks blocks = gateBlocks(m_sizes.cell);
        const ConstRows gates = m_gates.from(first);
        input.addProduct({gates.first + blocks.inputFirst * m_sizes.hidden, gates.stride},
                         part.of(blocks.inputGates * m_sizes.hidden), m_into.input);
    }

    /// Of all others. Takes `factor`.
    void addRest(int64_t first, int64_t count, RightFactor& factor, Part part) const
    {
        const GateBlocks blocks = gateBlocks(m_sizes.cell);
        const int64_t h = m_sizes.hidden;
        const ConstRows gates = m_gates.from(first);
        factor.set(m_previous.data() + first, count, m_sizes.output());
        factor.addProduct(gates, part.of(blocks.hiddenGates * h), m_into.hidden);
        const PlaceRange biases = part.of(blocks.width * h);
        recurrentKernels().addRows(count, biases.end - biases.first,
                                   {gates.first + biases.first, gates.stride},
                                   m_into.bias + biases.first);
        if (m_into.projection == nullptr)
            return;
        std::vector<const float*> rows(static_cast<size_t>(count));
        for (int64_t k = 0; k < count; ++k)
            rows[static_cast<size_t>(k)] = m_unprojected.from(first + k).first;
        factor.set(rows.data(), count, h);
        factor.addProduct(m_outputGradient.from(first), part.of(m_sizes.projection),
                          m_into.projection);
    }

private:
    const LayerSizes& m_sizes;
    const WeightGradients& m_into;
    Lanes<const float> m_gates, m_outputGradient, m_unprojected;
    std::vector<float> m_zero;
    std::vector<const float*> m_previous;
};

/// All tokens through some directions' summations, which share the input that is laid out.
void sumUp(const BackwardArrays& arrays, std::span<const Summation> sums, Part part)
{
    const LayerSizes& sizes = arrays.sizes;
    RightFactor factor(std::max({sizes.input, sizes.output(), sizes.hidden}));
    const int64_t tokens = arrays.layout->tokens();
    std::vector<const float*> rows;
    for (int64_t first = 0; first < tokens; first += kChunkTokens) {
        const int64_t count = std::min(kChunkTokens, tokens - first);
        rows.resize(static_cast<size_t>(count));
        for (int64_t k = 0; k < count; ++k)
            rows[static_cast<size_t>(k)] = arrays.input + (first + k) * sizes.input;
        factor.set(rows.data(), count, sizes.input);
        for (const Summation& sum : sums)
            sum.addInput(first, factor, part);
        for (const Summation& sum : sums)
            sum.addRest(first, count, factor, part);
    }
}

} // namespace

void sweepWeightGradients(const BackwardArrays& arrays, const std::vector<WeightGradients>& into)
{
    std::vector<Summation> sums;
    sums.reserve(into.size());
    for (int64_t d = 0; d < arrays.sizes.directions; ++d)
        sums.emplace_back(arrays, d, into[static_cast<size_t>(d)]);
    const int threads = computeThreads();
    if (threads == 1) {
        runTasks(1, [&](int64_t) { sumUp(arrays, sums, {0, 1}); });
        return;
    }
    const int64_t parts = (threads + arrays.sizes.directions - 1) / arrays.sizes.directions;
    runTasks(arrays.sizes.directions * parts, [&](int64_t task) {
        sumUp(arrays, std::span(sums).subspan(static_cast<size_t>(task / parts), 1),
              {task % parts, parts});
    });
}

} // namespace core
