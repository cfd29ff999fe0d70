#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// Layer-normalised LSTM. LN(v) = (v - mean of v) / sqrt(variance of v + 1e-5), over all 4 hidden
/// numbers of W x_t and of U h_{t-1}, each by itself, and over the hidden numbers of c_t:
///
///     a_t = α ⊙ LN(W x_t) + γ ⊙ LN(U h_{t-1}) + b                 [4 hidden]: i, f, g, o
///     i_t, f_t, o_t = σ(a_i), σ(a_f), σ(a_o)      g_t = tanh(a_g)
///     c_t = f_t ⊙ c_{t-1} + i_t ⊙ g_t
///     h_t = o_t ⊙ tanh(δ ⊙ LN(c_t) + e)
///
/// Ba, Kiros & Hinton (2016), arXiv:1607.06450, equations 20 to 22. Their offsets of the first two
/// normalisations and b are only ever added to each other: here they are one b, which begins at 0
/// as theirs do. α, γ, δ begin at 1, e at 0. c_t itself goes on as it is.
void writeLayerNormLstm(CellGraph& cell)
{
    const CellGraph::Blocks gates{"i", "f", "g", "o"};
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue x = normalised(cell.input("weight_ih", "W", gates));
    const CellValue fromInput = cell.vector("gain_ih", "α", gates, CellInitial::One) * x;
    const CellValue u = normalised(cell.product("weight_hh", "U", gates, h));
    const CellValue fromState = cell.vector("gain_hh", "γ", gates, CellInitial::One) * u;
    const CellValue sum
        = fromInput + fromState + cell.vector("bias", "b", gates, CellInitial::Zero);
    const CellValue i = cell.define("i", sigmoid(sum["i"]));
    const CellValue f = cell.define("f", sigmoid(sum["f"]));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    const CellValue o = cell.define("o", sigmoid(sum["o"]));
    const CellValue after = cell.next("c", f * c + i * g);
    const CellValue offset = cell.vector("offset_c", "e", {""}, CellInitial::Zero);
    const CellValue even = normalised(after);
    cell.next("h", o * tanh(cell.vector("gain_c", "δ", {""}, CellInitial::One) * even + offset));
}

} // namespace

CellEntry layerNormLstm()
{
    return {
        {.id = "lstm_layer_norm",
         .title = "Layer-norm LSTM",
         .summary
         = "An LSTM whose sums are brought to the same size at every step. Training is unsteady, "
           "or slow over long texts: try this, with a higher learning rate. A step takes longer.",
         .formula = {"a_t = α ⊙ LN(W x_t) + γ ⊙ LN(U h_{t−1}) + b,  i_t, f_t, o_t = σ of its "
                     "parts,  g_t = tanh of its part,  c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t,  h_t = o_t "
                     "⊙ tanh(δ ⊙ LN(c_t) + e),  LN(v) = (v − mean) / standard deviation",
                     R"tex(\begin{aligned}
a_t &= \alpha \odot \mathrm{LN}(W x_t) + \gamma \odot \mathrm{LN}(U h_{t-1}) + b \\
i_t, f_t, o_t &= \sigma(a_{t,i}), \sigma(a_{t,f}), \sigma(a_{t,o}) \\
g_t &= \tanh(a_{t,g}) \\
c_t &= f_t \odot c_{t-1} + i_t \odot g_t \\
h_t &= o_t \odot \tanh(\delta \odot \mathrm{LN}(c_t) + e)
\end{aligned})tex"}},
        cellGraph<writeLayerNormLstm>("Layer-norm LSTM")};
}

} // namespace core
