#include "core/nn/batch/packed_layout.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/layers/recurrent.h"
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

/// As plainCells(), but the output is [tokens, directions * output].
CellOutput run(const Tensor& packed, const Tensor& batchSizes, const CellStates& initial,
               const std::vector<CellTensors>& weights, const RecurrentOptions& options,
               double dropout)
{
    std::vector<Tensor> flat;
    for (const CellTensors& each : weights)
        flat.insert(flat.end(), each.begin(), each.end());
    const auto layers = static_cast<int64_t>(weights.size()) / options.directions();
    constexpr bool kBiases = true;
    // cuDNN keeps what backward needs only while training, with dropout or without.
    const bool training = dropout > 0.0 || torch::GradMode::is_enabled();
    const bool both = options.bidirectional;
    const auto other = [&](auto function) -> CellOutput {
        const auto [output, h] = function(packed, batchSizes, initial[0], flat, kBiases, layers,
                                          dropout, training, both);
        return {output, {h}};
    };
    switch (*options.cell->kernel()) {
    case CellKind::Lstm: {
        const auto [output, h, c] = torch::lstm(packed, batchSizes, initial, flat, kBiases, layers,
                                                dropout, training, both);
        return {output, {h, c}};
    }
    case CellKind::Gru:
        return other([](auto&&... a) { return torch::gru(a...); });
    case CellKind::RnnTanh:
        return other([](auto&&... a) { return torch::rnn_tanh(a...); });
    default:
        return other([](auto&&... a) { return torch::rnn_relu(a...); });
    }
}

} // namespace

CellOutput libraryRecurrent(const Tensor& input, const Tensor& lengths, const CellStates& initial,
                            const std::vector<CellTensors>& weights,
                            const RecurrentOptions& options, double dropout)
{
    // Sorted here: pad_packed_sequence of LibTorch 1.13 cannot unsort lengths on a GPU.
    const PackedLayout layout(lengths, input.size(1));
    const Tensor rows = packedRows(layout, input.device());
    const Tensor order = torch::tensor(layout.order).to(input.device());
    CellStates sorted;
    for (size_t state = 0; state < options.cell->states(); ++state) {
        const int64_t size = state == 0 ? options.outputSize() : options.hiddenSize;
        sorted.push_back(
            state < initial.size() && initial[state].defined()
                ? initial[state].index_select(1, order)
                : torch::zeros({static_cast<int64_t>(weights.size()), layout.batch(), size},
                               input.options()));
    }
    CellOutput packed = run(input.flatten(0, 1).index_select(0, rows),
                            torch::tensor(layout.batchSizes), sorted, weights, options, dropout);

    const Tensor places = torch::argsort(order);
    const Tensor padded
        = torch::zeros({layout.batch() * layout.paddedLength, packed.output.size(1)},
                       packed.output.options())
              .index_copy(0, rows, packed.output)
              .view({layout.batch(), layout.paddedLength, packed.output.size(1)});
    for (Tensor& state : packed.states)
        state = state.index_select(1, places);
    return {padded, packed.states};
}

} // namespace core
