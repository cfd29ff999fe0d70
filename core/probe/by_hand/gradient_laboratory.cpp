#include "core/probe/by_hand/gradient_laboratory.h"

#include "core/model/encoder/cells/cell_entry.h"
#include "core/nn/cells/cell_text.h"
#include "core/probe/by_hand/drawn_matrices.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using Vector = CellWalk::Vector;

/// Streams of random numbers. Cells that have a matrix in common draw the same one.
enum Stream : uint64_t { kInputs, kInitial, kErrors, kParameters };

/// h_t = W x_t + b + U h_{t-1}: an RNN without activation.
const CellGraph& linearCell()
{
    static const CellGraph graph("Linear RNN", [](CellGraph& cell) {
        const CellValue h = cell.state("h");
        const CellValue w = cell.input("weight_ih", "W", {""});
        const CellValue u = cell.product("weight_hh", "U", {""}, h);
        const CellValue b = cell.vector("bias_ih", "b", {""});
        cell.next("h", (w + b) + u);
    });
    return graph;
}

NumberTable tableOf(int64_t rows, int64_t columns, Vector values)
{
    NumberTable table;
    table.rows = rows;
    table.columns = columns;
    table.values = std::move(values);
    return table;
}

bool isRecurrent(const CellParameter& parameter)
{
    return parameter.use == CellOperation::Product;
}

bool isInput(const CellParameter& parameter)
{
    return parameter.use == CellOperation::InputProduct || parameter.use == CellOperation::Input;
}

/// Draws the parameters of a cell.
class LaboratoryWeights {
public:
    LaboratoryWeights(const AskGradientLaboratory& question, const CellGraph& graph)
        : m_question(question)
        , m_graph(graph)
        , m_sizes{question.units, question.units, question.units}
    {
        for (size_t i = 0; i < graph.parameters().size(); ++i)
            m_numbers.push_back(drawn(i));
    }

    const CellSizes& sizes() const { return m_sizes; }
    const CellNumbers& numbers() const { return m_numbers; }
    double singularValue() const { return m_singularValue; }

private:
    Vector drawn(size_t index)
    {
        const std::vector<int64_t> shape = m_graph.shape(index, m_sizes);
        if (shape.empty())
            return {};
        const CellParameter& parameter = m_graph.parameters()[index];
        if (shape.size() == 1)
            return vector(index, parameter);
        Vector numbers;
        for (size_t block = 0; block < parameter.blocks.size(); ++block) {
            const Vector rows = matrix(index, block, isRecurrent(parameter)).values;
            numbers.insert(numbers.end(), rows.begin(), rows.end());
        }
        return numbers;
    }

    SeededNumbers stream(size_t parameter, size_t block) const
    {
        constexpr uint64_t kBlocks = 64;
        return {static_cast<uint64_t>(m_question.seed),
                kParameters + static_cast<uint64_t>(parameter) * kBlocks + block};
    }

    Vector uniform(SeededNumbers numbers, size_t count) const
    {
        const double bound = 1.0 / std::sqrt(static_cast<double>(m_question.units));
        Vector values(count);
        for (double& value : values)
            value = bound * (2.0 * static_cast<double>(numbers.share()) - 1.0);
        return values;
    }

    NumberTable matrix(size_t parameter, size_t block, bool recurrent)
    {
        const int64_t units = m_question.units;
        SeededNumbers numbers = stream(parameter, block);
        NumberTable drawn(units, units);
        if (m_question.weights == "orthogonal") {
            drawn = drawnOrthogonal(numbers, units, units);
        } else if (m_question.weights == "uniform") {
            drawn.values = uniform(numbers, drawn.values.size());
        } else {
            drawn.values = drawnNormals(numbers, drawn.values.size());
            for (double& value : drawn.values)
                value *= m_question.deviation;
        }
        if (!recurrent)
            return drawn;
        double largest = singularValues(drawn).front();
        if (m_question.singularValue > 0.0 && largest > 0.0) {
            for (double& value : drawn.values)
                value *= m_question.singularValue / largest;
            largest = m_question.singularValue;
        }
        m_singularValue = std::max(m_singularValue, largest);
        return drawn;
    }

