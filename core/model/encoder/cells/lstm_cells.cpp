#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

const CellGraph::Blocks& allGates()
{
    static const CellGraph::Blocks names{"i", "f", "g", "o"};
    return names;
}

/// W x_t + U h_{t-1} + b for each of the gates, with the parameters bias, weight_hh, weight_ih.
CellValue gateSums(CellGraph& cell, const CellGraph::Blocks& gates, CellValue h)
{
    const CellValue b = cell.vector("bias", "b", gates);
    const CellValue fromState = cell.product("weight_hh", "U", gates, h);
    return cell.input("weight_ih", "W", gates) + fromState + b;
}

struct LstmGates {
    CellValue i, f, g, o;
};

/// i, f, o = σ and g = tanh of their sums.
LstmGates definedGates(CellGraph& cell, CellValue sum)
{
    const CellValue i = cell.define("i", sigmoid(sum["i"]));
    const CellValue f = cell.define("f", sigmoid(sum["f"]));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    return {i, f, g, cell.define("o", sigmoid(sum["o"]))};
}

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
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue sum = gateSums(cell, allGates(), h);
    const auto [i, f, g, o] = definedGates(cell, sum);
    cell.next("h", o * tanh(cell.next("c", f * c + i * g)));
}

/// Peephole LSTM: the gates see the cell, through diagonal weights p.
///
///     i_t = σ(W_i x_t + U_i h_{t-1} + p_i ⊙ c_{t-1} + b_i)
///     f_t = σ(W_f x_t + U_f h_{t-1} + p_f ⊙ c_{t-1} + b_f)
///     g_t = tanh(W_g x_t + U_g h_{t-1} + b_g)
///     c_t = f_t ⊙ c_{t-1} + i_t ⊙ g_t
///     o_t = σ(W_o x_t + U_o h_{t-1} + p_o ⊙ c_t + b_o)
///     h_t = o_t ⊙ tanh(c_t)
///
/// Gers & Schmidhuber (2000), "Recurrent nets that time and count". There blocks of several cells
/// share gates; here, as everywhere since, each cell has its own.
void writePeepholeLstm(CellGraph& cell)
{
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue sum = gateSums(cell, allGates(), h);
    const CellValue p = cell.vector("peephole", "p", {"i", "f", "o"});
    const CellValue i = cell.define("i", sigmoid(sum["i"] + p["i"] * c));
    const CellValue f = cell.define("f", sigmoid(sum["f"] + p["f"] * c));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    const CellValue after = cell.next("c", f * c + i * g);
    const CellValue o = cell.define("o", sigmoid(sum["o"] + p["o"] * after));
    cell.next("h", o * tanh(after));
}

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
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue sum = gateSums(cell, {"f", "g", "o"}, h);
    const CellValue f = cell.define("f", sigmoid(sum["f"]));
    const CellValue i = cell.define("i", oneMinus(f));
    const CellValue g = cell.define("g", tanh(sum["g"]));
    const CellValue o = cell.define("o", sigmoid(sum["o"]));
    cell.next("h", o * tanh(cell.next("c", f * c + i * g)));
}

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
    const CellValue h = cell.state("h"), c = cell.state("c");
    const CellValue x = normalised(cell.input("weight_ih", "W", allGates()));
    const CellValue fromInput = cell.vector("gain_ih", "α", allGates(), CellInitial::One) * x;
    const CellValue u = normalised(cell.product("weight_hh", "U", allGates(), h));
    const CellValue fromState = cell.vector("gain_hh", "γ", allGates(), CellInitial::One) * u;
    const CellValue sum
        = fromInput + fromState + cell.vector("bias", "b", allGates(), CellInitial::Zero);
    const auto [i, f, g, o] = definedGates(cell, sum);
    const CellValue after = cell.next("c", f * c + i * g);
    const CellValue offset = cell.vector("offset_c", "e", {""}, CellInitial::Zero);
    const CellValue even = normalised(after);
    cell.next("h", o * tanh(cell.vector("gain_c", "δ", {""}, CellInitial::One) * even + offset));
}

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
    const CellValue h = cell.state("h"), c = cell.state("c"), deep = cell.state("inner_c", "c̃");
    const CellValue sum = gateSums(cell, allGates(), h);
    const auto [i, f, g, o] = definedGates(cell, sum);
    const CellValue innerB = cell.vector("inner_bias", "b̃", allGates());
    const CellValue innerFromState = cell.product("inner_weight_hh", "Ũ", allGates(), f * c);
    const CellValue inner
        = cell.product("inner_weight_ih", "W̃", allGates(), i * g) + innerFromState + innerB;
    const CellValue innerI = cell.define("inner_i", sigmoid(inner["i"]), "ĩ");
    const CellValue innerF = cell.define("inner_f", sigmoid(inner["f"]), "f̃");
    const CellValue innerG = cell.define("inner_g", tanh(inner["g"]), "g̃");
    const CellValue innerO = cell.define("inner_o", sigmoid(inner["o"]), "õ");
    const CellValue innerC = cell.next("inner_c", innerF * deep + innerI * innerG);
    cell.next("h", o * tanh(cell.next("c", innerO * tanh(innerC))));
}

} // namespace

