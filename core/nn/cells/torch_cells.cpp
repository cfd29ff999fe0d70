#include "core/nn/cells/torch_cells.h"

namespace core {
namespace {

/// h_t = φ(W x_t + b + U h_{t-1} + c)
CellGraph elman(CellValue (*activation)(CellValue))
{
    return CellGraph("RNN", [activation](CellGraph& cell) {
        const CellValue h = cell.state("h");
        const CellValue fromInput
            = cell.input("weight_ih", "W", {""}) + cell.vector("bias_ih", "b", {""});
        const CellValue fromState
            = cell.product("weight_hh", "U", {""}, h) + cell.vector("bias_hh", "c", {""});
        cell.next("h", activation(fromInput + fromState));
    });
}

/// c_t = f c_{t-1} + i g,  h_t = o tanh(c_t) or P (o tanh(c_t))
CellGraph lstm(bool projected)
{
    return CellGraph("LSTM", [projected](CellGraph& cell) {
        const CellGraph::Blocks gates{"i", "f", "g", "o"};
        const CellValue h = cell.state("h"), c = cell.state("c");
        const CellValue sum
            = (cell.input("weight_ih", "W", gates) + cell.product("weight_hh", "U", gates, h))
            + (cell.vector("bias_ih", "b", gates) + cell.vector("bias_hh", "d", gates));
        const CellValue i = cell.define("i", sigmoid(sum["i"]));
        const CellValue f = cell.define("f", sigmoid(sum["f"]));
        const CellValue g = cell.define("g", tanh(sum["g"]));
        const CellValue o = cell.define("o", sigmoid(sum["o"]));
        const CellValue after = cell.next("c", f * c + i * g);
        const CellValue shown = o * tanh(after);
        cell.next("h", projected ? cell.product("weight_hr", "P", {""}, shown) : shown);
    });
}

/// n_t = tanh(W_n x_t + b_n + r (U_n h_{t-1} + c_n)),  h_t = (1 - z) n + z h_{t-1}
CellGraph gru()
{
    return CellGraph("GRU", [](CellGraph& cell) {
        const CellGraph::Blocks gates{"r", "z", "n"};
        const CellValue h = cell.state("h");
        const CellValue x = cell.input("weight_ih", "W", gates);
        const CellValue u = cell.product("weight_hh", "U", gates, h);
        const CellValue b = cell.vector("bias_ih", "b", gates);
        const CellValue d = cell.vector("bias_hh", "c", gates);
        const auto sum = [&](const char* gate) { return x[gate] + u[gate] + b[gate] + d[gate]; };
        const CellValue r = cell.define("r", sigmoid(sum("r")));
        const CellValue z = cell.define("z", sigmoid(sum("z")));
        const CellValue n = cell.define("n", tanh(x["n"] + b["n"] + r * (u["n"] + d["n"])));
        cell.next("h", oneMinus(z) * n + z * h);
    });
}

} // namespace

const CellGraph& torchCell(CellKind cell, bool projected)
{
    static const CellGraph graphs[] = {elman(tanh), elman(relu), lstm(false), lstm(true), gru()};
    switch (cell) {
    case CellKind::RnnTanh:
        return graphs[0];
    case CellKind::RnnRelu:
        return graphs[1];
    case CellKind::Lstm:
        return graphs[projected ? 3 : 2];
    case CellKind::Gru:
        break;
    }
    return graphs[4];
}

} // namespace core
