#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// Nested LSTM: the sum that makes the cell of an LSTM is replaced by an LSTM of its own, whose
/// input is i_t ⊙ g_t and whose state before f_t ⊙ c_{t-1}.
///
///     i_t, f_t, g_t, o_t                          as an LSTM's
///     ĩ_t = σ(W̃_i (i_t ⊙ g_t) + Ũ_i (f_t ⊙ c_{t-1}) + b̃_i)        f̃_t, õ_t alike
///     g̃_t = tanh(W̃_g (i_t ⊙ g_t) + Ũ_g (f_t ⊙ c_{t-1}) + b̃_g)
///     c̃_t = f̃_t ⊙ c̃_{t-1} + ĩ_t ⊙ g̃_t
///     c_t = õ_t ⊙ tanh(c̃_t)
///     h_t = o_t ⊙ tanh(c_t)
///
/// Moniz & Krueger (2017), arXiv:1801.10308, with one level of nesting. The inner matrices are
/// [4 hidden, hidden]. Quantities with a tilde are called "inner_i" and so on.
void writeNestedLstm(CellGraph& cell)
{
    const CellGraph::Blocks gates{"i", "f", "g", "o"};
    const CellValue h = cell.state("h"), c = cell.state("c"), deep = cell.state("inner_c", "c̃");
    const CellValue b = cell.vector("bias", "b", gates);
    const CellValue fromState = cell.product("weight_hh", "U", gates, h);
    const CellValue sum = cell.input("weight_ih", "W", gates) + fromState + b;
    const CellValue i = cell.define("i", sigmoid(sum["i"]));
    const CellValue f = cell.define("f", sigmoid(sum["f"]));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    const CellValue o = cell.define("o", sigmoid(sum["o"]));
    const CellValue innerB = cell.vector("inner_bias", "b̃", gates);
    const CellValue innerFromState = cell.product("inner_weight_hh", "Ũ", gates, f * c);
    const CellValue inner
        = cell.product("inner_weight_ih", "W̃", gates, i * g) + innerFromState + innerB;
    const CellValue innerI = cell.define("inner_i", sigmoid(inner["i"]), "ĩ");
    const CellValue innerF = cell.define("inner_f", sigmoid(inner["f"]), "f̃");
    const CellValue innerG = cell.define("inner_g", tanh(inner["g"]), "g̃");
    const CellValue innerO = cell.define("inner_o", sigmoid(inner["o"]), "õ");
    const CellValue innerC = cell.next("inner_c", innerF * deep + innerI * innerG);
    cell.next("h", o * tanh(cell.next("c", innerO * tanh(innerC))));
}

} // namespace

CellEntry nestedLstm()
{
    return {{.id = "lstm_nested",
             .title = "Nested LSTM",
             .summary = "An LSTM whose cell is an LSTM itself: an inner memory that changes more "
                        "slowly. Long texts need what was said far back and a stacked LSTM loses "
                        "it: try this. About twice the time.",
             .formula = {"i_t, f_t, g_t, o_t as an LSTM’s,  ĩ_t, f̃_t, g̃_t, õ_t likewise of the "
                         "input i_t ⊙ g_t and the state f_t ⊙ c_{t−1},  c̃_t = f̃_t ⊙ c̃_{t−1} + ĩ_t "
                         "⊙ g̃_t,  c_t = õ_t ⊙ tanh(c̃_t),  h_t = o_t ⊙ tanh(c_t)",
                         R"tex(\begin{aligned}
i_t, f_t, o_t &= \sigma(W x_t + U h_{t-1} + b), \quad g_t = \tanh(W_g x_t + U_g h_{t-1} + b_g) \\
\tilde{i}_t, \tilde{f}_t, \tilde{o}_t &= \sigma(\tilde{W} (i_t \odot g_t) + \tilde{U} (f_t \odot c_{t-1}) + \tilde{b}) \\
\tilde{g}_t &= \tanh(\tilde{W}_g (i_t \odot g_t) + \tilde{U}_g (f_t \odot c_{t-1}) + \tilde{b}_g) \\
\tilde{c}_t &= \tilde{f}_t \odot \tilde{c}_{t-1} + \tilde{i}_t \odot \tilde{g}_t \\
c_t &= \tilde{o}_t \odot \tanh(\tilde{c}_t) \\
h_t &= o_t \odot \tanh(c_t)
\end{aligned})tex"}},
            cellGraph<writeNestedLstm>("Nested LSTM")};
}

} // namespace core