CellEntry writtenOutLstm()
{
    return {
        {.id = "lstm_written_out",
         .title = "LSTM, written out",
         .summary = "The LSTM from its equations, as a student writes them down: to check that it "
                    "learns like the built-in one, and to change it. To train fast, use LSTM.",
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

CellEntry peepholeLstm()
{
    return {
        {.id = "lstm_peephole",
         .title = "Peephole LSTM",
         .summary = "An LSTM whose gates also read the cell. Try it if the number of steps "
                    "matters, as in counting or timing, and a plain LSTM fails.",
         .formula = {"i_t, f_t = σ(W x_t + U h_{t−1} + p ⊙ c_{t−1} + b),  g_t = tanh(W_g x_t + U_g "
                     "h_{t−1} + b_g),  c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t,  o_t = σ(W_o x_t + U_o "
                     "h_{t−1} + p_o ⊙ c_t + b_o),  h_t = o_t ⊙ tanh(c_t)",
                     R"tex(\begin{aligned}
i_t &= \sigma(W_i x_t + U_i h_{t-1} + p_i \odot c_{t-1} + b_i) \\
f_t &= \sigma(W_f x_t + U_f h_{t-1} + p_f \odot c_{t-1} + b_f) \\
g_t &= \tanh(W_g x_t + U_g h_{t-1} + b_g) \\
c_t &= f_t \odot c_{t-1} + i_t \odot g_t \\
o_t &= \sigma(W_o x_t + U_o h_{t-1} + p_o \odot c_t + b_o) \\
h_t &= o_t \odot \tanh(c_t)
\end{aligned})tex"}},
        cellGraph<writePeepholeLstm>("Peephole LSTM")};
}

CellEntry coupledLstm()
{
    return {
        {.id = "lstm_coupled",
         .title = "LSTM with coupled gates",
         .summary
         = "An LSTM that writes exactly as much as it forgets: three quarters of the parameters, "
           "usually as good. Try it if cells grow without bound over long texts.",
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

CellEntry layerNormLstm()
{
    return {
        {.id = "lstm_layer_norm",
         .title = "Layer-norm LSTM",
         .summary
         = "An LSTM whose sums are normalised at every step. If training is unstable, or slow over "
           "long texts, try it with a higher learning rate. A step takes longer.",
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

CellEntry nestedLstm()
{
    return {{.id = "lstm_nested",
             .title = "Nested LSTM",
             .summary = "An LSTM whose cell is an LSTM itself: an inner memory that changes more "
                        "slowly. Try it if long texts depend on distant words and a stacked LSTM "
                        "forgets them. It takes about twice the time.",
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
