#pragma once

#include "core/nn/kernels/dense_products.h"

#include <torch/types.h>

#include <ATen/core/ivalue.h>

#include <optional>
#include <vector>

namespace core {

/// Inputs and output gradients of all steps, stored until backward has processed the last one.
struct SteppedRecord : torch::CustomClassHolder {
    torch::Tensor weight, bias; ///< Without history.
    /// For a linear layer: Wᵀ and W, packed once for all steps.
    std::optional<PackedFactor> forwardFactor, backwardFactor;
    std::vector<torch::Tensor> inputs, gradients;
};

/// y = x Wᵀ + b, applied many times with the same W by the steps of a decoder. Autograd would add a
/// gradient as large as W at every step; here one product at the end of backward sums all steps.
/// This applies to float32 on the CPU; other cases use torch's linear. Differentiable once.
///
/// An object lives for one forward pass; backward may run later.
class SteppedLinear {
public:
    SteppedLinear() = default;
    /// @param weight [out, in]  @param bias [out]; undefined: none.
    explicit SteppedLinear(const torch::Tensor& weight, const torch::Tensor& bias = {});

    /// @param input [rows, in] -> [rows, out]
    torch::Tensor operator()(const torch::Tensor& input) const;
    bool defined() const { return m_weight.defined(); }

private:
    torch::Tensor m_weight, m_bias;
    torch::Tensor m_ticket; ///< Defined if gradients are summed at the end.
    c10::intrusive_ptr<SteppedRecord> m_record;
};

/// Repeated look-ups in a table. The gradient of the table is summed at the end of backward, as in
/// SteppedLinear. Row 0, the padding, receives none.
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
