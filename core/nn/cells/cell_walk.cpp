#include "core/nn/cells/cell_walk.h"

#include <cmath>
#include <utility>

namespace core {

namespace {

using Vector = CellWalk::Vector;

/// @param matrix  [rows, size of v]
Vector matrixTimes(const Vector& matrix, std::span<const double> v)
{
    Vector result(matrix.size() / v.size(), 0.0);
    for (size_t row = 0; row < result.size(); ++row)
        for (size_t column = 0; column < v.size(); ++column)
            result[row] += matrix[row * v.size() + column] * v[column];
    return result;
}

/// Adds the outer product of `slope` and `v` to `sum`, [rows, size of v].
void addOuter(Vector& sum, const Vector& slope, std::span<const double> v)
{
    for (size_t row = 0; row < slope.size(); ++row)
        for (size_t column = 0; column < v.size(); ++column)
            sum[row * v.size() + column] += slope[row] * v[column];
}

/// Adds the product of the transposed matrix and `slope`.
void addTransposed(Vector& sum, const Vector& matrix, const Vector& slope)
{
    for (size_t row = 0; row < slope.size(); ++row)
        for (size_t column = 0; column < sum.size(); ++column)
            sum[column] += matrix[row * sum.size() + column] * slope[row];
}

void add(Vector& sum, const Vector& term)
{
    for (size_t i = 0; i < sum.size(); ++i)
        sum[i] += term[i];
}

template <class Function> Vector each(const Vector& v, Function function)
{
    Vector result(v.size());
    for (size_t i = 0; i < v.size(); ++i)
        result[i] = function(v[i]);
    return result;
}

template <class Function> Vector both(const Vector& v, const Vector& w, Function function)
{
    Vector result(v.size());
    for (size_t i = 0; i < v.size(); ++i)
        result[i] = function(v[i], w[i]);
    return result;
}

struct Spread {
    double mean = 0.0, root = 1.0;
};

Spread spreadOf(const Vector& v)
{
    const auto size = static_cast<double>(v.size());
    Spread spread;
    for (const double value : v)
        spread.mean += value / size;
    double variance = 0.0;
    for (const double value : v)
        variance += (value - spread.mean) * (value - spread.mean) / size;
    spread.root = std::sqrt(variance + kCellEpsilon);
    return spread;
}

/// Adds the derivative of (v - mean) / root with respect to v, times `slope`.
void addNormalised(Vector& sum, const Vector& v, const Vector& result, const Vector& slope)
{
    const auto size = static_cast<double>(v.size());
    double mean = 0.0, along = 0.0;
    for (size_t i = 0; i < v.size(); ++i) {
        mean += slope[i] / size;
        along += slope[i] * result[i] / size;
    }
    const double root = spreadOf(v).root;
    for (size_t i = 0; i < v.size(); ++i)
        sum[i] += (slope[i] - mean - result[i] * along) / root;
}

} // namespace

CellWalk::CellWalk(const CellGraph& graph, const CellSizes& sizes, CellNumbers parameters)
    : m_graph(graph), m_sizes(sizes), m_parameters(std::move(parameters))
{
    start();
}

std::vector<Vector> CellWalk::zeroStates() const
{
    return std::vector<Vector>(m_graph.states(), Vector(static_cast<size_t>(m_sizes.hidden), 0.0));
}

CellNumbers CellWalk::zeroParameters() const
{
    CellNumbers zero;
    for (const Vector& parameter : m_parameters)
        zero.emplace_back(parameter.size(), 0.0);
    return zero;
}

void CellWalk::start(std::vector<Vector> states)
{
    m_steps.clear();
    m_initial = zeroStates();
    for (size_t s = 0; s < states.size() && s < m_initial.size(); ++s)
        m_initial[s] = std::move(states[s]);
}

const Vector& CellWalk::state(size_t state, size_t after) const
{
    return after == 0 ? m_initial[state]
                      : m_steps[after - 1].values[static_cast<size_t>(m_graph.nextState(state))];
}

void CellWalk::step(std::span<const double> input)
{
    // It is one of the steps only when it is complete: states are those of the step before.
    Step next{{input.begin(), input.end()}, {}};
    for (size_t place = 0; place < m_graph.nodes().size(); ++place)
        next.values.push_back(valueOf(place, next));
    m_steps.push_back(std::move(next));
}

Vector CellWalk::valueOf(size_t place, const Step& step) const
{
    const CellNode& node = m_graph.nodes()[place];
    const auto first = [&]() -> const Vector& { return step.values[size_t(node.first)]; };
    const auto second = [&]() -> const Vector& { return step.values[size_t(node.second)]; };
    const auto parameter
        = [&]() -> const Vector& { return m_parameters[static_cast<size_t>(node.parameter)]; };
    switch (node.operation) {
    case CellOperation::Input:
        return m_sizes.projectsInput() ? matrixTimes(parameter(), step.input) : step.input;
    case CellOperation::InputProduct:
        return matrixTimes(parameter(), step.input);
    case CellOperation::State:
        return state(static_cast<size_t>(node.state), m_steps.size());
    case CellOperation::Product:
        return matrixTimes(parameter(), first());
    case CellOperation::Parameter:
        return parameter();
    case CellOperation::Part: {
        const auto from = first().begin() + node.block * m_sizes.hidden;
        return {from, from + m_sizes.hidden};
    }
    case CellOperation::Add:
        return both(first(), second(), [](double v, double w) { return v + w; });
    case CellOperation::Multiply:
        return both(first(), second(), [](double v, double w) { return v * w; });
    case CellOperation::OneMinus:
        return each(first(), [](double v) { return 1.0 - v; });
    case CellOperation::Sigmoid:
        return each(first(), [](double v) { return 1.0 / (1.0 + std::exp(-v)); });
    case CellOperation::Tanh:
        return each(first(), [](double v) { return std::tanh(v); });
    case CellOperation::Relu:
        return each(first(), [](double v) { return v > 0.0 ? v : 0.0; });
    case CellOperation::Normalise:
        break;
    }
    const Spread spread = spreadOf(first());
    return each(first(), [&](double v) { return (v - spread.mean) / spread.root; });
}

void CellWalk::pull(size_t place, const Step& step, std::vector<Vector>& slopes,
                    CellNumbers& part) const
{
    const CellNode& node = m_graph.nodes()[place];
    const Vector &slope = slopes[place], &value = step.values[place];
    const auto parameter = static_cast<size_t>(node.parameter);
    const auto first = static_cast<size_t>(node.first), second = static_cast<size_t>(node.second);
    const auto times = [](double v, double w) { return v * w; };
    switch (node.operation) {
    case CellOperation::Input:
        if (m_sizes.projectsInput())
            addOuter(part[parameter], slope, step.input);
        break;
    case CellOperation::InputProduct:
        addOuter(part[parameter], slope, step.input);
        break;
    case CellOperation::State: // The step before goes on with it.
        break;
    case CellOperation::Product:
        addOuter(part[parameter], slope, step.values[first]);
        addTransposed(slopes[first], m_parameters[parameter], slope);
        break;
    case CellOperation::Parameter:
        add(part[parameter], slope);
        break;
    case CellOperation::Part:
        for (size_t i = 0; i < slope.size(); ++i)
            slopes[first][static_cast<size_t>(node.block * m_sizes.hidden) + i] += slope[i];
        break;
    case CellOperation::Add:
        add(slopes[first], slope);
        add(slopes[second], slope);
        break;
    case CellOperation::Multiply:
        add(slopes[first], both(slope, step.values[second], times));
        add(slopes[second], both(slope, step.values[first], times));
        break;
    case CellOperation::OneMinus:
        add(slopes[first], each(slope, [](double s) { return -s; }));
        break;
    case CellOperation::Sigmoid:
        add(slopes[first], both(slope, value, [](double s, double y) { return s * y * (1 - y); }));
        break;
    case CellOperation::Tanh:
        add(slopes[first], both(slope, value, [](double s, double y) { return s * (1 - y * y); }));
        break;
    case CellOperation::Relu:
        add(slopes[first],
            both(slope, value, [](double s, double y) { return y > 0.0 ? s : 0.0; }));
        break;
    case CellOperation::Normalise:
        addNormalised(slopes[first], step.values[first], value, slope);
        break;
    }
}

CellSlopes CellWalk::backward(const std::vector<Vector>& injected, const Part& part) const
{
    CellSlopes result{{}, zeroParameters()};
    result.states.assign(steps() + 1, zeroStates());
    std::vector<Vector> after = zeroStates(); // By the steps behind this one.
    const auto inject = [&](size_t at) {
        if (at < injected.size() && !injected[at].empty())
            add(after[0], injected[at]);
    };
    for (size_t at = steps(); at > 0; --at) {
        inject(at);
        const Step& step = m_steps[at - 1];
        std::vector<Vector> slopes;
        for (const Vector& value : step.values)
            slopes.emplace_back(value.size(), 0.0);
        for (size_t s = 0; s < after.size(); ++s)
            add(slopes[static_cast<size_t>(m_graph.nextState(s))], after[s]);
        CellNumbers own = zeroParameters();
        after = zeroStates();
        for (size_t place = slopes.size(); place-- > 0;) {
            pull(place, step, slopes, own);
            if (m_graph.nodes()[place].operation == CellOperation::State)
                add(after[static_cast<size_t>(m_graph.nodes()[place].state)], slopes[place]);
        }
        for (size_t s = 0; s < after.size(); ++s)
            result.states[at][s] = slopes[static_cast<size_t>(m_graph.nextState(s))];
        for (size_t i = 0; i < own.size(); ++i)
            add(result.parameters[i], own[i]);
        if (part)
            part(at - 1, own);
    }
    inject(0);
    result.states[0] = std::move(after);
    return result;
}

} // namespace core
