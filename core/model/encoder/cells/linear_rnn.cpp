#include "core/model/encoder/cells/cell_entry.h"

namespace core {

namespace {

/// A recurrent layer without a nonlinearity:
///
///     h_t = W x_t + U h_{t-1} + b
///
/// The gradient of h_t with respect to h_s is U^(t-s) whatever the texts are: it vanishes where the
/// absolute eigenvalues of U are below 1, and explodes where one is above. Pascanu, Mikolov &
/// Bengio (2013), arXiv:1211.5063.
void writeLinearRnn(CellGraph& cell)
{
    const CellGraph::Blocks sums{""};
    const CellValue h = cell.state("h");
    const CellValue x = cell.input("weight_ih", "W", sums), b = cell.vector("bias", "b", sums);
    cell.next("h", x + cell.product("weight_hh", "U", sums, h) + b);
}

} // namespace

CellEntry linearRnn()
{
    return {{.id = "rnn_linear",
             .title = "Linear RNN",
             .summary = "An RNN without a nonlinearity: its gradient through time is a power of "
                        "one matrix. It shows why gradients vanish or explode. To get good "
                        "results, use an LSTM.",
             .formula = {"h_t = W x_t + U h_{t−1} + b,  ∂h_t/∂h_s = U^(t−s)",
                         R"tex(h_t = W x_t + U h_{t-1} + b,
\quad \frac{\partial h_t}{\partial h_s} = U^{t-s})tex"}},
            cellGraph<writeLinearRnn>("Linear RNN")};
}

} // namespace core
