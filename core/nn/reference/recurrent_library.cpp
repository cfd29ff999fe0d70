#include "core/nn/reference/recurrent_library.h"

#include "core/nn/batch/packed_layout.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/tensors.h"

namespace core {
namespace {

using torch::Tensor;

/// For each packed row the row of [batch * length] that it holds.
Tensor packedRows(const PackedLayout& layout, torch::Device device)
{
    std::vector<int64_t> rows(static_cast<size_t>(layout.tokens()));
    for (int64_t place = 0; place < layout.batch(); ++place) {
        const auto index = static_cast<size_t>(place);
        for (int64_t step = 0; step < layout.lengths[index]; ++step)
            rows[static_cast<size_t>(layout.row(step, place))]
                = layout.order[index] * layout.paddedLength + step;
    }
    return sentTo(device, torch::tensor(rows));
}

std::vector<Tensor> flatWeights(const std::vector<CellWeights>& weights)
{
    std::vector<Tensor> flat;
    for (const CellWeights& each : weights) {
        flat.insert(flat.end(), {each.input, each.hidden, each.inputBias, each.hiddenBias});
        if (each.projection.defined())
            flat.push_back(each.projection);
    }
    return flat;
}

struct PackedOutput {
    Tensor output; ///< [tokens, directions * output]
    Tensor hidden;
    Tensor cell;
};

PackedOutput run(const Tensor& packed, const Tensor& batchSizes, const Tensor& hidden,
                 const Tensor& cell, const std::vector<Tensor>& weights,
                 const RecurrentOptions& options, double dropout)
{
    constexpr bool kBiases = true;
    // cuDNN keeps what backward needs only while training, with dropout or without.
    const bool training = dropout > 0.0 || torch::GradMode::is_enabled();
    const bool both = options.bidirectional;
    if (options.cell == CellKind::Lstm) {
        const auto [output, h, c] = torch::lstm(packed, batchSizes, {hidden, cell}, weights,
                                                kBiases, options.layers, dropout, training, both);
        return {output, h, c};
    }
    const auto other = [&](auto function) -> PackedOutput {
        const auto [output, h] = function(packed, batchSizes, hidden, weights, kBiases,
                                          options.layers, dropout, training, both);
        return {output, h, {}};
    };
    switch (options.cell) {
    case CellKind::Gru:
        return other([](auto&&... a) { return torch::gru(a...); });
    case CellKind::RnnTanh:
        return other([](auto&&... a) { return torch::rnn_tanh(a...); });
    default:
        return other([](auto&&... a) { return torch::rnn_relu(a...); });
    }
}

} // namespace

RecurrentOutput libraryRecurrent(const Tensor& input, const Tensor& lengths,
                                 const RecurrentState& initial,
                                 const std::vector<CellWeights>& weights,
                                 const RecurrentOptions& options, double dropout)
{
    // Sorted here: pad_packed_sequence of LibTorch 1.13 cannot unsort lengths on a GPU.
    const PackedLayout layout(lengths, input.size(1));
    const Tensor rows = packedRows(layout, input.device());
    const Tensor order = torch::tensor(layout.order).to(input.device());
    const int64_t states = options.layers * (options.bidirectional ? 2 : 1);
    const auto sorted = [&](const Tensor& given, int64_t width) {
        return given.defined() ? given.index_select(1, order)
                               : torch::zeros({states, layout.batch(), width}, input.options());
    };
    const int64_t outputSize
        = options.projectionSize > 0 ? options.projectionSize : options.hiddenSize;
    const PackedOutput packed
        = run(input.flatten(0, 1).index_select(0, rows), torch::tensor(layout.batchSizes),
              sorted(initial.hidden, outputSize), sorted(initial.cell, options.hiddenSize),
              flatWeights(weights), options, dropout);

    const Tensor places = torch::argsort(order);
    const Tensor padded
        = torch::zeros({layout.batch() * layout.paddedLength, packed.output.size(1)},
                       packed.output.options())
              .index_copy(0, rows, packed.output)
              .view({layout.batch(), layout.paddedLength, packed.output.size(1)});
    return {padded,
            {packed.hidden.index_select(1, places),
             packed.cell.defined() ? packed.cell.index_select(1, places) : Tensor()}};
}

} // namespace core
