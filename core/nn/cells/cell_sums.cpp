#include "core/nn/cells/cell_sweep.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <span>

namespace core {
namespace {

/// Number of tokens that are packed at a time: their panel fits into the nearest cache.
constexpr int64_t kChunkTokens = 128;

/// Rows of a chunk of tokens, packed as the right factor of products.
class RightFactor {
public:
    explicit RightFactor(int64_t widest)
        : m_packed(static_cast<size_t>(recurrentKernels().packedSize(kChunkTokens, widest)))
    {
    }

    void set(const float* const* rows, int64_t tokens, int64_t width)
    {
        recurrentKernels().packRows(rows, tokens, width, m_packed.data());
        m_tokens = tokens;
        m_width = width;
    }

    /// into[columns of left, width] += left^T rows, for some columns of left.
    void addProduct(ConstRows left, PlaceRange columns, float* into) const
    {
        recurrentKernels().multiplyTransposedAdd(columns.end - columns.first, m_tokens, m_width,
                                                 {left.first + columns.first, left.stride},
                                                 m_packed.data(),
                                                 {into + columns.first * m_width, m_width});
    }

private:
    std::vector<float> m_packed;
    int64_t m_tokens = 0, m_width = 0;
};

/// One of `parts` equal parts of the rows of all gradients.
struct Part {
    int64_t part, parts;
    PlaceRange of(int64_t size) const { return {size * part / parts, size * (part + 1) / parts}; }
};

/// Returns the row of the state before each token's step.
/// @param states  states of all tokens; @param first  initial states; @param zero  replaces missing
/// initial states.
std::vector<const float*> statesBefore(const PackedLayout& layout, Direction direction,
                                       const Lanes<const float>& states,
                                       const Lanes<const float>& first, const float* zero)
{
    std::vector<const float*> result;
    result.reserve(static_cast<size_t>(layout.tokens()));
    for (int64_t step = 0; step < layout.steps(); ++step) {
        const StepRows rows = stepRows(layout, direction, step, {0, layout.batch()});
        for (int64_t place = 0; place < rows.count; ++place) {
            if (place < rows.linked)
                result.push_back(states.from(rows.previousRow + place).first);
            else
                result.push_back(first.base != nullptr ? first.from(place).first : zero);
        }
    }
    return result;
}

/// Sums one direction's gradients, chunk by chunk of the tokens.
class CellSummation {
public:
    CellSummation(const CellArrays& arrays, int64_t direction, const std::vector<float*>& into)
        : m_arrays(arrays)
        , m_program(*arrays.program)
        , m_direction(direction)
        , m_into(into)
        , m_zero(static_cast<size_t>(m_program.sizes.hidden))
        , m_states(m_program.states)
    {
        for (const CellProgram::GradientStage& stage : m_program.backward)
            for (const CellProductGradient& product : stage.products)
                prepare(product.value);
        for (const CellVectorGradient& each : m_program.vectorGradients)
            prepare(each.value);
    }

    /// Adds the gradients of the input's weights. @param input  the packed input
    void addInput(int64_t first, const RightFactor& input, Part part) const
    {
        const int64_t h = m_program.sizes.hidden;
        int64_t column = m_program.inputColumn;
        for (const CellProgram::InputParameter& each : m_program.inputParameters) {
            input.addProduct(tokens({kGradientArray, column}, first), part.of(each.blocks * h),
                             m_into[each.parameter]);
            column += each.blocks * h;
        }
    }

    /// Adds the gradients of all other parameters; overwrites `factor`.
    void addRest(int64_t first, int64_t count, RightFactor& factor, Part part) const
    {
        RowOperand laidOut{};
        for (const CellProgram::GradientStage& stage : m_program.backward)
            for (const CellProductGradient& product : stage.products) {
                if (product.value.array != laidOut.array || product.value.column != laidOut.column)
                    layOut(product.value, first, count, product.matrix.columns, factor);
                laidOut = product.value;
                addProduct(product, tokens(product.from, first), factor, part);
            }
        for (const CellVectorGradient& each : m_program.vectorGradients)
            addVector(each, first, count, part);
    }

private:
    static bool isState(const RowOperand& operand)
    {
        return operand.array >= kStateArrays && operand.array < kStateGradientArrays;
    }

    void addProduct(const CellProductGradient& product, ConstRows gradient,
                    const RightFactor& factor, Part part) const
    {
        const CellMatrixRows& rows = product.matrix;
        float* into = m_into[rows.parameter];
        const int64_t beforeEnd = rows.beforeEnd();
        factor.addProduct(gradient, part.of(beforeEnd), into + rows.first * rows.columns);
        if (beforeEnd < rows.count)
            factor.addProduct({gradient.first + beforeEnd, gradient.stride},
                              part.of(rows.count - beforeEnd), into);
    }

