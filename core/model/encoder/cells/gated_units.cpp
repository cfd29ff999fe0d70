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

CellEntry minimalGatedUnit()
{
    return {{.id = "mgu",
             .title = "MGU",
             .summary
             = "The minimal gated unit: one gate and one state, two thirds of the parameters "
               "of a GRU. Try it with few texts, or if a GRU overfits or is too slow.",
             .formula = {"f_t = σ(W_f x_t + U_f h_{t−1} + b_f),  n_t = tanh(W_n x_t + U_n (f_t ⊙ "
                         "h_{t−1}) + b_n),  h_t = (1 − f_t) ⊙ h_{t−1} + f_t ⊙ n_t",
                         R"tex(\begin{aligned}
f_t &= \sigma(W_f x_t + U_f h_{t-1} + b_f) \\
n_t &= \tanh(W_n x_t + U_n (f_t \odot h_{t-1}) + b_n) \\
h_t &= (1 - f_t) \odot h_{t-1} + f_t \odot n_t
\end{aligned})tex"}},
            cellGraph<writeMinimalGatedUnit>("MGU")};
}

CellEntry mutationOne()
{
    return {{.id = "mut1",
             .title = "MUT1",
             .summary
             = "A cell found by a search; its update gate reads only the input. If a GRU performs "
               "badly and words matter more than their context, try it, MUT2 and MUT3.",
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

CellEntry mutationTwo()
{
    return {
        {.id = "mut2",
         .title = "MUT2",
         .summary = "A cell found by a search; its reset gate reads the input without a weight "
                    "matrix. If a GRU performs badly, try it, MUT1 and MUT3.",
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

CellEntry mutationThree()
{
    return {{.id = "mut3",
             .title = "MUT3",
             .summary = "A cell found by a search and similar to the GRU; its update gate reads "
                        "the state through a tanh. If a GRU performs badly, try it, MUT1 and MUT2.",
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
