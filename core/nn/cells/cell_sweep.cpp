#include "core/nn/cells/cell_sweep.h"

#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "core/nn/threads/parallel_tasks.h"

#include <algorithm>
#include <array>

namespace core {
namespace {

using torch::Tensor;

/// Whether a matrix W is to be the right factor of x Wᵀ, or of dy W.
enum class FactorForm { Transposed, Plain };

/// In the form of the kernels.
FloatMemory packedFactor(const Tensor& matrix, FactorForm factor)
{
    const RecurrentKernels& kernels = recurrentKernels();
    const Tensor dense = matrix.contiguous();
    int64_t inner = dense.size(0), columns = dense.size(1);
    int64_t innerStride = columns, columnStride = 1;
    if (factor == FactorForm::Transposed) {
        std::swap(inner, columns);
        std::swap(innerStride, columnStride);
    }
    FloatMemory result(kernels.packedSize(inner, columns));
    kernels.pack(dense.data_ptr<float>(), innerStride, columnStride, inner, columns, result.data());
    return result;
}

Tensor inputMatrix(const CellProgram& program, const std::vector<Tensor>& weights)
{
    std::vector<Tensor> parts;
    for (const auto& each : program.inputParameters)
        parts.push_back(weights[each.parameter].detach());
    return parts.size() == 1 ? parts.front() : torch::cat(parts);
}

Tensor joinedMatrixRows(const CellMatrixRows& rows, const std::vector<Tensor>& weights)
{
    const Tensor matrix = weights[rows.parameter].detach();
    const Tensor first = matrix.narrow(0, rows.first, rows.beforeEnd());
    const int64_t rest = rows.count - rows.beforeEnd();
    return rest == 0 ? first : torch::cat({first, matrix.narrow(0, 0, rest)});
}

std::vector<float> summedVectors(const CellProgram& program, const std::vector<Tensor>& weights)
{
    const int64_t h = program.sizes.hidden;
    std::vector<float> all(program.vectors.size() * static_cast<size_t>(h));
    float* to = all.data();
    for (const auto& sum : program.vectors) {
        for (const CellVectorBlock& each : sum) {
            const Tensor dense = weights[each.parameter].detach().contiguous();
            const float* from = dense.data_ptr<float>() + each.block * h;
            for (int64_t i = 0; i < h; ++i)
                to[i] += from[i];
        }
        to += h;
    }
    return all;
}

/// One direction's walk through some sequences, either way.
class CellWalk {
public:
    CellWalk(const CellArrays& arrays, int64_t direction, PlaceRange range)
        : m_arrays(arrays)
        , m_layout(*arrays.layout)
        , m_program(*arrays.program)
        , m_weights(*arrays.weights[static_cast<size_t>(direction)])
        , m_direction(direction)
        , m_range(range)
        , m_zero(static_cast<size_t>(m_program.sizes.hidden))
        , m_unwanted(static_cast<size_t>(m_program.sizes.hidden))
        , m_scratch(static_cast<size_t>(m_program.scratchColumns))
        , m_across(static_cast<size_t>(
              arrays.gradient != nullptr ? (range.end - range.first) * m_program.acrossColumns : 0))
    {
    }

    void forward()
    {
        walk([](int64_t i, int64_t) { return i; }, [this](int64_t count) { advance(count); });
    }

    void backward()
    {
        walk([](int64_t i, int64_t steps) { return steps - 1 - i; },
             [this](int64_t count) { retreat(count); });
    }

private:
    /// Calls step(count) with the arrays set for rows that come from a step before, and for those
    /// that begin.
    template <typename Order, typename Step> void walk(const Order& order, const Step& step)
    {
        const int64_t steps = m_layout.steps();
        for (int64_t i = 0; i < steps; ++i) {
            const int64_t forward = order(i, steps);
            const int64_t token = m_direction == 0 ? forward : steps - 1 - forward;
            const StepRows rows = stepRows(m_layout, directionOf(m_direction), token, m_range);
            if (rows.linked > 0) {
                bindTokens(rows.row);
                bindLinked(rows.previousRow);
                step(rows.linked);
            }
            if (rows.count > rows.linked) {
                bindTokens(rows.row + rows.linked);
                bindInitial(m_range.first + rows.linked);
                step(rows.count - rows.linked);
            }
        }
    }

