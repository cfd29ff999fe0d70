#include "core/nn/layers/attention_score.h"

#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/layers/linear.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/parallel_tasks.h"

#include <limits>

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Element [text, row] of [batch, rows, features], contiguous.
float* rowOfText(const Tensor& tensor, int64_t text, int64_t row)
{
    return tensor.data_ptr<float>() + (text * tensor.size(1) + row) * tensor.size(2);
}

/// The scores without the [batch, count, length, features] between; backward computes the tanh
/// anew, which costs less than to keep it.
struct TanhScores : torch::autograd::Function<TanhScores> {
    static Tensor forward(AutogradContext* context, const Tensor& queries, const Tensor& keys,
                          const Tensor& weights)
    {
        const Tensor asked = queries.contiguous(), known = keys.contiguous();
        const Tensor factors = weights.contiguous();
        const int64_t features = asked.size(2), length = known.size(1);
        Tensor scores = torch::empty({asked.size(0), asked.size(1), length}, asked.options());
        const RecurrentKernels& kernels = recurrentKernels();
        runTasks(asked.size(0), [&](int64_t text) {
            for (int64_t t = 0; t < asked.size(1); ++t)
                kernels.tanhScores(length, features, rowOfText(asked, text, t),
                                   {rowOfText(known, text, 0), features}, factors.data_ptr<float>(),
                                   rowOfText(scores, text, t));
        });
        context->save_for_backward({asked, known, factors});
        return scores;
    }

    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        const tensor_list saved = context->get_saved_variables();
        const Tensor &asked = saved[0], &known = saved[1], &factors = saved[2];
        const Tensor given = gradients[0].contiguous(); // [batch, count, length]
        const int64_t features = asked.size(2);
        tensor_list result{torch::zeros_like(asked), torch::zeros_like(known),
                           torch::zeros_like(factors)};
        // Of v by text: added up in one order, whichever thread had the text.
        const Tensor ofWeights = torch::zeros({asked.size(0), features}, asked.options());
        const RecurrentKernels& kernels = recurrentKernels();
        runTasks(asked.size(0), [&](int64_t text) {
            for (int64_t t = 0; t < asked.size(1); ++t)
                kernels.tanhScoresBackward(known.size(1), features, rowOfText(asked, text, t),
                                           {rowOfText(known, text, 0), features},
                                           factors.data_ptr<float>(), rowOfText(given, text, t),
                                           {rowOfText(result[0], text, t),
                                            {rowOfText(result[1], text, 0), features},
                                            ofWeights.data_ptr<float>() + text * features});
        });
        kernels.addRows(asked.size(0), features, {ofWeights.data_ptr<float>(), features},
                        result[2].data_ptr<float>());
        return result;
    }
};

} // namespace

// Each in a file of its own.
AttentionEntry noAttention();
AttentionEntry dotAttention();
AttentionEntry scaledDotAttention();
AttentionEntry generalAttention();
AttentionEntry concatAttention();
AttentionEntry additiveAttention();
AttentionEntry reducedRankAttention();

const std::vector<AttentionEntry>& attentionEntries()
{
    static const std::vector<AttentionEntry> entries
        = {noAttention(),     dotAttention(),      scaledDotAttention(),  generalAttention(),
           concatAttention(), additiveAttention(), reducedRankAttention()};
    return entries;
}

const AttentionEntry& attentionEntry(const std::string& kind)
{
    std::string known;
    for (const AttentionEntry& entry : attentionEntries()) {
        const std::string& id = entry.entry.description.id;
        if (id == kind)
            return entry;
        known += (known.empty() ? "" : ", ") + id;
    }
    throw Error(ErrorCode::BadSetting, {"There is no attention named \"%1\".", {shown(kind)}},
                {"Choose one of: %1.", {known}});
}

Attended attend(AttentionScore& score, const torch::Tensor& states, const torch::Tensor& keys,
                const torch::Tensor& memory, const torch::Tensor& padding, const WeightsHook& hook)
{
    const auto head = [](const torch::Tensor& one) { return one.unsqueeze(1); };
    AttentionOperands operands{head(score.queries(states)), head(keys), head(memory)};
    if (hook.operands && score.match() == AttentionScore::Match::Product)
        hook.operands(operands);
    Attended result;
    result.scores = score.scores(operands.queries.squeeze(1), operands.keys.squeeze(1));
    if (padding.defined())
        result.scores = result.scores.masked_fill(padding.unsqueeze(1),
                                                  -std::numeric_limits<double>::infinity());
    result.weights = result.scores.softmax(2);
    if (hook.weights) {
        const torch::Tensor allowed = padding.defined()
            ? padding.logical_not().unsqueeze(1).unsqueeze(1)
            : torch::ones({1, 1, 1, memory.size(1)}, memory.options().dtype(torch::kBool));
        result.weights = hook.weights(head(result.weights), allowed).squeeze(1);
    }
    result.context = torch::bmm(result.weights, operands.values.squeeze(1));
    return result;
}

torch::Tensor AttentionScore::queries(const torch::Tensor& states)
{
    return linear(states, queryMatrix(), torch::Tensor());
}

torch::Tensor AttentionScore::scores(const torch::Tensor& queries, const torch::Tensor& keys) const
{
    return match() == Match::Product ? productScores(queries, keys)
                                     : tanhScores(queries, keys, weights());
}

GraphValue AttentionScore::graphScores(GraphBuilder& builder, GraphValue queries,
                                       GraphValue keys) const
{
    if (match() == Match::Product)
        return matmul(queries, builder.transpose(keys, {0, 2, 1}));
    const GraphValue hidden
        = tanh(builder.unsqueeze(queries, 2)
               + builder.unsqueeze(keys, 1)); // [batch, count, length, features]
    return builder.squeeze(builder.linear(hidden, graphWeights(), {}), 3);
}

torch::Tensor productScores(const torch::Tensor& queries, const torch::Tensor& keys)
{
    return torch::bmm(queries, keys.transpose(1, 2)); // [batch, count, length]
}

torch::Tensor tanhScores(const torch::Tensor& queries, const torch::Tensor& keys,
                         const torch::Tensor& weights)
{
    if (queries.is_cpu() && queries.scalar_type() == torch::kFloat32
        && keys.scalar_type() == torch::kFloat32)
        return TanhScores::apply(queries, keys, weights);
    const Tensor hidden
        = (queries.unsqueeze(2) + keys.unsqueeze(1)).tanh(); // [batch, count, length, features]
    return torch::matmul(hidden, weights);
}

} // namespace core
