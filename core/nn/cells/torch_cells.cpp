#include "core/nn/cells/cell_graph.h"

namespace core {
namespace {

/// h_t = φ(W x_t + b + U h_{t-1} + c)
CellGraph elman(CellValue (*activation)(CellValue), CellKind kernel)
{
    const auto write = [activation](CellGraph& cell) {
        const CellValue h = cell.state("h");
        const CellValue w = cell.input("weight_ih", "W", {""});
        const CellValue u = cell.product("weight_hh", "U", {""}, h);
        const CellValue b = cell.vector("bias_ih", "b", {""});
        const CellValue c = cell.vector("bias_hh", "c", {""});
        cell.next("h", activation((w + b) + (u + c)));
    };
    return CellGraph("RNN", write, kernel);
}

/// c_t = f c_{t-1} + i g,  h_t = o tanh(c_t) or P (o tanh(c_t))
CellGraph lstm(bool projected)
{
    const auto write = [projected](CellGraph& cell) {
        const CellGraph::Blocks gates{"i", "f", "g", "o"};
        const CellValue h = cell.state("h"), c = cell.state("c");
        const CellValue w = cell.input("weight_ih", "W", gates);
        const CellValue u = cell.product("weight_hh", "U", gates, h);
        const CellValue b = cell.vector("bias_ih", "b", gates);
        const CellValue d = cell.vector("bias_hh", "d", gates);
        const CellValue sum = (w + u) + (b + d);
        const CellValue i = cell.define("i", sigmoid(sum["i"]));
        const CellValue f = cell.define("f", sigmoid(sum["f"]));
        const CellValue g = cell.define("g", tanh(sum["g"]));
        const CellValue o = cell.define("o", sigmoid(sum["o"]));
        const CellValue after = cell.next("c", f * c + i * g);
        const CellValue shown = o * tanh(after);
        cell.next("h", projected ? cell.product("weight_hr", "P", {""}, shown) : shown);
    };
    return CellGraph("LSTM", write, CellKind::Lstm);
}

/// n_t = tanh(W_n x_t + b_n + r (U_n h_{t-1} + c_n)),  h_t = (1 - z) n + z h_{t-1}
CellGraph gru()
{
    const auto write = [](CellGraph& cell) {
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
    };
    return CellGraph("GRU", write, CellKind::Gru);
}

} // namespace

const CellGraph& torchCell(CellKind cell, bool projected)
{
    static const CellGraph graphs[]
        = {elman(tanh, CellKind::RnnTanh), elman(relu, CellKind::RnnRelu), lstm(false), gru(),
           lstm(true)};
    return graphs[cell == CellKind::Lstm && projected ? 4 : static_cast<size_t>(cell)];
}

} // namespace core