    template <typename Float> Rows tokens(Float* array, int64_t width, int64_t row) const
    {
        const Rows rows
            = tokenLanes(const_cast<float*>(array), width, m_direction, m_arrays.directions)
                  .from(row);
        return rows;
    }

    template <typename Float> Rows places(Float* array, size_t state, int64_t place) const
    {
        return stateLanes(const_cast<float*>(array), m_program.stateSize(state), m_direction,
                          m_layout.batch())
            .from(place);
    }

    Rows& at(int array) { return m_rows[static_cast<size_t>(array)]; }

    Rows operand(const RowOperand& operand) const
    {
        const Rows& rows = m_rows[static_cast<size_t>(operand.array)];
        return {rows.first + operand.column, rows.stride};
    }

    void bindTokens(int64_t row)
    {
        const int64_t width = m_program.sizes.output;
        at(kKeptArray) = tokens(m_arrays.kept, m_program.keptColumns, row);
        at(kOutputArray) = tokens(m_arrays.output, width, row);
        at(kVectorArray) = {const_cast<float*>(m_weights.vectors.data()), 0};
        at(kScratchArray) = {m_scratch.data(), 0};
        at(kInputArray) = {const_cast<float*>(m_arrays.input) + row * m_program.sizes.input,
                           m_program.sizes.input};
        at(kGradientArray) = tokens(m_arrays.gradient, m_program.gradientColumns, row);
        at(kOutputGradientArray) = tokens(m_arrays.outputGradient, width, row);
        at(kAcrossArray) = {m_across.data(), m_program.acrossColumns};
    }

    void bindLinked(int64_t previousRow)
    {
        const RowOperand* results = m_program.stateResults.data();
        for (size_t state = 0; state < m_program.states; ++state) {
            const bool kept = results[state].array == kKeptArray;
            Rows rows = kept ? tokens(m_arrays.kept, m_program.keptColumns, previousRow)
                             : tokens(m_arrays.output, m_program.sizes.output, previousRow);
            rows.first += results[state].column;
            at(kStateArrays + static_cast<int>(state)) = rows;
        }
        m_fromZero = false;
        m_hiddenWanted = true;
        if (m_arrays.gradient == nullptr)
            return;
        at(kStateGradientArrays)
            = tokens(m_arrays.outputGradient, m_program.sizes.output, previousRow);
        bindStateGradients(m_range.first);
    }

    void bindInitial(int64_t place)
    {
        m_fromZero = true;
        for (size_t state = 0; state < m_program.states; ++state) {
            const float* given = m_arrays.initial[state];
            at(kStateArrays + static_cast<int>(state))
                = given != nullptr ? places(given, state, place) : Rows{m_zero.data(), 0};
            m_fromZero = m_fromZero && given == nullptr;
        }
        if (m_arrays.gradient == nullptr)
            return;
        m_hiddenWanted = m_arrays.stateGradients.front() != nullptr;
        at(kStateGradientArrays) = m_hiddenWanted
            ? places(m_arrays.stateGradients.front(), 0, place)
            : Rows{m_unwanted.data(), 0};
        bindStateGradients(place);
    }

    void bindStateGradients(int64_t place)
    {
        for (size_t state = 1; state < m_program.states; ++state)
            at(kStateGradientArrays + static_cast<int>(state))
                = places(m_arrays.stateGradients[state], state, place);
    }

    static bool isState(const RowOperand& operand)
    {
        return operand.array >= kStateArrays && operand.array < kStateGradientArrays;
    }

    void run(const std::vector<RowInstruction>& instructions, int64_t count)
    {
        recurrentKernels().runRows(
            {instructions.data(), static_cast<int64_t>(instructions.size()), m_rows.data()}, count);
    }

    void advance(int64_t count)
    {
        size_t next = 0;
        for (const CellProgram::Stage& stage : m_program.forward) {
            for (const CellProduct& product : stage.products)
                multiply(product, m_weights.products[next++].data(), count);
            if (m_program.kernel && &stage == &m_program.forward.front())
                stepForward(count);
            else
                run(stage.rows, count);
        }
    }

