#pragma once

#include "core/nn/kernels/dense_products.h"

#include <torch/types.h>

#include <ATen/core/ivalue.h>

#include <optional>
#include <vector>

namespace core {

/// Inputs and output gradients of all steps, until backward has seen the last.
struct SteppedRecord : torch::CustomClassHolder {
    torch::Tensor weight, bias; ///< Without history.
    /// Of a linear layer, laid out once for all steps: Wᵀ and W.
    std::optional<PackedFactor> forwardFactor, backwardFactor;
    std::vector<torch::Tensor> inputs, gradients;
};

/// y = x Wᵀ + b, many times with the same W, as the steps of a decoder need it. Autograd would add
/// a gradient as large as W at every step; here one product at the end of backward sums up all
/// steps. float32 on the CPU; elsewhere torch's linear. Differentiable once.
///
/// Lives as long as one pass forward; backward may come later.
class SteppedLinear {
public:
    SteppedLinear() = default;
    /// @param weight [out, in]  @param bias [out], or undefined for none.
    explicit SteppedLinear(const torch::Tensor& weight, const torch::Tensor& bias = {});

    /// @param input [rows, in] -> [rows, out]
    torch::Tensor operator()(const torch::Tensor& input) const;
    bool defined() const { return m_weight.defined(); }

private:
    torch::Tensor m_weight, m_bias;
    torch::Tensor m_ticket; ///< Defined when gradients are summed up at the end.
    c10::intrusive_ptr<SteppedRecord> m_record;
};

/// Rows of a table, many times; the gradient of the table is added up at the end of backward as in
/// SteppedLinear. Row 0, padding, gets none.
class SteppedLookUp {
public:
    /// @param table [rows, features]
    explicit SteppedLookUp(const torch::Tensor& table);
    /// @param ids [count] int64 -> [count, features]
    torch::Tensor operator()(const torch::Tensor& ids) const;

private:
    torch::Tensor m_table, m_ticket;
    c10::intrusive_ptr<SteppedRecord> m_record;
};

} // namespace core
