#pragma once

#include "core/base/schema.h"
#include "core/model/parts/layer_summary.h"
#include "core/nn/graph/graph_builder.h"

#include <torch/nn/modules/container/modulelist.h>
#include <torch/nn/modules/linear.h>

#include <string>
#include <vector>

namespace core {

/// The options of a task whose head reads one vector for each text.
struct TextHeadOptions {
    std::vector<int64_t> hiddenSizes{}; ///< The units of each hidden layer; empty: no such layer.
    std::string activation = "relu"; ///< The nonlinearity of the hidden layers.
    /// Only the second of two classes has a score; that of the first is 0, so that the softmax is
    /// the sigmoid of the difference. [batch, 2] as without it.
    bool singleOutput = false;
};

/// "hidden_layers" and "hidden_activation".
const Schema<TextHeadOptions>& hiddenLayersSchema();

/// x <- activation(W dropout(x) + b), one layer after another, between the vector of a text and the
/// output of a head. Parameters: i.weight, i.bias.
class HiddenLayersImpl : public torch::nn::Module {
public:
    HiddenLayersImpl(int64_t features, const TextHeadOptions& options, double dropout);

    /// @param vectors  [batch, features] float32. @return [batch, features()]
    torch::Tensor forward(torch::Tensor vectors);
    int64_t features() const { return m_features; } ///< Units of the last layer.
    std::vector<LayerSummary> describe() const;
    /// A Python class `HiddenLayers(nn.ModuleList)` with forward(x) and the same parameters.
    std::string pythonSource() const;
    GraphValue graph(GraphBuilder& builder, GraphValue vectors) const;

private:
    TextHeadOptions m_options;
    double m_dropout;
    int64_t m_features;
    std::vector<torch::nn::Linear> m_layers;
};
TORCH_MODULE(HiddenLayers);

} // namespace core
