#include "core/nn/recurrent_lanes.h"
#include "core/nn/recurrent_sweep.h"

#include <algorithm>

namespace core {
namespace {

/// Tokens whose rows are laid out at a time: a panel of them fits the nearest cache.
constexpr int64_t kChunkTokens = 128;

/// For each token the row of the hidden state that its step began with.
std::vector<const float*> previousHidden(const BackwardArrays& arrays, int64_t direction,
                                         const std::vector<float>& zero)
{
    const PackedLayout& layout = *arrays.layout;
    const LayerSizes& sizes = arrays.sizes;
    const auto output = tokenLanes(arrays.output, sizes.output(), direction, sizes.directions);
    const auto first = stateLanes(arrays.initialHidden, sizes.output(), direction, layout.batch());
    std::vector<const float*> result;
    result.reserve(static_cast<size_t>(layout.tokens()));
    for (int64_t step = 0; step < layout.steps(); ++step) {
        const StepRows rows = stepRows(layout, directionOf(direction), step, {0, layout.batch()});
        for (int64_t place = 0; place < rows.count; ++place) {
            if (place < rows.linked)
                result.push_back(output.from(rows.previousRow + place).first);
            else
                result.push_back(first.base != nullptr ? first.from(place).first : zero.data());
        }
    }
    return result;
}

/// The part of [0, size) that belongs to one of `parts` equal ones.
PlaceRange share(int64_t size, int64_t part, int64_t parts)
{
    return {size * part / parts, size * (part + 1) / parts};
}

/// Sums one direction's gradients, chunk by chunk of the tokens; a part of their rows a task.
class Summation {
public:
    Summation(const BackwardArrays& arrays, int64_t direction, const WeightGradients& into)
        : m_arrays(arrays)
        , m_sizes(arrays.sizes)
        , m_into(into)
        , m_gates(tokenLanes<const float>(arrays.gateGradient, m_sizes.gateColumns(), direction,
                                          m_sizes.directions))
        , m_outputGradient(tokenLanes<const float>(arrays.outputGradient, m_sizes.output(),
                                                   direction, m_sizes.directions))
        , m_unprojected(
              tokenLanes(arrays.unprojected, m_sizes.hidden, direction, m_sizes.directions))
        , m_zero(static_cast<size_t>(m_sizes.output()))
        , m_previous(previousHidden(arrays, direction, m_zero))
    {
    }

    void run(int64_t part, int64_t parts) const
    {
        const int64_t widest = std::max({m_sizes.input, m_sizes.output(), m_sizes.hidden});
        std::vector<float> packed(
            static_cast<size_t>(recurrentKernels().packedSize(kChunkTokens, widest)));
        const int64_t tokens = m_arrays.layout->tokens();
        for (int64_t first = 0; first < tokens; first += kChunkTokens)
            add(first, std::min(kChunkTokens, tokens - first), part, parts, packed.data());
    }

private:
    void add(int64_t first, int64_t count, int64_t part, int64_t parts, float* packed) const
    {
        const GateBlocks blocks = gateBlocks(m_sizes.cell);
        const int64_t h = m_sizes.hidden;
        std::vector<const float*> rows(static_cast<size_t>(count));
        for (int64_t k = 0; k < count; ++k)
            rows[static_cast<size_t>(k)] = m_arrays.input + (first + k) * m_sizes.input;
        const ConstRows gates = m_gates.from(first);
        const ConstRows inputGates{gates.first + blocks.inputFirst * h, gates.stride};
        product(inputGates, share(blocks.inputGates * h, part, parts), rows.data(), count,
                m_sizes.input, m_into.input, packed);
        product(gates, share(blocks.hiddenGates * h, part, parts), m_previous.data() + first, count,
                m_sizes.output(), m_into.hidden, packed);
        const PlaceRange biases = share(blocks.width * h, part, parts);
        recurrentKernels().addRows(count, biases.end - biases.first,
                                   {gates.first + biases.first, gates.stride},
                                   m_into.bias + biases.first);
        if (m_into.projection == nullptr)
            return;
        for (int64_t k = 0; k < count; ++k)
            rows[static_cast<size_t>(k)] = m_unprojected.from(first + k).first;
        product(m_outputGradient.from(first), share(m_sizes.projection, part, parts), rows.data(),
                count, h, m_into.projection, packed);
    }

    /// into[columns of left, width] += left^T right, for some columns of left.
    static void product(ConstRows left, PlaceRange columns, const float* const* right,
                        int64_t tokens, int64_t width, float* into, float* packed)
    {
        const RecurrentKernels& kernels = recurrentKernels();
        kernels.packRows(right, tokens, width, packed);
        kernels.multiplyTransposedAdd(columns.end - columns.first, tokens, width,
                                      {left.first + columns.first, left.stride}, packed,
                                      {into + columns.first * width, width});
    }

    const BackwardArrays& m_arrays;
    const LayerSizes& m_sizes;
    const WeightGradients& m_into;
    Lanes<const float> m_gates, m_outputGradient, m_unprojected;
    std::vector<float> m_zero;
    std::vector<const float*> m_previous;
};

} // namespace

void sweepWeightGradients(const BackwardArrays& arrays, const std::vector<WeightGradients>& into)
{
    const int64_t directions = arrays.sizes.directions;
    const int64_t parts = (computeThreads() + directions - 1) / directions;
    std::vector<Summation> sums;
    sums.reserve(into.size());
    for (int64_t d = 0; d < directions; ++d)
        sums.emplace_back(arrays, d, into[static_cast<size_t>(d)]);
    runTasks(directions * parts, [&](int64_t task) {
        sums[static_cast<size_t>(task / parts)].run(task % parts, parts);
    });
}

} // namespace core
