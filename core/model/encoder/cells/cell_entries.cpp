#include "core/model/encoder/cells/cell_entry.h"

namespace core {

// Each in a file of its own.
CellEntry writtenOutLstm();
CellEntry peepholeLstm();
CellEntry coupledLstm();
CellEntry layerNormLstm();
CellEntry nestedLstm();
CellEntry minimalGatedUnit();
CellEntry mutationOne();
CellEntry mutationTwo();
CellEntry mutationThree();

const std::vector<CellEntry>& cellEntries()
{
    static const std::vector<CellEntry> entries
        = {writtenOutLstm(),   peepholeLstm(), coupledLstm(), layerNormLstm(), nestedLstm(),
           minimalGatedUnit(), mutationOne(),  mutationTwo(), mutationThree()};
    return entries;
}

} // namespace core
