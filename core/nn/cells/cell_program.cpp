#include "core/nn/cells/cell_program.h"

#include "core/base/error.h"
#include "core/nn/cells/cell_atoms.h"

namespace core {

namespace {

/// Parameters of torchCell(), in their order.
enum TorchParameter : size_t { kInputWeights, kStateWeights, kInputBias, kStateBias, kProjection };

/// Writes the program of a cell with a kernel. Blocks of its gates and their terms:
///
///     LSTM  i f g o      W x and U h in all
///     GRU   q r z n      W x in r z n, U h in q r z: what the state gives to the candidate is
///                        kept apart, and first, so that both ranges are contiguous
///     RNN   h            W x and U h in it
class KernelProgramWriter {
public:
    KernelProgramWriter(const CellGraph& graph, const CellSizes& sizes)
        : m_gru(graph.kernel() == CellKind::Gru)
        , m_lstm(graph.kernel() == CellKind::Lstm)
        , m_projects(sizes.output != sizes.hidden)
        , m_gates(m_lstm || m_gru ? 4 : 1)
    {
        m_program.sizes = sizes;
        m_program.states = graph.states();
        m_program.kernel = graph.kernel();
        m_program.outputSuffices = m_gates == 1;
    }

    CellProgram written()
    {
        placeRows();
        addStateProduct();
        if (m_projects)
            addProjection();
        for (int64_t block = 0; block < m_gates; ++block)
            addVector(block);
        return std::move(m_program);
    }

private:
    int64_t width() const { return m_program.sizes.hidden; }

    void placeRows()
    {
        m_program.inputBlocks = m_gru ? 3 : m_gates;
        m_program.inputColumn = m_gru ? width() : 0;
        m_program.inputParameters = {{kInputWeights, m_program.inputBlocks}};
        m_program.keptPerUnit = m_gates + (m_lstm ? 1 : 0) + 1;
        m_program.keptColumns = (m_program.keptPerUnit - 1 + (m_projects ? 1 : 0)) * width();
        m_program.gradientColumns = m_gates * width();
        m_program.stateResults = {{kOutputArray, 0}};
        if (m_lstm)
            m_program.stateResults.push_back({kKeptArray, m_gates * width()});
    }

    void addStateProduct()
    {
        const int64_t all = m_program.inputBlocks * width();
        const CellMatrixRows rows{kStateWeights, m_gru ? 2 * width() : 0, all,
                                  m_program.sizes.output, all};
        m_program.forward = {{{{.matrix = rows,
                                .from = {kStateArrays},
                                .to = {kKeptArray, 0},
                                .onto = CellProduct::Onto::Result}},
                              {}}};
        m_program.backward = {{{},
                               {{.matrix = rows,
                                 .from = {kGradientArray, 0},
                                 .to = {kStateGradientArrays},
                                 .into = RowInto::Add,
                                 .value = {kStateArrays}}}}};
    }

    void addProjection()
    {
        const int64_t all = m_program.sizes.output;
        const CellMatrixRows rows{kProjection, 0, all, width(), all};
        const RowOperand before{kKeptArray, m_program.keptColumns - width()};
        m_program.acrossColumns = width();
        m_program.forward.push_back(
            {{{.matrix = rows, .from = before, .to = {kOutputArray, 0}}}, {}});
        m_program.backward.push_back({{},
                                      {{.matrix = rows,
                                        .from = {kOutputGradientArray, 0},
                                        .to = {kAcrossArray, 0},
                                        .value = before}}});
    }

    void addVector(int64_t gate)
    {
        std::vector<CellVectorBlock> sum;
        if (!m_gru || gate > 0)
            sum.push_back({kInputBias, m_gru ? gate - 1 : gate});
        if (!m_gru || gate < 3)
            sum.push_back({kStateBias, m_gru ? (gate + 2) % 3 : gate});
        for (const CellVectorBlock& each : sum)
            m_program.vectorGradients.push_back({each, {kGradientArray, gate * width()}, {}});
        m_program.vectors.push_back(std::move(sum));
    }

    bool m_gru, m_lstm, m_projects;
    int64_t m_gates;
    CellProgram m_program;
};

} // namespace

CellProgram compiledCell(const CellGraph& graph, const CellSizes& sizes)
{
    if (graph.kernel())
        return KernelProgramWriter(graph, sizes).written();
    if (graph.states() > kMostCellStates || sizes.output != sizes.hidden)
        throw Error(ErrorCode::Internal,
                    {"The equations of the cell %1 cannot be compiled.", {graph.title()}});
    CellAtoms atoms(graph, sizes);
    CellProgram program;
    program.sizes = sizes;
    program.states = graph.states();
    compileValues(atoms, program);
    compileGradients(atoms, program);
    for (size_t state = 0; state < graph.states(); ++state)
        program.stateResults.push_back(atoms.find(graph.nextState(state), 0)->place);
    program.keptPerUnit = (program.keptColumns + program.gradientColumns) / sizes.hidden + 1;
    return program;
}

} // namespace core
