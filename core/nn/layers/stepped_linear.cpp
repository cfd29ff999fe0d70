#include "core/nn/layers/stepped_linear.h"

#include "core/nn/kernels/row_gradient.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;
using LinearRecordPtr = c10::intrusive_ptr<SteppedRecord>;

LinearRecordPtr linearRecordOf(AutogradContext* context)
{
    return c10::static_intrusive_pointer_cast<SteppedRecord>(
        context->saved_data["record"].toCapsule());
}

/// Forgets the steps, so that memory is free as early as backward allows.
std::pair<Tensor, Tensor> taken(SteppedRecord& record)
{
    const std::pair all(torch::cat(record.inputs), torch::cat(record.gradients));
    record.inputs.clear();
    record.gradients.clear();
    return all;
}

/// input times what `factor` holds after the first call: `matrix` [in, out].
Tensor steppedProduct(const Tensor& input, const Tensor& matrix,
                      std::optional<PackedFactor>& factor, const Tensor& bias)
{
    if (input.size(0) < kFewestProductRows)
        return bias.defined() ? torch::addmm(bias, input, matrix) : torch::mm(input, matrix);
    if (!factor.has_value())
        factor.emplace(Factor{matrix.data_ptr<float>(), matrix.stride(0), matrix.stride(1),
                              matrix.size(0), matrix.size(1)});
    const Tensor rows = input.contiguous();
    const Tensor offset = bias.defined() ? bias.contiguous() : bias;
    Tensor result = torch::empty({rows.size(0), matrix.size(1)}, rows.options());
    multiplyRows(rows.size(0), {rows.data_ptr<float>(), rows.size(1)}, *factor,
                 offset.defined() ? offset.data_ptr<float>() : nullptr,
                 {result.data_ptr<float>(), result.size(1)});
    return result;
}

/// Σ gradientsᵀ inputs over all rows: [out, in].
Tensor weightGradient(const Tensor& gradients, const Tensor& inputs)
{
    const int64_t out = gradients.size(1), in = inputs.size(1);
    Tensor sum = torch::empty({out, in}, inputs.options());
    multiplyTransposed(inputs.size(0), {gradients.data_ptr<float>(), out}, out,
                       {inputs.data_ptr<float>(), in}, in, sum.data_ptr<float>());
    return sum;
}

/// Its result, an empty tensor, goes into every step; so its backward comes after all of theirs,
/// when the record is complete.
struct LinearTicket : torch::autograd::Function<LinearTicket> {
    static Tensor forward(AutogradContext* context, at::TensorList parameters,
                          const LinearRecordPtr& record)
    {
        context->saved_data["record"] = c10::IValue::make_capsule(record);
        context->saved_data["count"] = static_cast<int64_t>(parameters.size());
        return torch::zeros({}, parameters[0].options());
    }
    static tensor_list backward(AutogradContext* context, const tensor_list&)
    {
        refuseSecondDerivative();
        const auto [inputs, gradients] = taken(*linearRecordOf(context));
        tensor_list result{weightGradient(gradients, inputs)};
        if (context->saved_data["count"].toInt() == 2)
            result.push_back(gradients.sum(0));
        result.emplace_back();
        return result;
    }
};

struct LinearStep : torch::autograd::Function<LinearStep> {
    static Tensor forward(AutogradContext* context, const Tensor& input, const Tensor& /*ticket*/,
                          const LinearRecordPtr& record)
    {
        context->saved_data["record"] = c10::IValue::make_capsule(record);
        context->save_for_backward({input});
        return steppedProduct(input, record->weight.t(), record->forwardFactor, record->bias);
    }
    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const LinearRecordPtr record = linearRecordOf(context);
        record->inputs.push_back(context->get_saved_variables()[0]);
        record->gradients.push_back(gradients[0]);
        return {context->needs_input_grad(0)
                    ? steppedProduct(gradients[0], record->weight, record->backwardFactor, {})
                    : Tensor(),
                Tensor(), Tensor()};
    }
};

struct LookUpTicket : torch::autograd::Function<LookUpTicket> {
    static Tensor forward(AutogradContext* context, const Tensor& table,
                          const LinearRecordPtr& record)
    {
        context->saved_data["record"] = c10::IValue::make_capsule(record);
        return torch::zeros({}, table.options());
    }
    static tensor_list backward(AutogradContext* context, const tensor_list&)
    {
        refuseSecondDerivative();
        const LinearRecordPtr record = linearRecordOf(context);
        const auto [ids, gradients] = taken(*record);
        return {rowGradient(gradients.contiguous(), lookUps(ids), record->weight.size(0)),
                Tensor()};
    }
};

struct LookUpStep : torch::autograd::Function<LookUpStep> {
    static Tensor forward(AutogradContext* context, const Tensor& /*ticket*/, const Tensor& ids,
                          const LinearRecordPtr& record)
    {
        context->saved_data["record"] = c10::IValue::make_capsule(record);
        context->save_for_backward({ids});
        return record->weight.index_select(0, ids);
    }
    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const LinearRecordPtr record = linearRecordOf(context);
        record->inputs.push_back(context->get_saved_variables()[0]);
        record->gradients.push_back(gradients[0]);
        return {Tensor(), Tensor(), Tensor()};
    }
};

bool sumsLater(const Tensor& parameter)
{
    return torch::GradMode::is_enabled() && parameter.requires_grad() && parameter.is_cpu()
        && parameter.scalar_type() == torch::kFloat32;
}

} // namespace

SteppedLinear::SteppedLinear(const Tensor& weight, const Tensor& bias)
    : m_weight(weight), m_bias(bias)
{
    if (!sumsLater(weight))
        return;
    m_record = c10::make_intrusive<SteppedRecord>();
    m_record->weight = weight.detach();
    m_record->bias = bias.defined() ? bias.detach() : Tensor();
    std::vector<Tensor> parameters{weight};
    if (bias.defined())
        parameters.push_back(bias);
    m_ticket = LinearTicket::apply(at::TensorList(parameters), m_record);
}

Tensor SteppedLinear::operator()(const Tensor& input) const
{
    return m_ticket.defined() ? LinearStep::apply(input, m_ticket, m_record)
                              : linear(input, m_weight, m_bias);
}

SteppedLookUp::SteppedLookUp(const Tensor& table) : m_table(table)
{
    if (!sumsLater(table))
        return;
    m_record = c10::make_intrusive<SteppedRecord>();
    m_record->weight = table.detach();
    m_ticket = LookUpTicket::apply(table, m_record);
}

Tensor SteppedLookUp::operator()(const Tensor& ids) const
{
    if (m_ticket.defined())
        return LookUpStep::apply(m_ticket, ids, m_record);
    constexpr int64_t kPadding = 0;
    return torch::embedding(m_table, ids, kPadding);
}

} // namespace core
