#include "core/model/encoder/cells/cell_entry.h"
#include "core/model/encoder/recurrent.h"
#include "core/model/parts/network_options.h"
#include "core/nn/cells/cell_text.h"

namespace core {

namespace {

/// The options that all have, but for `pooling`: it belongs at the end, after a kind's own.
Schema<RecurrentEncoderOptions> recurrentSchema()
{
    return Schema<RecurrentEncoderOptions>()
        .add(&RecurrentEncoderOptions::layers,
             layersOption("Each layer reads the states of the layer below. If training accuracy "
                          "stays low, add one. If training is slow, remove one.",
                          kMostRecurrentLayers))
        .add(
            &RecurrentEncoderOptions::hiddenSize,
            hiddenSizeOption("Size of the state in each direction. If training accuracy stays low, "
                             "raise it. If training is slow or the network overfits, lower it."))
        .add(&RecurrentEncoderOptions::bidirectional,
             bidirectionalOption("Bidirectional", "text", "Twice the time."))
        .add(&RecurrentEncoderOptions::dropout,
             classifierDropout("Applied between the layers and before the output."))
        .add(&RecurrentEncoderOptions::lockedDropout,
             {.name = "locked_dropout",
              .label = "Locked dropout",
              .help = "Drops the same features at every token of a text (variational dropout), in "
                      "the embedding as well. Try it if dropout harms more than it helps, as in "
                      "language models with large states.",
              .advanced = true})
        .add(&RecurrentEncoderOptions::connections,
             {.name = "connections",
              .label = "Connections between layers",
              .help = "If a network of four or more layers learns slower than one of two, add "
                      "residual or dense connections. Without further layers they have no effect.",
              .choices = {{"none", "None"},
                          {"residual", "Residual: each layer adds to its input"},
                          {"dense", "Dense: each layer reads all layers below"}},
              .advanced = true,
              .formula
              = {"residual: y_l = f_l(x_l) + x_l, x_(l+1) = y_l;  dense: x_(l+1) = [x_l; f_l(x_l)]",
                 R"tex(\begin{aligned}
\text{residual: } & x_{l+1} = f_l(x_l) + x_l \quad (l > 1) \
\text{dense: } & x_{l+1} = [x_l;\, f_l(x_l)]
\end{aligned})tex"}})
        .add(&RecurrentEncoderOptions::fusion,
             {.name = "fusion",
              .label = "Directions joined by",
              .help = "How the states of both directions become one. If a bidirectional network "
                      "overfits, try the sum: the layer behind it has half the weights.",
              .choices = {{"concatenation", "Concatenation"},
                          {"sum", "Sum"},
                          {"mean", "Mean"},
                          {"maximum", "Maximum"}},
              .advanced = true,
              .formula = {"[h→_t; h←_t],  h→_t + h←_t,  ½ (h→_t + h←_t),  max(h→_t, h←_t)",
                          R"tex([\overrightarrow h_t;\, \overleftarrow h_t], \quad
\overrightarrow h_t + \overleftarrow h_t, \quad
\tfrac12 (\overrightarrow h_t + \overleftarrow h_t), \quad
\max(\overrightarrow h_t, \overleftarrow h_t))tex"}});
}

/// For cells with more states than h.
void addLastWithCell(Schema<RecurrentEncoderOptions>& schema)
{
    schema.add(&RecurrentEncoderOptions::lastWithCell,
               {.name = "last_with_cell",
                .label = "Last state with the cell",
                .help = "Adds the cell c, and further states if the cell of the network has some, "
                        "to the sentence vector \"Last state\". Try it if a count or another "
                        "exact memory decides. Other sentence vectors do not change.",
                .advanced = true,
                .formula = {"s = [h_T; c_T]", R"tex(s = [h_T;\, c_T])tex"}});
}

/// @param cell  the cell that the options choose; it outlives all networks.
EncoderEntry recurrentEntry(
    const KindDescription& description, Schema<RecurrentEncoderOptions> schema,
    const std::function<const CellGraph*(const RecurrentEncoderOptions&)>& cell,
    const decltype(EncoderEntry::check)& check = {})
{
    schema.add(&RecurrentEncoderOptions::pooling, poolingOption());
    EncoderEntry entry{
        {EncoderRegistry::entry<RecurrentEncoderOptions>(
             description, schema,
             [cell](const RecurrentEncoderOptions& options, const EncoderContext& context) {
                 return std::make_shared<RecurrentEncoder>(*cell(options), options, context);
             }),
         check}};
    entry.tokenStates = entry.canBeCausal = entry.beginsWithState = true;
    return entry;
}

} // namespace

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

namespace {

void checkLstm(const Json& options, const EmbeddingSpec& embedding, std::vector<Problem>& problems)
{
    checkProjection(options, embedding, problems);
    const auto connections = options.at("connections").get<std::string>();
    if (options.at("projection_size") != 0 && connections != "none")
        problems.push_back({"model.network.connections",
                            {"model.network.connections is \"%1\"; it must be \"none\" where "
                             "model.network.projection_size is not 0.",
                             {connections}}});
}

} // namespace

EncoderEntry rnnEncoder()
{
    auto schema = recurrentSchema();
    schema.add(&RecurrentEncoderOptions::nonlinearity,
               {.name = "nonlinearity",
                .label = "Nonlinearity",
                .help = "If gradients vanish over long texts, try ReLU, and check that they do not "
                        "explode instead.",
                .choices = {{"tanh", "tanh"}, {"relu", "ReLU"}}});
    return recurrentEntry(
        {.id = "rnn",
         .title = "RNN (Elman)",
         .summary = "Reads word by word and keeps one state. The simplest memory: it demonstrates "
                    "how gradients vanish over long texts, and why gates help.",
         .formula = {"h_t = φ(W x_t + b + U h_{t−1} + c),  φ = tanh or ReLU",
                     R"tex(h_t = \varphi(W x_t + b + U h_{t-1} + c),
\quad \varphi = \tanh \text{ or ReLU})tex"}},
        std::move(schema), [](const RecurrentEncoderOptions& options) {
            return &torchCell(options.nonlinearity == "relu" ? CellKind::RnnRelu
                                                             : CellKind::RnnTanh);
        });
}

EncoderEntry lstmEncoder()
{
    auto schema = recurrentSchema();
    addLastWithCell(schema);
    schema.add(&RecurrentEncoderOptions::projectionSize,
               optionalSizeOption("projection_size", "Projection",
                                  "A linear layer makes the output smaller than the cell. If a "
                                  "large hidden size is slow, set a quarter of it. 0: off."));
    return recurrentEntry(
        {.id = "lstm",
         .title = "LSTM",
         .summary = "Reads word by word; gates control what its cell keeps, forgets and outputs. "
                    "The safe choice where the order of words matters.",
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
        std::move(schema),
        [](const RecurrentEncoderOptions& options) {
            return &torchCell(CellKind::Lstm, options.projectionSize > 0);
        },
        checkLstm);
}

EncoderEntry gruEncoder()
{
    return recurrentEntry(
        {.id = "gru",
         .title = "GRU",
         .summary = "Two gates and one state: usually as good as an LSTM with a quarter fewer "
                    "parameters.",
         .formula = {"r_t = σ(W_r x_t + U_r h_{t−1} + b_r),  z_t = σ(W_z x_t + U_z "
                     "h_{t−1} + b_z),  n_t = tanh(W_n x_t + b_n + r_t ⊙ (U_n h_{t−1} + "
                     "c_n)),  h_t = (1 − z_t) ⊙ n_t + z_t ⊙ h_{t−1}",
                     R"tex(\begin{aligned}
r_t &= \sigma(W_r x_t + U_r h_{t-1} + b_r) \\
z_t &= \sigma(W_z x_t + U_z h_{t-1} + b_z) \\
n_t &= \tanh(W_n x_t + b_n + r_t \odot (U_n h_{t-1} + c_n)) \\
h_t &= (1 - z_t) \odot n_t + z_t \odot h_{t-1}
\end{aligned})tex"}},
        recurrentSchema(),
        [](const RecurrentEncoderOptions&) { return &torchCell(CellKind::Gru); });
}

EncoderEntry typedCellEncoder()
{
    auto schema = recurrentSchema();
    addLastWithCell(schema);
    schema.add(&RecurrentEncoderOptions::cellText, cellTextOption())
        .add(&RecurrentEncoderOptions::comparedWith, comparedCellOption());
    const auto check = [](const Json& options, const EmbeddingSpec&,
                          std::vector<Problem>& problems) { checkCellText(options, problems); };
    return recurrentEntry(
        {.id = kTypedCell,
         .title = "Typed cell",
         .summary = "A recurrent cell of your own: its equations are typed and compiled. Change "
                    "one of the known cells and train it beside the original.",
         .formula = {"h_t = f(x_t, h_{t−1}, …)", R"tex(h_t = f(x_t, h_{t-1}, \ldots))tex"}},
        std::move(schema),
        [](const RecurrentEncoderOptions& options) { return &cellOfText(options.cellText); },
        check);
}

/// The encoders of the cells that are given by their equations.
std::vector<EncoderEntry> cellEncoders()
{
    std::vector<EncoderEntry> entries;
    for (const CellEntry& cell : cellEntries()) {
        auto schema = recurrentSchema();
        if (cell.graph->states() > 1)
            addLastWithCell(schema);
        entries.push_back(
            recurrentEntry(cell.description, std::move(schema),
                           [&cell](const RecurrentEncoderOptions&) { return cell.graph; }));
    }
    return entries;
}

} // namespace core
