#include "core/nn/layers/stepped_attention.h"

#include "core/nn/batch/sequence_batch.h"
#include "core/nn/kernels/recurrent_kernels.h"
#include "core/nn/kernels/second_derivative.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/scratch_tasks.h"

#include <algorithm>
#include <limits>

namespace core {

namespace {

using torch::Tensor;
using torch::autograd::AutogradContext;
using torch::autograd::tensor_list;
using AttentionRecordPtr = c10::intrusive_ptr<AttentionRecord>;

AttentionRecordPtr attentionRecordOf(AutogradContext* context)
{
    return c10::static_intrusive_pointer_cast<AttentionRecord>(
        context->saved_data["record"].toCapsule());
}

void startGradients(AttentionRecord& record)
{
    if (record.keysGradient.defined())
        return;
    record.keysGradient = torch::zeros_like(record.keys);
    record.memoryGradient = torch::zeros_like(record.memory);
    record.weightsGradient
        = record.weights.defined() ? torch::zeros_like(record.weights) : Tensor();
}

/// Row `text` of [texts, length, features].
Rows rowsOfText(const Tensor& tensor, int64_t text)
{
    return {tensor.data_ptr<float>() + text * tensor.stride(0), tensor.stride(1)};
}

float* rowOf(const Tensor& tensor, int64_t row)
{
    return tensor.data_ptr<float>() + row * tensor.stride(0);
}

/// Calls work(row, scratch) for all rows, some of them a task.
template <class Work> void forEachRow(int64_t rows, int64_t scratchFloats, const Work& work)
{
    constexpr int64_t kRowsATask = 8;
    runTasksWithScratch((rows + kRowsATask - 1) / kRowsATask, scratchFloats,
                        [&](int64_t task, float* scratch) {
                            const int64_t end = std::min(rows, (task + 1) * kRowsATask);
                            for (int64_t row = task * kRowsATask; row < end; ++row)
                                work(row, scratch);
                        });
}

/// Its result, an empty tensor, goes into every step; so its backward comes after all of theirs.
struct MemoryTicket : torch::autograd::Function<MemoryTicket> {
    static Tensor forward(AutogradContext* context, at::TensorList inputs,
                          const AttentionRecordPtr& record)
    {
        context->saved_data["record"] = c10::IValue::make_capsule(record);
        return torch::zeros({}, inputs[0].options());
    }
    static tensor_list backward(AutogradContext* context, const tensor_list&)
    {
        refuseSecondDerivative();
        AttentionRecord& record = *attentionRecordOf(context);
        startGradients(record);
        tensor_list result{std::exchange(record.keysGradient, {}),
                           std::exchange(record.memoryGradient, {})};
        if (record.weights.defined())
            result.push_back(std::exchange(record.weightsGradient, {}));
        result.emplace_back();
        return result;
    }
};

struct AttentionStep : torch::autograd::Function<AttentionStep> {
    static tensor_list forward(AutogradContext* context, const Tensor& asked,
                               const Tensor& /*ticket*/, const AttentionRecordPtr& record)
    {
        const Tensor queries = asked.contiguous();
        const int64_t rows = queries.size(0), length = record->keys.size(1);
        const int64_t features = record->keys.size(2), size = record->memory.size(2);
        Tensor scores = torch::full({rows, length}, -std::numeric_limits<double>::infinity(),
                                    queries.options());
        Tensor weights = torch::zeros({rows, length}, queries.options());
        Tensor contexts = torch::zeros({rows, size}, queries.options());
        const RecurrentKernels& kernels = recurrentKernels();
        forEachRow(rows, 0, [&](int64_t row, float*) {
            const int64_t tokens = record->lengths[static_cast<size_t>(row)];
            const Rows keys = rowsOfText(record->keys, row);
            float* score = rowOf(scores, row);
            float* weight = rowOf(weights, row);
            if (record->match == AttentionScore::Match::Product)
                kernels.dots(tokens, features, keys, rowOf(queries, row), score);
            else
                kernels.tanhScores(tokens, features, rowOf(queries, row), keys,
                                   record->weights.data_ptr<float>(), score);
            std::copy(score, score + tokens, weight);
            kernels.softmax(tokens, 1.0f, weight);
            kernels.addScaledRows(tokens, size, weight, rowsOfText(record->memory, row),
                                  rowOf(contexts, row));
        });
        context->saved_data["record"] = c10::IValue::make_capsule(record);
        context->save_for_backward({queries, weights});
        context->mark_non_differentiable({scores, weights});
        return {contexts, weights, scores};
    }

