#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// MUT1, found by a search among 10,000 cells:
///
///     z_t = σ(W_z x_t + b_z)
///     r_t = σ(W_r x_t + U_r h_{t-1} + b_r)
///     n_t = tanh(U_n (r_t ⊙ h_{t-1}) + tanh(x_t) + b_n)
///     h_t = n_t ⊙ z_t + h_{t-1} ⊙ (1 - z_t)
///
/// Jozefowicz, Zaremba & Sutskever (2015), "An empirical exploration of recurrent network
/// architectures", ICML, where n is not named. x_t must be as large as the state there; where it is
/// not, P x_t with a learned P without bias ("weight_x") stands in its place.
void writeMutationOne(CellGraph& cell)
{
    const CellGraph::Blocks sums{"z", "r", "n"};
    const CellValue h = cell.state("h");
    const CellValue fromInput = cell.input("weight_ih", "W", {"z", "r"});
    const CellValue x = cell.inputItself("weight_x", "P"), b = cell.vector("bias", "b", sums);
    const CellValue z = cell.define("z", sigmoid(fromInput["z"] + b["z"]));
    const CellValue r = cell.define(
        "r", sigmoid(fromInput["r"] + cell.product("weight_hh", "U", {"r"}, h) + b["r"]));
    const CellValue n
        = cell.define("n", tanh(cell.product("weight_ch", "U", {"n"}, r * h) + tanh(x) + b["n"]));
    cell.next("h", n * z + h * oneMinus(z));
}

} // namespace

CellEntry mutationOne()
{
    return {{.id = "mut1",
             .title = "MUT1",
             .summary
             = "A cell found by a search: its update gate sees only the word. A GRU does badly and "
               "words matter more than what came before them: try this and MUT2 and MUT3.",
             .formula = {"z_t = σ(W_z x_t + b_z),  r_t = σ(W_r x_t + U_r h_{t−1} + b_r),  n_t = "
                         "tanh(U_n (r_t ⊙ h_{t−1}) + tanh(x_t) + b_n),  h_t = n_t ⊙ z_t + h_{t−1} "
                         "⊙ (1 − z_t);  P x_t stands for x_t where its size is not that of h_t",
                         R"tex(\begin{aligned}
z_t &= \sigma(W_z x_t + b_z) \\
r_t &= \sigma(W_r x_t + U_r h_{t-1} + b_r) \\
n_t &= \tanh(U_n (r_t \odot h_{t-1}) + \tanh(x_t) + b_n) \\
h_t &= n_t \odot z_t + h_{t-1} \odot (1 - z_t) \\
&\phantom{{}={}} (\text{other sizes: } P x_t \text{ for } x_t)
\end{aligned})tex"}},
            cellGraph<writeMutationOne>("MUT1")};
}

} // namespace core
