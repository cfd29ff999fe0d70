#include "core/model/encoder/recurrent.h"
#include "core/model/network_options.h"

namespace core {

namespace {

const Schema<RecurrentEncoderOptions>& lstmSchema()
{
    static const auto schema = [] {
        auto all = recurrentSchema();
        all.add(&RecurrentEncoderOptions::projectionSize,
                optionalSizeOption("projection_size", "Projection",
                                   "A linear layer makes the output smaller than the cell. Large "
                                   "hidden sizes are slow: set a quarter of them. 0: off."));
        all.add(&RecurrentEncoderOptions::pooling, poolingOption());
        return all;
    }();
    return schema;
}

void checkProjection(const Json& options, const EmbeddingSpec&, std::vector<Problem>& problems)
{
    const auto projection = options.at("projection_size").get<int64_t>();
    const auto hidden = options.at("hidden_size").get<int64_t>();
    const std::string path = "model.network.projection_size";
    if (projection >= hidden)
        problems.push_back({path,
                            {"%1 is %2; it must be smaller than model.network.hidden_size, which "
                             "is %3, or 0 for none.",
                             {path, std::to_string(projection), std::to_string(hidden)}}});
}

} // namespace

EncoderEntry lstmEncoder()
{
    return recurrentEntry(
        {.id = "lstm",
         .title = "LSTM",
         .summary = "Reads word by word; gates decide what its cell keeps, forgets and "
                    "shows. The safe choice where the order of words matters.",
         .formula = {"i_t, f_t, o_t = σ(W x_t + U h_{t−1} + b), each with its own W, U and b,  g_t "
                     "= tanh(W_g x_t + U_g h_{t−1} + b_g),  c_t = f_t ⊙ c_{t−1} + i_t ⊙ g_t,  h_t "
                     "= o_t ⊙ tanh(c_t), with a projection h_t = P (o_t ⊙ tanh(c_t))",
                     R"tex(\begin{aligned}
i_t &= \sigma(W_i x_t + U_i h_{t-1} + b_i) \\
f_t &= \sigma(W_f x_t + U_f h_{t-1} + b_f) \\
g_t &= \tanh(W_g x_t + U_g h_{t-1} + b_g) \\
o_t &= \sigma(W_o x_t + U_o h_{t-1} + b_o) \\
c_t &= f_t \odot c_{t-1} + i_t \odot g_t \\
h_t &= o_t \odot \tanh(c_t) \\
&\phantom{{}={}} (\text{projected: } h_t = P\,(o_t \odot \tanh(c_t)))
\end{aligned})tex"}},
        lstmSchema(),
        [](const RecurrentEncoderOptions&) -> RecurrentEncoder::LayerMaker {
            return [](const StackedSizes& sizes) { return torchLayers(CellKind::Lstm, sizes); };
        },
        checkProjection);
}

} // namespace core
