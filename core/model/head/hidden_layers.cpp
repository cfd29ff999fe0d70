#include "core/model/head/hidden_layers.h"

#include "core/base/python_piece.h"
#include "core/model/encoder/encoder.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/layer_hook.h"

#include <ATen/ops/gelu.h>

#include <algorithm>

namespace core {

namespace {

/// A nonlinearity in each of the three forms in which a network exists.
struct HeadActivation {
    Choice choice;
    torch::Tensor (*compute)(const torch::Tensor& input);
    GraphValue (*inGraph)(GraphBuilder& builder, GraphValue input);
    const char* python;
};

const std::vector<HeadActivation>& activations()
{
    static const std::vector<HeadActivation> all{
        {{"relu", "ReLU"},
         [](const torch::Tensor& x) { return torch::relu(x); },
         [](GraphBuilder&, GraphValue x) { return relu(x); },
         "torch.relu"},
        {{"tanh", "tanh"},
         [](const torch::Tensor& x) { return torch::tanh(x); },
         [](GraphBuilder&, GraphValue x) { return tanh(x); },
         "torch.tanh"},
        {{"sigmoid", "Sigmoid"},
         [](const torch::Tensor& x) { return torch::sigmoid(x); },
         [](GraphBuilder&, GraphValue x) { return sigmoid(x); },
         "torch.sigmoid"},
        {{"gelu", "GELU"},
         [](const torch::Tensor& x) { return at::gelu(x); },
         [](GraphBuilder& builder, GraphValue x) { return builder.gelu(x); },
         "F.gelu"},
    };
    return all;
}

/// @pre `value` is one of the choices.
const HeadActivation& activation(const std::string& value)
{
    return *std::find_if(activations().begin(), activations().end(),
                         [&](const HeadActivation& each) { return each.choice.value == value; });
}

OptionDescription hiddenSizesOption()
{
    return {.name = "hidden_layers",
            .label = "Hidden layers before the output",
            .help = "Units of each layer between the sentence vector and the output: \"257\" is "
                    "one layer, \"128, 64\" are two. Empty: none. If training accuracy stays low "
                    "although the network is large, add one. If it overfits, remove it.",
            .minimum = 1,
            .maximum = 1e5,
            .advanced = true,
            .beside = "model",
            .formula
            = {"o = W_2 φ(W_1 s + b_1) + b_2", R"tex(o = W_2\,\varphi(W_1 s + b_1) + b_2)tex"}};
}

OptionDescription hiddenActivationOption()
{
    OptionDescription option{.name = "hidden_activation",
                             .label = "Activation of the hidden layers",
                             .help = "If many units of a layer with ReLU are always 0, try GELU or "
                                     "tanh. Without hidden layers it has no effect.",
                             .advanced = true,
                             .beside = "model"};
    for (const HeadActivation& each : activations())
        option.choices.push_back(each.choice);
    return option;
}

} // namespace

const Schema<TextHeadOptions>& hiddenLayersSchema()
{
    static const Schema<TextHeadOptions> schema
        = Schema<TextHeadOptions>()
              .add(&TextHeadOptions::hiddenSizes, hiddenSizesOption())
              .add(&TextHeadOptions::activation, hiddenActivationOption());
    return schema;
}

HiddenLayersImpl::HiddenLayersImpl(int64_t features, const TextHeadOptions& options, double dropout)
    : m_options(options), m_dropout(dropout), m_features(features)
{
    for (const int64_t size : options.hiddenSizes) {
        m_layers.push_back(
            register_module(std::to_string(m_layers.size()), torch::nn::Linear(m_features, size)));
        m_features = size;
    }
}

torch::Tensor HiddenLayersImpl::forward(torch::Tensor vectors)
{
    const HeadActivation& phi = activation(m_options.activation);
    for (size_t i = 0; i < m_layers.size(); ++i) {
        const torch::Tensor kept = dropOut(vectors, is_training() ? m_dropout : 0.0);
        vectors = observed(*this, std::to_string(i), phi.compute(m_layers[i](kept)));
    }
    return vectors;
}

std::vector<LayerSummary> HiddenLayersImpl::describe() const
{
    std::vector<LayerSummary> layers;
    for (size_t i = 0; i < m_layers.size(); ++i)
        layers.push_back(layerSummary(
            std::to_string(i), "Linear, " + activation(m_options.activation).choice.label,
            "batch x " + std::to_string(m_options.hiddenSizes[i]), *m_layers[i]));
    return layers;
}

std::string HiddenLayersImpl::pythonSource() const
{
    return pythonPiece("heads/hidden_layers",
                       {{"SIZES", m_options.hiddenSizes},
                        {"FEATURES", m_layers.front()->options.in_features()},
                        {"ACTIVATION", activation(m_options.activation).python},
                        {"DROPOUT", numberText(m_dropout)}});
}

GraphValue HiddenLayersImpl::graph(GraphBuilder& builder, GraphValue vectors) const
{
    const HeadActivation& phi = activation(m_options.activation);
    for (const torch::nn::Linear& layer : m_layers)
        vectors = phi.inGraph(builder, builder.linear(vectors, layer->weight, layer->bias));
    return vectors;
}

} // namespace core
