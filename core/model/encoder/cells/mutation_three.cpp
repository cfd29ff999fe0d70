#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// MUT3, found by a search among 10,000 cells:
///
///     z_t = σ(W_z x_t + U_z tanh(h_{t-1}) + b_z)
///     r_t = σ(W_r x_t + U_r h_{t-1} + b_r)
///     n_t = tanh(U_n (r_t ⊙ h_{t-1}) + W_n x_t + b_n)
///     h_t = n_t ⊙ z_t + h_{t-1} ⊙ (1 - z_t)
///
/// Jozefowicz, Zaremba & Sutskever (2015), "An empirical exploration of recurrent network
/// architectures", ICML, where n is not named.
void writeMutationThree(CellGraph& cell)
{
    const CellGraph::Blocks sums{"z", "r", "n"};
    const CellValue h = cell.state("h");
    const CellValue x = cell.input("weight_ih", "W", sums), b = cell.vector("bias", "b", sums);
    const CellValue z = cell.define(
        "z", sigmoid(x["z"] + cell.product("weight_th", "U", {"z"}, tanh(h)) + b["z"]));
    const CellValue r
        = cell.define("r", sigmoid(x["r"] + cell.product("weight_hh", "U", {"r"}, h) + b["r"]));
    const CellValue n
        = cell.define("n", tanh(cell.product("weight_ch", "U", {"n"}, r * h) + x["n"] + b["n"]));
    cell.next("h", n * z + h * oneMinus(z));
}

} // namespace

CellEntry mutationThree()
{
    return {{.id = "mut3",
             .title = "MUT3",
             .summary = "A cell found by a search, near the GRU: its update gate sees the state "
                        "through a tanh. A GRU does badly: try this and MUT1 and MUT2.",
             .formula = {"z_t = σ(W_z x_t + U_z tanh(h_{t−1}) + b_z),  r_t = σ(W_r x_t + U_r "
                         "h_{t−1} + b_r),  n_t = tanh(U_n (r_t ⊙ h_{t−1}) + W_n x_t + b_n),  h_t = "
                         "n_t ⊙ z_t + h_{t−1} ⊙ (1 − z_t)",
                         R"tex(\begin{aligned}
z_t &= \sigma(W_z x_t + U_z \tanh(h_{t-1}) + b_z) \\
r_t &= \sigma(W_r x_t + U_r h_{t-1} + b_r) \\
n_t &= \tanh(U_n (r_t \odot h_{t-1}) + W_n x_t + b_n) \\
h_t &= n_t \odot z_t + h_{t-1} \odot (1 - z_t)
\end{aligned})tex"}},
            cellGraph<writeMutationThree>("MUT3")};
}

} // namespace core
