#include "core/model/cell_facts.h"

namespace core {

CellFacts factsOf(CellKind cell)
{
    switch (cell) {
    case CellKind::Lstm:
        return {"LSTM", "LSTM", 6};
    case CellKind::Gru:
        return {"GRU", "GRU", 5};
    case CellKind::RnnTanh:
    case CellKind::RnnRelu:
        break;
    }
    return {"RNN", "RNN", 2};
}

} // namespace core
