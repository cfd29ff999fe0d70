#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// Minimal gated unit: one gate both resets and updates.
///
///     f_t = σ(W_f x_t + U_f h_{t-1} + b_f)
///     n_t = tanh(W_n x_t + U_n (f_t ⊙ h_{t-1}) + b_n)
///     h_t = (1 - f_t) ⊙ h_{t-1} + f_t ⊙ n_t
///
/// Zhou, Wu, Zhang & Zhou (2016), arXiv:1603.09420, where n is written h̃.
void writeMinimalGatedUnit(CellGraph& cell)
{
    const CellGraph::Blocks sums{"f", "n"};
    const CellValue h = cell.state("h");
    const CellValue x = cell.input("weight_ih", "W", sums), b = cell.vector("bias", "b", sums);
    const CellValue f
        = cell.define("f", sigmoid(x["f"] + cell.product("weight_hh", "U", {"f"}, h) + b["f"]));
    const CellValue n
        = cell.define("n", tanh(x["n"] + cell.product("weight_ch", "U", {"n"}, f * h) + b["n"]));
    cell.next("h", oneMinus(f) * h + f * n);
}

} // namespace

CellEntry minimalGatedUnit()
{
    return {{.id = "mgu",
             .title = "MGU",
             .summary = "The minimal gated unit: one gate and one state, two thirds of a GRU. Few "
                        "texts, or a GRU overfits or is too slow: try this.",
             .formula = {"f_t = σ(W_f x_t + U_f h_{t−1} + b_f),  n_t = tanh(W_n x_t + U_n (f_t ⊙ "
                         "h_{t−1}) + b_n),  h_t = (1 − f_t) ⊙ h_{t−1} + f_t ⊙ n_t",
                         R"tex(\begin{aligned}
f_t &= \sigma(W_f x_t + U_f h_{t-1} + b_f) \\
n_t &= \tanh(W_n x_t + U_n (f_t \odot h_{t-1}) + b_n) \\
h_t &= (1 - f_t) \odot h_{t-1} + f_t \odot n_t
\end{aligned})tex"}},
            cellGraph<writeMinimalGatedUnit>("MGU")};
}

} // namespace core
