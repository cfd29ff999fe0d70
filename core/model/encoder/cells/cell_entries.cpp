#include "core/model/encoder/cells/cell_entry.h"

#include <algorithm>

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
CellEntry nestedGru();
CellEntry linearRnn();

const std::vector<CellEntry>& cellEntries()
{
    static const std::vector<CellEntry> entries
        = {writtenOutLstm(), peepholeLstm(),     coupledLstm(), layerNormLstm(),
           nestedLstm(),     minimalGatedUnit(), mutationOne(), mutationTwo(),
           mutationThree(),  nestedGru(),        linearRnn()};
    return entries;
}

const std::vector<NamedCell>& namedCells()
{
    static const std::vector<NamedCell> all = [] {
        std::vector<NamedCell> cells;
        for (const auto& [id, kind] :
             {std::pair{"rnn", CellKind::RnnTanh}, std::pair{"lstm", CellKind::Lstm},
              std::pair{"gru", CellKind::Gru}})
            cells.push_back({id, torchCell(kind).title(), &torchCell(kind)});
        for (const CellEntry& cell : cellEntries())
            cells.push_back({cell.description.id, cell.description.title, cell.graph});
        return cells;
    }();
    return all;
}

const NamedCell& namedCell(const std::string& id)
{
    return *std::find_if(namedCells().begin(), namedCells().end(),
                         [&](const NamedCell& cell) { return cell.id == id; });
}

} // namespace core