    /// Biases are zero but for the dials; where gates have two of them, the first is dialled.
    Vector vector(size_t index, const CellParameter& parameter)
    {
        const auto units = static_cast<size_t>(m_question.units);
        const size_t size = units * parameter.blocks.size();
        if (parameter.name.find("bias") == std::string::npos) {
            if (parameter.initial == CellInitial::Uniform)
                return uniform(stream(index, 0), size);
            return Vector(size, parameter.initial == CellInitial::One ? 1.0 : 0.0);
        }
        Vector bias(size, 0.0);
        for (size_t block = 0; block < parameter.blocks.size(); ++block)
            if (const double* const dial = dialOf(parameter.blocks[block]))
                if (std::find(m_dialled.begin(), m_dialled.end(), dial) == m_dialled.end()) {
                    m_dialled.push_back(dial);
                    std::fill_n(bias.begin() + static_cast<int64_t>(block * units), units, *dial);
                }
        return bias;
    }

    const double* dialOf(const std::string& gate) const
    {
        for (const auto& [name, dial] :
             {std::pair{"f", &m_question.biasF}, std::pair{"i", &m_question.biasI},
              std::pair{"o", &m_question.biasO}, std::pair{"r", &m_question.biasR},
              std::pair{"z", &m_question.biasZ}})
            if (gate == name)
                return dial;
        return nullptr;
    }

    const AskGradientLaboratory& m_question;
    const CellGraph& m_graph;
    CellSizes m_sizes;
    CellNumbers m_numbers;
    std::vector<const double*> m_dialled;
    double m_singularValue = 0.0;
};

/// The norm of the chosen parameters together.
template <class Chosen>
double normOfThose(const CellGraph& graph, const CellNumbers& numbers, Chosen chosen)
{
    Vector norms;
    for (size_t i = 0; i < numbers.size(); ++i)
        if (chosen(graph.parameters()[i]))
            norms.push_back(normOf(numbers[i]));
    return normOf(norms);
}

/// The component of the chosen parameters' part along their whole gradient, divided by its norm.
template <class Chosen>
std::optional<double> shareOfThose(const CellGraph& graph, const CellNumbers& part,
                                   const CellNumbers& whole, double norm, Chosen chosen)
{
    if (!(norm > 0.0) || !std::isfinite(norm))
        return std::nullopt;
    double share = 0.0;
    for (size_t i = 0; i < part.size(); ++i)
        if (chosen(graph.parameters()[i]))
            for (size_t k = 0; k < part[i].size(); ++k)
                share += (part[i][k] / norm) * (whole[i][k] / norm);
    return share;
}

/// Row by row; an empty row injects nothing.
std::vector<Vector> vectorsOf(const NumberTable& table, bool withBegin)
{
    std::vector<Vector> rows(withBegin ? 1 : 0);
    for (int64_t row = 0; row < table.rows; ++row) {
        const auto from = table.values.begin() + row * table.columns;
        rows.emplace_back(from, from + table.columns);
    }
    return rows;
}

void addNorms(LaboratoryCell& cell, const CellGraph& graph, const CellWalk& walk,
              const CellSlopes& slopes)
{
    constexpr size_t kMemory = 1; // The state behind h.
    for (size_t t = 0; t <= walk.steps(); ++t) {
        LaboratoryStep step;
        step.step = static_cast<int64_t>(t);
        const Vector &h = walk.state(0, t), &slope = slopes.states[t][0];
        step.state = normOf(h);
        step.gradient = normOf(slope);
        if (graph.states() > kMemory) {
            step.memory = normOf(walk.state(kMemory, t));
            step.memoryGradient = normOf(slopes.states[t][kMemory]);
        }
        cell.states.values.insert(cell.states.values.end(), h.begin(), h.end());
        cell.gradients.values.insert(cell.gradients.values.end(), slope.begin(), slope.end());
        cell.steps.push_back(step);
    }
    const auto rows = static_cast<int64_t>(cell.steps.size());
    cell.states.rows = cell.gradients.rows = rows;
    cell.states.columns = cell.gradients.columns = std::ssize(walk.state(0, 0));
}