    Lanes<const float> lanes(const RowOperand& operand) const
    {
        const auto over = [&](const float* array, int64_t width) {
            Lanes<const float> all = tokenLanes(array, width, m_direction, m_arrays.directions);
            all.base += operand.column;
            return all;
        };
        switch (operand.array) {
        case kKeptArray:
            return over(m_arrays.kept, m_program.keptColumns);
        case kOutputArray:
            return over(m_arrays.output, m_program.sizes.output);
        case kOutputGradientArray:
            return over(m_arrays.outputGradient, m_program.sizes.output);
        case kInputArray:
            return {m_arrays.input, m_program.sizes.input};
        default:
            return over(m_arrays.gradient, m_program.gradientColumns);
        }
    }

    ConstRows tokens(const RowOperand& operand, int64_t first) const
    {
        return lanes(operand).from(first);
    }

    void prepare(const RowOperand& value)
    {
        if (!isState(value))
            return;
        const auto state = static_cast<size_t>(value.array - kStateArrays);
        if (!m_states[state].empty())
            return;
        const PackedLayout& layout = *m_arrays.layout;
        m_states[state]
            = statesBefore(layout, directionOf(m_direction), lanes(m_program.stateResults[state]),
                           stateLanes(m_arrays.initial[state], m_program.stateSize(state),
                                      m_direction, layout.batch()),
                           m_zero.data());
    }

    const std::vector<const float*>& stateRows(const RowOperand& value) const
    {
        return m_states[static_cast<size_t>(value.array - kStateArrays)];
    }

    const float* row(const RowOperand& value, int64_t token) const
    {
        return isState(value) ? stateRows(value)[static_cast<size_t>(token)]
                              : lanes(value).from(token).first;
    }

    void layOut(const RowOperand& value, int64_t first, int64_t count, int64_t width,
                RightFactor& factor) const
    {
        if (isState(value))
            return factor.set(stateRows(value).data() + first, count, width);
        std::vector<const float*> rows(static_cast<size_t>(count));
        for (int64_t k = 0; k < count; ++k)
            rows[static_cast<size_t>(k)] = row(value, first + k);
        factor.set(rows.data(), count, width);
    }

    void addVector(const CellVectorGradient& each, int64_t first, int64_t count, Part part) const
    {
        const PlaceRange columns = part.of(m_program.sizes.hidden);
        const int64_t size = columns.end - columns.first;
        float* into
            = m_into[each.of.parameter] + each.of.block * m_program.sizes.hidden + columns.first;
        const ConstRows gradient = tokens(each.gradient, first);
        if (each.value.array < 0)
            return recurrentKernels().addRows(
                count, size, {gradient.first + columns.first, gradient.stride}, into);
        for (int64_t k = 0; k < count; ++k)
            recurrentKernels().addProduct(size,
                                          gradient.first + k * gradient.stride + columns.first,
                                          row(each.value, first + k) + columns.first, into);
    }

    const CellArrays& m_arrays;
    const CellProgram& m_program;
    int64_t m_direction;
    const std::vector<float*>& m_into;
    std::vector<float> m_zero;
    std::vector<std::vector<const float*>> m_states; ///< [state][token] before its step.
};

/// All tokens through some directions' summations, which share the input that is laid out.
void sumUp(const CellArrays& arrays, std::span<const CellSummation> sums, Part part)
{
    const CellSizes& sizes = arrays.program->sizes;
    RightFactor factor(std::max(sizes.input, sizes.hidden));
    const int64_t tokens = arrays.layout->tokens();
    std::vector<const float*> rows;
    for (int64_t first = 0; first < tokens; first += kChunkTokens) {
        const int64_t count = std::min(kChunkTokens, tokens - first);
        rows.resize(static_cast<size_t>(count));
        for (int64_t k = 0; k < count; ++k)
            rows[static_cast<size_t>(k)] = arrays.input + (first + k) * sizes.input;
        factor.set(rows.data(), count, sizes.input);
        for (const CellSummation& sum : sums)
            sum.addInput(first, factor, part);
        for (const CellSummation& sum : sums)
            sum.addRest(first, count, factor, part);
    }
}

} // namespace

void sumCellGradients(const CellArrays& arrays, const std::vector<std::vector<float*>>& into)
{
    std::vector<CellSummation> sums;
    sums.reserve(into.size());
    for (int64_t d = 0; d < arrays.directions; ++d)
        sums.emplace_back(arrays, d, into[static_cast<size_t>(d)]);
    const int threads = computeThreads();
    if (threads == 1) {
        runTasks(1, [&](int64_t) { sumUp(arrays, sums, {0, 1}); });
        return;
    }
    const int64_t parts = (threads + arrays.directions - 1) / arrays.directions;
    runTasks(arrays.directions * parts, [&](int64_t task) {
        sumUp(arrays, std::span(sums).subspan(static_cast<size_t>(task / parts), 1),
              {task % parts, parts});
    });
}

} // namespace core
