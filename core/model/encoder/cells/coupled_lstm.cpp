#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// LSTM with coupled gates (CIFG): what is forgotten makes room for what is written.
///
///     f_t = σ(W_f x_t + U_f h_{t-1} + b_f)        i_t = 1 - f_t
///     g_t = tanh(W_g x_t + U_g h_{t-1} + b_g)     c_t = f_t ⊙ c_{t-1} + i_t ⊙ g_t
///     o_t = σ(W_o x_t + U_o h_{t-1} + b_o)        h_t = o_t ⊙ tanh(c_t)
///
/// Greff, Srivastava, Koutník, Steunebrink & Schmidhuber (2015), "LSTM: a search space odyssey",
/// arXiv:1503.04069, where f_t = 1 - i_t: the same with the signs of that gate's weights turned.
void writeCoupledLstm(CellGraph& cell)
{
    const CellGraph::Blocks gates{"f", "g", "o"};
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue b = cell.vector("bias", "b", gates);
    const CellValue fromState = cell.product("weight_hh", "U", gates, h);
    const CellValue sum = cell.input("weight_ih", "W", gates) + fromState + b;
    const CellValue f = cell.define("f", sigmoid(sum["f"]));
    const CellValue i = cell.define("i", oneMinus(f));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    const CellValue o = cell.define("o", sigmoid(sum["o"]));
    cell.next("h", o * tanh(cell.next("c", f * c + i * g)));
}

} // namespace

CellEntry coupledLstm()
{
    return {
        {.id = "lstm_coupled",
         .title = "LSTM with coupled gates",
         .summary = "An LSTM that writes just where it forgets: three quarters of the parameters, "
                    "usually as good. Cells grow without bound over long texts: try this.",
         .formula = {"f_t = σ(W_f x_t + U_f h_{t−1} + b_f),  i_t = 1 − f_t,  g_t = tanh(W_g x_t + "
                     "U_g h_{t−1} + b_g),  o_t = σ(W_o x_t + U_o h_{t−1} + b_o),  c_t = f_t ⊙ "
                     "c_{t−1} + i_t ⊙ g_t,  h_t = o_t ⊙ tanh(c_t)",
                     R"tex(\begin{aligned}
f_t &= \sigma(W_f x_t + U_f h_{t-1} + b_f) \\
i_t &= 1 - f_t \\
g_t &= \tanh(W_g x_t + U_g h_{t-1} + b_g) \\
o_t &= \sigma(W_o x_t + U_o h_{t-1} + b_o) \\
c_t &= f_t \odot c_{t-1} + i_t \odot g_t \\
h_t &= o_t \odot \tanh(c_t)
\end{aligned})tex"}},
        cellGraph<writeCoupledLstm>("LSTM with coupled gates")};
}

} // namespace core
