#include "core/nn/batch/packed_layout.h"
#include "core/nn/batch/sequence_batch.h"
#include "core/nn/batch/token_layout.h"
#include "core/nn/layers/dropout.h"
#include "core/nn/layers/recurrent.h"
#include "core/nn/tensors.h"

#include <algorithm>
#include <map>

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

/// Moves the weights into one block of memory, as cuDNN wants them: otherwise it copies them at
/// each call. They stay the same tensors.
void gatherWeights(const std::vector<Tensor>& flat, const RecurrentOptions& options, int64_t layers)
{
    const bool gathered = std::all_of(flat.begin(), flat.end(), [&](const Tensor& each) {
        return each.storage().unsafeGetStorageImpl() == flat[0].storage().unsafeGetStorageImpl();
    });
    if (gathered || !flat[0].is_cuda() || !at::cudnn_is_acceptable(flat[0]))
        return;
    // cuDNN's numbers: ReLU 0, tanh 1, LSTM 2, GRU 3.
    static const std::map<CellKind, int64_t> kModes{
        {CellKind::RnnTanh, 1}, {CellKind::Lstm, 2}, {CellKind::Gru, 3}};
    const auto mode = kModes.find(*options.cell->kernel());
    const torch::NoGradGuard noGradient;
    const int64_t perLayer = static_cast<int64_t>(flat.size()) / (layers * options.directions());
    at::_cudnn_rnn_flatten_weight(flat, perLayer, flat[0].size(1),
                                  mode == kModes.end() ? 0 : mode->second, options.hiddenSize,
                                  options.projectionSize, layers, /*batch_first=*/false,
                                  options.bidirectional);
}

/// As plainCells().
/// @param batchSizes  of packed sequences, whose output is [tokens, directions * output]; undefined
///        where all sequences are as long as `input`.
CellOutput run(const Tensor& input, const Tensor& batchSizes, const CellStates& initial,
               const std::vector<CellTensors>& weights, const RecurrentOptions& options,
               double dropout)
{
    std::vector<Tensor> flat;
    for (const CellTensors& each : weights)
        flat.insert(flat.end(), each.begin(), each.end());
    const auto layers = static_cast<int64_t>(weights.size()) / options.directions();
    gatherWeights(flat, options, layers);
    constexpr bool kBiases = true;
    // cuDNN keeps what backward needs only while training, with dropout or without.
    const bool training = dropout > 0.0 || torch::GradMode::is_enabled();
    const bool both = options.bidirectional;
    const auto call = [&](auto function, const auto& states) {
        return batchSizes.defined()
            ? function(input, batchSizes, states, flat, kBiases, layers, dropout, training, both)
            : function(input, states, flat, kBiases, layers, dropout, training, both,
                       /*batch_first=*/true);
    };
    const auto other = [&](auto function) -> CellOutput {
        const auto [output, h] = call(function, initial[0]);
        return {output, {h}};
    };
    switch (*options.cell->kernel()) {
    case CellKind::Lstm: {
        const auto [output, h, c] = call([](auto&&... a) { return torch::lstm(a...); }, initial);
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

/// One direction of one layer at a time. @return of the states, h of the last layer.
CellOutput runDirections(const Tensor& input, const TurnedRows& rows, const CellStates& initial,
                         const std::vector<CellTensors>& weights, RecurrentOptions options,
                         double dropout)
{
    options.bidirectional = false;
    CellOutput done{input, {}};
    for (size_t row = 0; row < weights.size(); row += 2) {
        std::vector<Tensor> outputs, last;
        for (const size_t direction : {size_t{0}, size_t{1}}) {
            CellStates states;
            for (const Tensor& each : initial)
                states.push_back(each.narrow(0, static_cast<int64_t>(row + direction), 1));
            const bool back = direction == 1;
            const Tensor output = run(back ? turnedRound(done.output, rows) : done.output, {},
                                      states, {weights[row + direction]}, options, 0.0)
                                      .output;
            last.push_back(differentRows(output.flatten(0, 1), rows.last));
            outputs.push_back(back ? turnedRound(output, rows) : output);
        }
        done = {torch::cat(outputs, 2), {torch::stack(last)}};
        if (row + 2 < weights.size())
            done.output = dropOut(done.output, dropout);
    }
    return done;
}

} // namespace

CellOutput libraryRecurrent(const Tensor& input, const Tensor& lengths, const CellStates& initial,
                            const std::vector<CellTensors>& weights,
                            const RecurrentOptions& options, double dropout, LastStates wanted)
{
    const auto stateOf = [&](size_t state, int64_t batch) {
        const int64_t size = state == 0 ? options.outputSize() : options.hiddenSize;
        return state < initial.size() && initial[state].defined()
            ? initial[state]
            : torch::zeros({static_cast<int64_t>(weights.size()), batch, size}, input.options());
    };
    CellStates states;
    for (size_t state = 0; state < options.cell->states(); ++state)
        states.push_back(stateOf(state, input.size(0)));
    const bool full = lengths.eq(input.size(1)).all().item<bool>();
    if (wanted == LastStates::Output && (options.bidirectional || !full)) {
        const TurnedRows rows(lengths, input.size(1), input.device());
        CellOutput done = options.bidirectional
            ? runDirections(input, rows, states, weights, options, dropout)
            : run(input, {}, states, weights, options, dropout);
        if (!options.bidirectional)
            done.states = {differentRows(done.output.flatten(0, 1), rows.last).unsqueeze(0)};
        if (!full)
            done.output = done.output * rows.real;
        return done;
    }
    if (full)
        return run(input, {}, states, weights, options, dropout);

    // Sorted here: pad_packed_sequence of LibTorch 1.13 cannot unsort lengths on a GPU.
    const PackedLayout layout(lengths, input.size(1));
    const Tensor rows = packedRows(layout, input.device());
    const Tensor order = torch::tensor(layout.order).to(input.device());
    for (Tensor& state : states)
        state = state.index_select(1, order);
    CellOutput packed = run(input.flatten(0, 1).index_select(0, rows),
                            torch::tensor(layout.batchSizes), states, weights, options, dropout);

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