LaboratoryCell laboratoryCell(const std::string& id, const AskGradientLaboratory& question,
                              const GradientLaboratory& whole)
{
    const CellGraph& graph = laboratoryGraph(id, question.equations);
    const LaboratoryWeights weights(question, graph);
    CellWalk walk(graph, weights.sizes(), weights.numbers());
    walk.start({whole.initial.values});
    for (const Vector& input : vectorsOf(whole.inputs, false))
        walk.step(input);
    const std::vector<Vector> injected = vectorsOf(whole.injected, true);
    const CellSlopes slopes = walk.backward(injected);
    LaboratoryCell cell;
    cell.id = id;
    const auto title = std::find_if(laboratoryCells().begin(), laboratoryCells().end(),
                                    [&](const Choice& each) { return each.value == id; });
    cell.title = title->label;
    cell.singularValue = weights.singularValue();
    addNorms(cell, graph, walk, slopes);
    for (size_t t = 1; t < injected.size(); ++t)
        for (size_t i = 0; i < injected[t].size(); ++i)
            cell.loss += injected[t][i] * walk.state(0, t)[i];
    cell.gradientNorm
        = normOfThose(graph, slopes.parameters, [](const CellParameter&) { return true; });
    cell.recurrentNorm = normOfThose(graph, slopes.parameters, isRecurrent);
    cell.inputNorm = normOfThose(graph, slopes.parameters, isInput);
    cell.clipFactor = cell.gradientNorm > question.clip ? question.clip / cell.gradientNorm : 1.0;
    walk.backward(injected, [&](size_t step, const CellNumbers& part) {
        LaboratoryStep& into = cell.steps[step + 1];
        into.recurrentPart = normOfThose(graph, part, isRecurrent);
        into.inputPart = normOfThose(graph, part, isInput);
        into.recurrentShare
            = shareOfThose(graph, part, slopes.parameters, cell.recurrentNorm, isRecurrent);
        into.inputShare = shareOfThose(graph, part, slopes.parameters, cell.inputNorm, isInput);
    });
    for (size_t i = 0; i < weights.numbers().size(); ++i)
        if (const std::vector<int64_t> shape = graph.shape(i, weights.sizes()); !shape.empty()) {
            const int64_t columns = shape.size() > 1 ? shape[1] : 1;
            cell.parameters.push_back({graph.parameters()[i].name,
                                       tableOf(shape[0], columns, weights.numbers()[i]),
                                       tableOf(shape[0], columns, slopes.parameters[i])});
        }
    return cell;
}

NumberTable drawnInputs(const AskGradientLaboratory& question)
{
    SeededNumbers numbers(static_cast<uint64_t>(question.seed), kInputs);
    NumberTable inputs(question.steps, question.units);
    if (question.input == "zero")
        return inputs;
    const int64_t filled = question.input == "first" ? 1 : question.steps;
    for (int64_t i = 0; i < filled * question.units; ++i)
        inputs.values[static_cast<size_t>(i)] = question.inputScale * drawnNormal(numbers);
    return inputs;
}

/// A vector of length 1 at the last step, or at every one.
NumberTable drawnErrors(const AskGradientLaboratory& question)
{
    SeededNumbers numbers(static_cast<uint64_t>(question.seed), kErrors);
    NumberTable errors(question.steps, question.units);
    const int64_t first = question.error == "last" ? question.steps - 1 : 0;
    for (int64_t step = first; step < question.steps; ++step) {
        Vector direction = drawnNormals(numbers, static_cast<size_t>(question.units));
        const double norm = normOf(direction);
        for (int64_t unit = 0; unit < question.units; ++unit)
            errors.at(step, unit) = direction[static_cast<size_t>(unit)] / norm;
    }
    return errors;
}

} // namespace

const std::vector<Choice>& laboratoryCells()
{
    static const std::vector<Choice> all = [] {
        std::vector<Choice> cells{
            {"linear", "Linear RNN"}, {"rnn", "RNN (tanh)"}, {"relu", "RNN (ReLU)"}};
        for (const NamedCell& each : namedCells())
            if (each.id != "rnn")
                cells.push_back({each.id, each.title});
        cells.push_back({AskGradientLaboratory::kTypedCell, "Typed equations"});
        return cells;
    }();
    return all;
}

const CellGraph& laboratoryGraph(const std::string& id, const std::string& equations)
{
    if (id == "linear")
        return linearCell();
    if (id == "relu")
        return torchCell(CellKind::RnnRelu);
    return id == AskGradientLaboratory::kTypedCell ? cellOfText(equations) : *namedCell(id).graph;
}

GradientLaboratory answerByHand(const AskGradientLaboratory& question)
{
    GradientLaboratory answer;
    answer.steps = question.steps;
    answer.clip = question.clip;
    answer.numbers = question.numbers;
    answer.inputs = drawnInputs(question);
    answer.injected = drawnErrors(question);
    answer.initial = NumberTable(1, question.units);
    if (question.initial == "noise") {
        SeededNumbers numbers(static_cast<uint64_t>(question.seed), kInitial);
        answer.initial.values = drawnNormals(numbers, static_cast<size_t>(question.units));
    }
    for (const std::string& id : {question.cell, question.beside, question.third})
        if (id != AskGradientLaboratory::kNoCell)
            answer.cells.push_back(laboratoryCell(id, question, answer));
    return answer;
}

} // namespace core
