#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// MUT2, found by a search among 10,000 cells:
///
///     z_t = σ(W_z x_t + U_z h_{t-1} + b_z)
///     r_t = σ(x_t + U_r h_{t-1} + b_r)
///     n_t = tanh(U_n (r_t ⊙ h_{t-1}) + W_n x_t + b_n)
///     h_t = n_t ⊙ z_t + h_{t-1} ⊙ (1 - z_t)
///
/// Jozefowicz, Zaremba & Sutskever (2015), "An empirical exploration of recurrent network
/// architectures", ICML, where n is not named. x_t must be as large as the state there; where it is
/// not, P x_t with a learned P without bias ("weight_x") stands in its place.
void writeMutationTwo(CellGraph& cell)
{
    const CellGraph::Blocks sums{"z", "r", "n"}, gates{"z", "r"};
    const CellValue h = cell.state("h");
    const CellValue fromInput = cell.input("weight_ih", "W", {"z", "n"});
    const CellValue x = cell.inputItself("weight_x", "P"), b = cell.vector("bias", "b", sums);
    const CellValue fromState = cell.product("weight_hh", "U", gates, h);
    const CellValue z = cell.define("z", sigmoid(fromInput["z"] + fromState["z"] + b["z"]));
    const CellValue r = cell.define("r", sigmoid(x + fromState["r"] + b["r"]));
    const CellValue n = cell.define(
        "n", tanh(cell.product("weight_ch", "U", {"n"}, r * h) + fromInput["n"] + b["n"]));
    cell.next("h", n * z + h * oneMinus(z));
}

} // namespace

CellEntry mutationTwo()
{
    return {
        {.id = "mut2",
         .title = "MUT2",
         .summary = "A cell found by a search: its reset gate takes the word as it is. A GRU does "
                    "badly: try this and MUT1 and MUT3.",
         .formula = {"z_t = σ(W_z x_t + U_z h_{t−1} + b_z),  r_t = σ(x_t + U_r h_{t−1} + b_r),  "
                     "n_t = tanh(U_n (r_t ⊙ h_{t−1}) + W_n x_t + b_n),  h_t = n_t ⊙ z_t + h_{t−1} "
                     "⊙ (1 − z_t);  P x_t stands for x_t in r_t where its size is not that of h_t",
                     R"tex(\begin{aligned}
z_t &= \sigma(W_z x_t + U_z h_{t-1} + b_z) \\
r_t &= \sigma(x_t + U_r h_{t-1} + b_r) \\
n_t &= \tanh(U_n (r_t \odot h_{t-1}) + W_n x_t + b_n) \\
h_t &= n_t \odot z_t + h_{t-1} \odot (1 - z_t) \\
&\phantom{{}={}} (\text{other sizes: } P x_t \text{ for } x_t \text{ in } r_t)
\end{aligned})tex"}},
        cellGraph<writeMutationTwo>("MUT2")};
}

} // namespace core
