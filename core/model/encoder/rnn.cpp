#include "core/model/encoder/recurrent.h"
#include "core/model/network_options.h"

namespace core {

namespace {

const Schema<RecurrentEncoderOptions>& rnnSchema()
{
    static const auto schema = [] {
        auto all = recurrentSchema();
        all.add(&RecurrentEncoderOptions::nonlinearity,
                {.name = "nonlinearity",
                 .label = "Nonlinearity",
                 .help = "Gradients vanish over long texts: try ReLU, and watch that they do not "
                         "explode instead.",
                 .choices = {{"tanh", "tanh"}, {"relu", "ReLU"}}});
        all.add(&RecurrentEncoderOptions::pooling, poolingOption());
        return all;
    }();
    return schema;
}

} // namespace

EncoderEntry rnnEncoder()
{
    return recurrentEntry(
        {.id = "rnn",
         .title = "RNN (Elman)",
         .summary = "Reads word by word and keeps one state. The simplest memory: it "
                    "shows how gradients vanish over long texts, and why gates help.",
         .formula = {"h_t = φ(W x_t + b + U h_{t−1} + c),  φ = tanh or ReLU",
                     R"tex(h_t = \varphi(W x_t + b + U h_{t-1} + c),
\quad \varphi = \tanh \text{ or ReLU})tex"}},
        rnnSchema(), [](const RecurrentEncoderOptions& options) -> RecurrentEncoder::LayerMaker {
            const CellKind cell
                = options.nonlinearity == "relu" ? CellKind::RnnRelu : CellKind::RnnTanh;
            return [cell](const StackedSizes& sizes) { return torchLayers(cell, sizes); };
        });
}

} // namespace core