    static tensor_list backward(AutogradContext* context, const tensor_list& gradients)
    {
        refuseSecondDerivative();
        AttentionRecord& record = *attentionRecordOf(context);
        startGradients(record);
        const tensor_list saved = context->get_saved_variables();
        const Tensor& queries = saved[0];
        const Tensor given = gradients[0].contiguous(); // [rows, memory]
        const int64_t features = queries.size(1), size = given.size(1);
        Tensor asked = torch::zeros_like(queries);
        const bool product = record.match == AttentionScore::Match::Product;
        // Of v of the tanh, by row: added up in one order, whichever thread had the row.
        const Tensor ofWeights = product ? Tensor() : torch::zeros_like(queries);
        const RecurrentKernels& kernels = recurrentKernels();
        forEachRow(queries.size(0), record.keys.size(1), [&](int64_t row, float* slopes) {
            const int64_t tokens = record.lengths[static_cast<size_t>(row)];
            const float* weight = rowOf(saved[1], row);
            kernels.addOuter(tokens, size, weight, rowOf(given, row),
                             rowsOfText(record.memoryGradient, row));
            kernels.dots(tokens, size, rowsOfText(record.memory, row), rowOf(given, row), slopes);
            kernels.softmaxBackward(tokens, 1.0f, weight, slopes);
            const Rows keys = rowsOfText(record.keys, row);
            const Rows keyGradient = rowsOfText(record.keysGradient, row);
            if (product) {
                kernels.addScaledRows(tokens, features, slopes, keys, rowOf(asked, row));
                kernels.addOuter(tokens, features, slopes, rowOf(queries, row), keyGradient);
            } else {
                kernels.tanhScoresBackward(tokens, features, rowOf(queries, row), keys,
                                           record.weights.data_ptr<float>(), slopes,
                                           {rowOf(asked, row), keyGradient, rowOf(ofWeights, row)});
            }
        });
        if (!product)
            kernels.addRows(queries.size(0), features, {ofWeights.data_ptr<float>(), features},
                            record.weightsGradient.data_ptr<float>());
        return {asked, Tensor(), Tensor()};
    }
};

bool quick(const Tensor& tensor)
{
    return tensor.is_cpu() && tensor.scalar_type() == torch::kFloat32;
}

} // namespace

SteppedAttention::SteppedAttention(AttentionScore& score, const Tensor& keys, const Tensor& memory,
                                   const Tensor& lengths)
    : m_score(&score)
{
    if (!quick(keys) || !quick(memory)) {
        m_keys = keys;
        m_memory = memory;
        m_padding = SequenceBatch{keys.select(2, 0), lengths}.mask().logical_not();
        return;
    }
    const Tensor weights = score.weights();
    m_record = c10::make_intrusive<AttentionRecord>();
    m_record->match = score.match();
    m_record->keys = keys.detach().contiguous();
    m_record->memory = memory.detach().contiguous();
    m_record->weights = weights.defined() ? weights.detach().contiguous() : Tensor();
    m_record->lengths.assign(lengths.data_ptr<int64_t>(),
                             lengths.data_ptr<int64_t>() + lengths.numel());
    std::vector<Tensor> inputs{keys, memory};
    if (weights.defined())
        inputs.push_back(weights);
    if (const Tensor matrix = score.queryMatrix(); matrix.defined())
        m_query = SteppedLinear(matrix);
    m_ticket = MemoryTicket::apply(at::TensorList(inputs), m_record);
}

Attended SteppedAttention::plain(const Tensor& states) const
{
    const int64_t rows = states.size(0);
    const Attended attended = attend(*m_score, states.unsqueeze(1), m_keys.narrow(0, 0, rows),
                                     m_memory.narrow(0, 0, rows), m_padding.narrow(0, 0, rows));
    return {attended.context.squeeze(1), attended.weights.squeeze(1), attended.scores.squeeze(1)};
}

Tensor SteppedAttention::queries(const Tensor& states) const
{
    return m_query.defined() ? m_query(states) : m_score->queries(states);
}

Attended SteppedAttention::operator()(const Tensor& states) const
{
    if (!m_ticket.defined())
        return plain(states);
    const tensor_list outputs = AttentionStep::apply(queries(states), m_ticket, m_record);
    return {outputs[0], outputs[1], outputs[2]};
}

} // namespace core
