#include "core/model/encoder/condition_layer.h"

#include "core/model/encoder/encoder.h"
#include "core/nn/layers/linear.h"

namespace core {

ConditionLayer::ConditionLayer(torch::nn::Module& owner, const std::string& name,
                               const EncoderContext& context, int64_t features)
    : m_features(features)
{
    if (context.numbers > 0)
        m_numbers = owner.register_module(name, torch::nn::Linear(context.numbers, features));
    else
        m_table = owner.register_module(name,
                                        Embedding(context.classes + 1, features, context.weights));
}

torch::Tensor ConditionLayer::vectors(const torch::Tensor& condition)
{
    return m_table.is_empty() ? linear(m_numbers, condition) : m_table(condition + 1);
}

GraphValue ConditionLayer::graph(GraphBuilder& builder, GraphValue condition) const
{
    return m_table.is_empty() ? builder.linear(condition, m_numbers->weight, m_numbers->bias)
                              : builder.lookUp(m_table->weight, condition + 1.0);
}

const torch::nn::Module& ConditionLayer::module() const
{
    return m_table.is_empty() ? static_cast<const torch::nn::Module&>(*m_numbers) : *m_table;
}

std::string ConditionLayer::title(const std::string& use) const
{
    if (m_table.is_empty())
        return (use.empty() ? "Linear" : use) + " of the numbers";
    return (use.empty() ? "Embedding" : use) + " of the class";
}

std::string ConditionLayer::python() const
{
    const std::string features = std::to_string(m_features);
    return m_table.is_empty()
        ? "nn.Linear(" + std::to_string(m_numbers->options.in_features()) + ", " + features + ")"
        : "nn.Embedding(" + std::to_string(m_table->weight.size(0)) + ", " + features
            + ", padding_idx=0)";
}

} // namespace core
