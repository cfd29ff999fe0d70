#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// Peephole LSTM: the gates see the cell, through diagonal weights p.
///
///     i_t = σ(W_i x_t + U_i h_{t-1} + p_i ⊙ c_{t-1} + b_i)
///     f_t = σ(W_f x_t + U_f h_{t-1} + p_f ⊙ c_{t-1} + b_f)
///     g_t = tanh(W_g x_t + U_g h_{t-1} + b_g)
///     c_t = f_t ⊙ c_{t-1} + i_t ⊙ g_t
///     o_t = σ(W_o x_t + U_o h_{t-1} + p_o ⊙ c_t + b_o)
///     h_t = o_t ⊙ tanh(c_t)
///
/// Gers & Schmidhuber (2000), "Recurrent nets that time and count". There blocks of several cells
/// share gates; here, as everywhere since, each cell has its own.
void writePeepholeLstm(CellGraph& cell)
{
    const CellGraph::Blocks gates{"i", "f", "g", "o"};
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue b = cell.vector("bias", "b", gates);
    const CellValue fromState = cell.product("weight_hh", "U", gates, h);
    const CellValue sum = cell.input("weight_ih", "W", gates) + fromState + b;
    const CellValue p = cell.vector("peephole", "p", {"i", "f", "o"});
    const CellValue i = cell.define("i", sigmoid(sum["i"] + p["i"] * c));
    const CellValue f = cell.define("f", sigmoid(sum["f"] + p["f"] * c));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    const CellValue after = cell.next("c", f * c + i * g);
    const CellValue o = cell.define("o", sigmoid(sum["o"] + p["o"] * after));
    cell.next("h", o * tanh(after));
}

} // namespace

CellEntry peepholeLstm()
{
    return {
        {.id = "lstm_peephole",
         .title = "Peephole LSTM",
         .summary = "An LSTM whose gates see the cell itself. Where it matters how many steps have "
                    "passed, as in counting or timing, and a plain LSTM misses it: try this.",
         .formula = {"i_t, f_t = σ(W x_t + U h_{t−1} + p ⊙ c_{t−1} + b),  g_t = tanh(W_g x_t + U_g "
                     "h_{t−1} + b_g),  c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t,  o_t = σ(W_o x_t + U_o "
                     "h_{t−1} + p_o ⊙ c_t + b_o),  h_t = o_t ⊙ tanh(c_t)",
                     R"tex(\begin{aligned}
i_t &= \sigma(W_i x_t + U_i h_{t-1} + p_i \odot c_{t-1} + b_i) \\
f_t &= \sigma(W_f x_t + U_f h_{t-1} + p_f \odot c_{t-1} + b_f) \\
g_t &= \tanh(W_g x_t + U_g h_{t-1} + b_g) \\
c_t &= f_t \odot c_{t-1} + i_t \odot g_t \\
o_t &= \sigma(W_o x_t + U_o h_{t-1} + p_o \odot c_t + b_o) \\
h_t &= o_t \odot \tanh(c_t)
\end{aligned})tex"}},
        cellGraph<writePeepholeLstm>("Peephole LSTM")};
}

} // namespace core
