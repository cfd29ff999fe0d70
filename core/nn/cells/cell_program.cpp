#include "core/nn/cells/cell_program.h"

#include "core/base/error.h"
#include "core/nn/cells/cell_atoms.h"

namespace core {

CellProgram compiledCell(const CellGraph& graph, const CellSizes& sizes)
{
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
    return program;
}

} // namespace core
