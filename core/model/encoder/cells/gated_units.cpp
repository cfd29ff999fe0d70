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

/// Nested GRU: the sum (1 - z_t) ⊙ n_t + z_t ⊙ h_{t-1} that makes the state of a GRU is replaced by
/// a GRU of its own, whose input is (1 - z_t) ⊙ n_t and whose state before z_t ⊙ h_{t-1}.
///
///     r_t, z_t = σ(W x_t + U h_{t-1} + b), each with its own W, U and b
///     n_t = tanh(W_n x_t + U_n (r_t ⊙ h_{t-1}) + b_n)
///     k_t = z_t ⊙ h_{t-1}          w_t = (1 - z_t) ⊙ n_t
///     r̃_t, z̃_t = σ(W̃ w_t + Ũ k_t + b̃), each with its own
///     ñ_t = tanh(W̃_n w_t + Ũ_n (r̃_t ⊙ k_t) + b̃_n)
///     h_t = (1 - z̃_t) ⊙ ñ_t + z̃_t ⊙ k_t
///
/// Built as Moniz & Krueger (2017), arXiv:1801.10308, build the nested LSTM. No paper defines the
/// nested GRU; unlike there, the inner GRU has no memory beside h. The reset gate works on the
/// state in front of the matrix, as in Cho et al. (2014). Inner quantities are called "inner_r" ...
void writeNestedGru(CellGraph& cell)
{
    const CellGraph::Blocks sums{"r", "z", "n"}, gates{"r", "z"};
    const CellValue h = cell.state("h");
    const CellValue x = cell.input("weight_ih", "W", sums), b = cell.vector("bias", "b", sums);
    const CellValue u = cell.product("weight_hh", "U", gates, h);
    const CellValue r = cell.define("r", sigmoid(x["r"] + u["r"] + b["r"]));
    const CellValue z = cell.define("z", sigmoid(x["z"] + u["z"] + b["z"]));
    const CellValue n
        = cell.define("n", tanh(x["n"] + cell.product("weight_ch", "U", {"n"}, r * h) + b["n"]));
    const CellValue kept = cell.define("kept", z * h, "k");
    const CellValue written = cell.define("written", oneMinus(z) * n, "w");
    const CellValue innerB = cell.vector("inner_bias", "b̃", sums);
    const CellValue innerW = cell.product("inner_weight_ih", "W̃", sums, written);
    const CellValue innerU = cell.product("inner_weight_hh", "Ũ", gates, kept);
    const CellValue innerR
        = cell.define("inner_r", sigmoid(innerW["r"] + innerU["r"] + innerB["r"]), "r̃");
    const CellValue innerZ
        = cell.define("inner_z", sigmoid(innerW["z"] + innerU["z"] + innerB["z"]), "z̃");
    const CellValue reset = cell.product("inner_weight_ch", "Ũ", {"n"}, innerR * kept);
    const CellValue innerN = cell.define("inner_n", tanh(innerW["n"] + reset + innerB["n"]), "ñ");
    cell.next("h", oneMinus(innerZ) * innerN + innerZ * kept);
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

CellEntry nestedGru()
{
    return {{.id = "gru_nested",
             .title = "Nested GRU",
             .summary = "A GRU whose state is computed by a GRU inside it, from what the outer one "
                        "keeps and writes. Try it if a GRU with one layer forgets distant words. "
                        "It takes about twice the time.",
             .formula = {"r_t, z_t, n_t as a GRU’s,  k_t = z_t ⊙ h_{t−1},  w_t = (1 − z_t) ⊙ n_t,  "
                         "r̃_t, z̃_t, ñ_t likewise of the input w_t and the state k_t,  h_t = (1 − "
                         "z̃_t) ⊙ ñ_t + z̃_t ⊙ k_t",
                         R"tex(\begin{aligned}
r_t, z_t &= \sigma(W x_t + U h_{t-1} + b), \quad n_t = \tanh(W_n x_t + U_n (r_t \odot h_{t-1}) + b_n) \\
k_t &= z_t \odot h_{t-1}, \quad w_t = (1 - z_t) \odot n_t \\
\tilde{r}_t, \tilde{z}_t &= \sigma(\tilde{W} w_t + \tilde{U} k_t + \tilde{b}) \\
\tilde{n}_t &= \tanh(\tilde{W}_n w_t + \tilde{U}_n (\tilde{r}_t \odot k_t) + \tilde{b}_n) \\
h_t &= (1 - \tilde{z}_t) \odot \tilde{n}_t + \tilde{z}_t \odot k_t
\end{aligned})tex"}},
            cellGraph<writeNestedGru>("Nested GRU")};
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
