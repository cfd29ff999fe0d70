#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// LSTM with forget gates:
///
///     i_t = σ(W_i x_t + U_i h_{t-1} + b_i)        c_t = f_t ⊙ c_{t-1} + i_t ⊙ g_t
///     f_t = σ(W_f x_t + U_f h_{t-1} + b_f)        h_t = o_t ⊙ tanh(c_t)
///     g_t = tanh(W_g x_t + U_g h_{t-1} + b_g)
///     o_t = σ(W_o x_t + U_o h_{t-1} + b_o)
///
/// Hochreiter & Schmidhuber (1997), Neural Computation 9(8); forget gates: Gers, Schmidhuber &
/// Cummins (2000). Unlike torch.nn.LSTM it has one bias, not the sum of two.
void writeWrittenOutLstm(CellGraph& cell)
{
    const CellGraph::Blocks gates{"i", "f", "g", "o"};
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue b = cell.vector("bias", "b", gates);
    const CellValue fromState = cell.product("weight_hh", "U", gates, h);
    const CellValue sum = cell.input("weight_ih", "W", gates) + fromState + b;
    const CellValue i = cell.define("i", sigmoid(sum["i"]));
    const CellValue f = cell.define("f", sigmoid(sum["f"]));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    const CellValue o = cell.define("o", sigmoid(sum["o"]));
    cell.next("h", o * tanh(cell.next("c", f * c + i * g)));
}

} // namespace

CellEntry writtenOutLstm()
{
    return {
        {.id = "lstm_written_out",
         .title = "LSTM, written out",
         .summary = "The LSTM from its own equations, as a student writes it down: to see that it "
                    "learns as the built-in one does, and to change it. To train fast: take LSTM.",
         .formula = {"i_t, f_t, o_t = σ(W x_t + U h_{t−1} + b), each with its own W, U and b,  g_t "
                     "= tanh(W_g x_t + U_g h_{t−1} + b_g),  c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t,  h_t "
                     "= o_t ⊙ tanh(c_t)",
                     R"tex(\begin{aligned}
i_t &= \sigma(W_i x_t + U_i h_{t-1} + b_i) \\
f_t &= \sigma(W_f x_t + U_f h_{t-1} + b_f) \\
g_t &= \tanh(W_g x_t + U_g h_{t-1} + b_g) \\
o_t &= \sigma(W_o x_t + U_o h_{t-1} + b_o) \\
c_t &= f_t \odot c_{t-1} + i_t \odot g_t \\
h_t &= o_t \odot \tanh(c_t)
\end{aligned})tex"}},
        cellGraph<writeWrittenOutLstm>("LSTM, written out")};
}

} // namespace core