    /// Where a cell with a kernel has h before its projection.
    RowOperand unprojected() const
    {
        return {kKeptArray, m_program.keptColumns - m_program.sizes.hidden};
    }

    void stepForward(int64_t count)
    {
        const bool lstm = m_program.states > 1;
        recurrentKernels().stepForward[static_cast<size_t>(*m_program.kernel)](
            {.rows = count,
             .hidden = m_program.sizes.hidden,
             .gates = at(kKeptArray),
             .bias = m_weights.vectors.data(),
             .previousHidden = at(kStateArrays),
             .previousCell = at(kStateArrays + 1),
             .cell = lstm ? operand(m_program.stateResults[1]) : Rows{},
             .output = m_program.projects() ? operand(unprojected()) : at(kOutputArray)});
    }

    void stepBackward(int64_t count)
    {
        const bool lstm = m_program.states > 1;
        recurrentKernels().stepBackward[static_cast<size_t>(*m_program.kernel)](
            {.rows = count,
             .hidden = m_program.sizes.hidden,
             .gates = at(kKeptArray),
             .output = at(kOutputArray),
             .previousHidden = at(kStateArrays),
             .previousCell = at(kStateArrays + 1),
             .cell = lstm ? operand(m_program.stateResults[1]) : Rows{},
             .outputGradient = at(m_program.projects() ? kAcrossArray : kOutputGradientArray),
             .gateGradient = at(kGradientArray),
             .cellGradient = at(kStateGradientArrays + 1),
             .previousGradient = m_hiddenWanted ? at(kStateGradientArrays) : Rows{}});
    }

    void multiply(const CellProduct& product, const float* packed, int64_t count)
    {
        const RecurrentKernels& kernels = recurrentKernels();
        const int64_t inner = product.matrix.columns, columns = product.matrix.count;
        const Rows from = operand(product.from), to = operand(product.to);
        switch (product.onto) {
        case CellProduct::Onto::Nothing:
            return kernels.multiply(count, inner, columns, from, packed, to);
        case CellProduct::Onto::Result:
            if (!m_fromZero || !isState(product.from)) // nothing comes of a zero state
                kernels.multiplyAdd(count, inner, columns, from, packed, to);
            return;
        case CellProduct::Onto::Vector:
            return kernels.multiplyOnto(count, inner, columns, from, packed,
                                        {m_weights.vectors.data() + product.vector, 0}, to);
        }
    }

    void retreat(int64_t count)
    {
        const RecurrentKernels& kernels = recurrentKernels();
        size_t next = m_weights.products.size();
        for (size_t s = m_program.backward.size(); s-- > 0;) {
            const CellProgram::GradientStage& stage = m_program.backward[s];
            if (m_program.kernel && s == 0)
                stepBackward(count);
            else
                run(stage.rows, count);
            next -= stage.products.size();
            for (size_t i = 0; i < stage.products.size(); ++i) {
                const CellProductGradient& product = stage.products[i];
                if (product.to.array == kStateGradientArrays && !m_hiddenWanted)
                    continue;
                const auto into
                    = product.into == RowInto::Add ? kernels.multiplyAdd : kernels.multiply;
                into(count, product.matrix.count, product.matrix.columns, operand(product.from),
                     m_weights.products[next + i].data(), operand(product.to));
            }
        }
    }

