#pragma once

#include "core/model/parts/layer_summary.h"
#include "core/nn/graph/graph_builder.h"
#include "core/nn/layers/embedding.h"

#include <torch/nn/modules/linear.h>

#include <string>

namespace core {

struct EncoderContext;

/// The vectors of what texts are generated for: of a class the row of a table, of numbers the
/// output of a linear layer. The table or the layer is a module of the encoder that has it, under
/// the name that it is given.
class ConditionLayer {
public:
    ConditionLayer() = default; ///< None.
    /// @pre context.isConditional().
    ConditionLayer(torch::nn::Module& owner, const std::string& name, const EncoderContext& context,
                   int64_t features);

    bool isEmpty() const { return m_table.is_empty() && m_numbers.is_empty(); }
    int64_t features() const { return m_features; }
    /// @param condition  as conditionsOf() gives them. @return [texts, features].
    torch::Tensor vectors(const torch::Tensor& condition);
    GraphValue graph(GraphBuilder& builder, GraphValue condition) const;
    const torch::nn::Module& module() const;
    /// "Embedding of the class", or what it is of numbers. @param use  in place of "Embedding".
    std::string title(const std::string& use = {}) const;
    std::string python() const; ///< An expression that makes the table or the layer.
    /// An expression of its input, where an encoder is given `classes`.
    std::string pythonInput() const { return m_table.is_empty() ? "classes" : "classes + 1"; }

private:
    Embedding m_table{nullptr}; ///< Row 0 is that of padding.
    torch::nn::Linear m_numbers{nullptr};
    int64_t m_features = 0;
};

} // namespace core
