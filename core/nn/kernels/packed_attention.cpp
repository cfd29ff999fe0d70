#include "core/nn/kernels/packed_attention.h"

#include "core/nn/kernels/second_derivative.h"
#include "core/nn/tensors.h"

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;

/// Splits [queries | keys | values], or [queries] and [keys | values], into queries, keys and
/// values. The same applies to tensors of gradients.
AttentionSlopes sides(const Tensor& queries, const Tensor& keysValues)
{
    const bool own = !keysValues.defined();
    float* first = queries.data_ptr<float>();
    const int64_t features = own ? queries.size(1) / 3 : queries.size(1);
    float* second = own ? first + features : keysValues.data_ptr<float>();
    const int64_t stride = own ? queries.size(1) : keysValues.size(1);
    return {{first, queries.size(1)}, {second, stride}, {second + features, stride}};
}

/// A sweep over the given tensors with the options saved in `context`.
AttentionSweep sweepOf(AutogradContext* context, const Tensor& queries, const Tensor& keysValues)
{
    auto& saved = context->saved_data;
    AttentionSweep sweep;
    sweep.heads = saved["heads"].toInt();
    sweep.texts = attentionTexts(saved["query lengths"].toIntVector(),
                                 saved["key lengths"].toIntVector(), sweep.heads);
    sweep.size = queries.size(1) / (keysValues.defined() ? 1 : 3) / sweep.heads;
    sweep.sight = saved["past"].toBool() ? Sight::Past : Sight::All;
    sweep.dropout
        = {saved["dropout"].toDouble(), static_cast<uint64_t>(saved["dropout key"].toInt())};
    const AttentionSlopes rows = sides(queries, keysValues);
    sweep.queries = rows.queries;
    sweep.keys = rows.keys;
    sweep.values = rows.values;
    return sweep;
}

/// One function for both: without keys and values of their own, they come with the queries.
class PackedAttention : public torch::autograd::Function<PackedAttention> {
public:
    static Tensor forward(AutogradContext* context, const Tensor& queries,
                          const c10::optional<Tensor>& ownKeysValues,
                          const std::vector<int64_t>& queryLengths,
                          const std::vector<int64_t>& keyLengths,
                          const PackedAttentionOptions& options)
    {
        const Tensor keysValues = ownKeysValues.value_or(Tensor());
        const DropoutMask mask
            = options.dropout > 0.0 ? drawDropoutMask(options.dropout) : DropoutMask();
        context->saved_data["query lengths"] = queryLengths;
        context->saved_data["key lengths"] = keyLengths;
        context->saved_data["heads"] = options.heads;
        context->saved_data["past"] = options.sight == Sight::Past;
        context->saved_data["dropout"] = options.dropout;
        context->saved_data["dropout key"] = static_cast<int64_t>(mask.key);
        const AttentionSweep sweep = sweepOf(context, queries, keysValues);

        const Tensor weights
            = torch::empty({weightCount(sweep.texts, sweep.heads)}, torch::kFloat32);
        const int64_t features = sweep.heads * sweep.size;
        Tensor output = torch::empty({queries.size(0), features}, torch::kFloat32);
        attendForward(sweep, weights.data_ptr<float>(), {output.data_ptr<float>(), features});
        context->save_for_backward({queries, keysValues, weights});
        return output;
    }

    static tensor_list backward(AutogradContext* context, tensor_list gradients)
    {
        refuseSecondDerivative();
        const auto saved = context->get_saved_variables();
        const Tensor& queries = saved[0];
        const Tensor& keysValues = saved[1];
        const AttentionSweep sweep = sweepOf(context, queries, keysValues);
        const Tensor gradient = gradients[0].contiguous();
        const Tensor ofQueries = torch::empty(queries.sizes(), torch::kFloat32);
        const Tensor ofKeysValues
            = keysValues.defined() ? torch::empty(keysValues.sizes(), torch::kFloat32) : Tensor();
        attendBackward(sweep, saved[2].data_ptr<float>(),
                       {gradient.data_ptr<float>(), gradient.size(1)},
                       sides(ofQueries, ofKeysValues));
        return {ofQueries, ofKeysValues, Tensor(), Tensor(), Tensor()};
    }
};

} // namespace

Tensor packedSelfAttention(const Tensor& projected, const TokenLayout& layout,
                           const PackedAttentionOptions& options)
{
    return PackedAttention::apply(projected.contiguous(), c10::optional<Tensor>(), layout.lengths(),
                                  layout.lengths(), options);
}

Tensor packedCrossAttention(const Tensor& queries, const TokenLayout& queryLayout,
                            const Tensor& keysValues, const TokenLayout& keyLayout,
                            const PackedAttentionOptions& options)
{
    return PackedAttention::apply(queries.contiguous(),
                                  c10::optional<Tensor>(keysValues.contiguous()),
                                  queryLayout.lengths(), keyLayout.lengths(), options);
}

} // namespace core