    const CellArrays& m_arrays;
    const PackedLayout& m_layout;
    const CellProgram& m_program;
    const PackedCell& m_weights;
    int64_t m_direction;
    PlaceRange m_range;
    std::vector<float> m_zero, m_unwanted, m_scratch, m_across;
    std::array<Rows, kCellArrays> m_rows{};
    bool m_fromZero = false; ///< All states of the step before are zero.
    bool m_hiddenWanted = false; ///< dL/d(h of the step before).
};

/// Computes the products that depend on inputs only, for all tokens, and adds their vectors. The
/// columns before them, a GRU's q, start at zero.
void multiplyInputs(const CellArrays& arrays)
{
    const CellProgram& program = *arrays.program;
    const RecurrentKernels& kernels = recurrentKernels();
    const int64_t width = program.sizes.input, columns = program.inputBlocks * program.sizes.hidden;
    chunkAll(arrays.layout->tokens(), [&](int64_t first, int64_t count) {
        const ConstRows input{arrays.input + first * width, width};
        for (int64_t d = 0; d < arrays.directions; ++d) {
            const PackedCell& weights = *arrays.weights[static_cast<size_t>(d)];
            Rows kept
                = tokenLanes(arrays.kept, program.keptColumns, d, arrays.directions).from(first);
            for (int64_t row = 0; row < count && program.inputColumn > 0; ++row)
                std::fill_n(kept.first + row * kept.stride, program.inputColumn, 0.0F);
            kept.first += program.inputColumn;
            if (program.kernel)
                kernels.multiply(count, width, columns, input, weights.input.data(), kept);
            else
                kernels.multiplyOnto(count, width, columns, input, weights.input.data(),
                                     {weights.vectors.data(), 0}, kept);
        }
    });
}

void differentiateInputs(const CellArrays& arrays)
{
    const CellProgram& program = *arrays.program;
    const RecurrentKernels& kernels = recurrentKernels();
    const CellSizes& sizes = program.sizes;
    const RowInstruction itself{.operation = RowOperation::GradientCopy,
                                .into = RowInto::Add,
                                .count = sizes.input,
                                .to = {0},
                                .a = {1, program.inputGradient.column}};
    chunkAll(arrays.layout->tokens(), [&](int64_t first, int64_t count) {
        const Rows into{arrays.inputGradient + first * sizes.input, sizes.input};
        for (int64_t d = 0; d < arrays.directions; ++d) {
            Rows gradient
                = tokenLanes(arrays.gradient, program.gradientColumns, d, arrays.directions)
                      .from(first);
            gradient.first += program.inputColumn;
            const auto multiply = d == 0 ? kernels.multiply : kernels.multiplyAdd;
            multiply(count, program.inputBlocks * sizes.hidden, sizes.input, gradient,
                     arrays.weights[static_cast<size_t>(d)]->input.data(), into);
            const Rows both[] = {into, gradient};
            if (program.inputGradient.array >= 0)
                kernels.runRows({&itself, 1, both}, count);
        }
    });
}

template <typename Stages>
PackedCell packedCell(const CellProgram& program, const Stages& stages,
                      const std::vector<Tensor>& weights, FactorForm factor)
{
    PackedCell result;
    result.input = packedFactor(inputMatrix(program, weights), factor);
    for (const auto& stage : stages)
        for (const auto& product : stage.products)
            result.products.push_back(
                packedFactor(joinedMatrixRows(product.matrix, weights), factor));
    result.vectors = summedVectors(program, weights);
    return result;
}

/// Calls walk(direction, range) so that all threads have work. Sequences do not depend on each
/// other, nor do directions: the walks never wait for one another.
template <typename Walk>
void walkAll(const PackedLayout& layout, int64_t directions, const Walk& walk)
{
    const auto ranges = divide(layout, (computeThreads() + directions - 1) / directions);
    const auto count = static_cast<int64_t>(ranges.size());
    runTasks(directions * count,
             [&](int64_t task) { walk(task / count, ranges[static_cast<size_t>(task % count)]); });
}

} // namespace

PackedCell packCellForward(const CellProgram& program, const std::vector<Tensor>& weights)
{
    return packedCell(program, program.forward, weights, FactorForm::Transposed);
}

PackedCell packCellBackward(const CellProgram& program, const std::vector<Tensor>& weights)
{
    return packedCell(program, program.backward, weights, FactorForm::Plain);
}

void sweepCellForward(const CellArrays& arrays)
{
    multiplyInputs(arrays);
    walkAll(*arrays.layout, arrays.directions, [&](int64_t direction, PlaceRange range) {
        CellWalk(arrays, direction, range).forward();
    });
}

void sweepCellBackward(const CellArrays& arrays)
{
    walkAll(*arrays.layout, arrays.directions, [&](int64_t direction, PlaceRange range) {
        CellWalk(arrays, direction, range).backward();
    });
    if (arrays.inputGradient != nullptr)
        differentiateInputs(arrays);
}

} // namespace core
