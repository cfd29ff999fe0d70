#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/batch_gradients.h"
#include "core/probe/states/live_cells.h"
#include "core/probe/states/state_tools.h"
#include "core/probe/updates/update_answers.h"
#include "core/probe/updates/update_batches.h"

#include <torch/autograd.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>
#include <vector>

namespace core {

namespace {

/// The states of one layer and direction as nodes of the autograd graph.
class StateNodes {
public:
    StateNodes(CellPlace place, const CellGraph& graph, int64_t tokens) : m_place(place)
    {
        for (size_t state = 0; state < graph.states(); ++state)
            m_quantities.push_back(quantityNamed(graph, graph.stateName(state)));
        m_nodes.resize(graph.states(), std::vector<torch::Tensor>(static_cast<size_t>(tokens)));
    }

    CellHook hook()
    {
        return [this](const CellMoment& moment, const torch::Tensor& computed) {
            if (moment.layer != m_place.layer || moment.direction != m_place.direction)
                return computed;
            const auto found = std::find(m_quantities.begin(), m_quantities.end(), moment.quantity);
            if (found == m_quantities.end())
                return computed;
            // If all weights are frozen nothing requires gradients yet.
            const torch::Tensor value
                = computed.requires_grad() ? computed : computed.detach().requires_grad_();
            m_nodes[static_cast<size_t>(found - m_quantities.begin())]
                   [static_cast<size_t>(moment.token)]
                = value;
            return value;
        };
    }

    /// The first state after the last step: that of the last token, or backwards of the first.
    const torch::Tensor& end() const
    {
        return m_place.direction == 1 ? m_nodes[0].front() : m_nodes[0].back();
    }

    /// For each state d(value)/d(state) [tokens, rows, size]; zero where the value does not depend
    /// on it and where a decoder has finished a row.
    std::vector<torch::Tensor> gradients(const torch::Tensor& value) const
    {
        torch::autograd::variable_list all;
        for (const auto& nodes : m_nodes)
            all.insert(all.end(), nodes.begin(), nodes.end());
        torch::autograd::variable_list found = torch::autograd::grad(
            {value}, all, {}, /*retain_graph=*/false, /*create_graph=*/false,
            /*allow_unused=*/true);
        std::vector<torch::Tensor> result;
        auto next = found.begin();
        for (const auto& nodes : m_nodes) {
            std::vector<torch::Tensor> ofState;
            for (const torch::Tensor& node : nodes) {
                const torch::Tensor gradient
                    = next->defined() ? *next : torch::zeros_like(node); // [rows left, size]
                ofState.push_back(torch::constant_pad_nd(
                    gradient, {0, 0, 0, nodes.front().size(0) - gradient.size(0)}));
                ++next;
            }
            result.push_back(torch::stack(ofState));
        }
        return result;
    }

private:
    CellPlace m_place;
    std::vector<size_t> m_quantities; ///< Index of the quantity of each state.
    std::vector<std::vector<torch::Tensor>> m_nodes; ///< [state][token]
};

/// Fills in the part that all answers about gradients through time share: the network's moment,
/// its cell, and the layer with the names of its states. Nothing: there are no recurrent layers.
template <class Answer>
std::optional<CellPlace> beginFlow(Answer& answer, const LiveCells& cells,
                                   const std::vector<CellLayers>& stacks, int64_t layer,
                                   int64_t direction)
{
    std::tie(answer.step, answer.epoch) = cells.stepAndEpoch();
    answer.cell = describedCell(stacks);
    if (stacks.front().graph == nullptr)
        return std::nullopt;
    const CellPlace place = placeIn(stacks, layer, direction);
    answer.layer = place.layer;
    answer.direction = place.direction;
    const CellGraph& graph = *stacks[place.stack].graph;
    for (size_t state = 0; state < graph.states(); ++state)
        answer.states.push_back(graph.stateName(state));
    return place;
}

std::vector<double> plainDoubles(const torch::Tensor& values)
{
    const std::vector<float> floats = plainFloats(values);
    return {floats.begin(), floats.end()};
}

/// Largest singular value of each matrix [count, rows, columns], by power iteration on MᵀM from a
/// fixed vector: exact to about a percent, in a fraction of an SVD's time.
std::vector<double> largestSingularValues(const torch::Tensor& matrices)
{
    constexpr int kIterations = 30;
    // Norms of long products may be as small as 1e-30: each matrix is scaled to be squared.
    const torch::Tensor scale = matrices.abs().amax({1, 2}, true).clamp_min(1e-37);
    const torch::Tensor scaled = matrices / scale;
    const torch::Tensor transposed = scaled.transpose(1, 2);
    torch::Tensor vector = torch::cos(torch::arange(matrices.size(2), matrices.options()))
                               .add(1.5)
                               .view({1, -1, 1})
                               .expand({matrices.size(0), -1, 1});
    for (int i = 0; i < kIterations; ++i) {
        vector = vector / vector.norm(2, {1}, true).clamp_min(1e-37);
        vector = transposed.bmm(scaled.bmm(vector));
    }
    vector = vector / vector.norm(2, {1}, true).clamp_min(1e-37);
    return plainDoubles(scaled.bmm(vector).norm(2, {1}, true).mul(scale).flatten());
}

/// The matrices that multiply a state in the next step.
std::vector<GradientFlow::Matrix> recurrentMatrices(const CellLayers& cells, CellPlace place)
{
    const CellTensors& ours = cells.weights[static_cast<size_t>(
        place.ofStack * (cells.bidirectional ? 2 : 1) + place.direction)];
    std::vector<GradientFlow::Matrix> matrices;
    for (size_t i = 0; i < ours.size(); ++i) {
        const CellParameter& parameter = cells.graph->parameters()[i];
        if (parameter.use != CellOperation::Product || !ours[i].defined())
            continue;
        const auto blocks
            = ours[i].detach().chunk(static_cast<int64_t>(parameter.blocks.size()), 0);
        for (size_t block = 0; block < blocks.size(); ++block)
            matrices.push_back(
                {parameter.symbol
                     + (parameter.blocks[block].empty() ? "" : "_" + parameter.blocks[block]),
                 torch::linalg_svdvals(blocks[block].to(torch::kCPU)).max().item<double>()});
    }
    return matrices;
}

/// The products of Jacobians in one pass: as many copies of the text are read as h has units, and
/// copy i provides the gradient of unit i.
std::vector<std::vector<double>> jacobianNorms(const CellReading& text, const CellLayers& cells,
                                               CellPlace place, int64_t units)
{
    constexpr double kMostMultiplications = 1e10;
    const auto size = static_cast<double>(units);
    const double work = size * static_cast<double>(text.tokens(place.stack).size())
        * static_cast<double>(cells.layers * (cells.bidirectional ? 2 : 1)) * size * size * 8.0;
    if (work > kMostMultiplications)
        return {};
    StateNodes nodes(place, *cells.graph, std::ssize(text.tokens(place.stack)));
    text.runCopies(place.stack, units, {nodes.hook()});
    std::vector<std::vector<double>> norms;
    for (const torch::Tensor& jacobians : nodes.gradients(nodes.end().diagonal().sum()))
        norms.push_back(largestSingularValues(jacobians));
    return norms;
}

bool hasJustLearnt(const LiveModel& model)
{
    return model.isTrained() && model.recording() != nullptr
        && !model.recording()->updates().empty();
}

/// The update that `step` 0 of a question stands for.
UpdatePlace chosenPlace(const LiveModel& model, const AskBatchGradients& question)
{
    if (question.place.step > 0)
        return question.place;
    if (hasJustLearnt(model)) {
        const ShownUpdate& last = model.recording()->updates().back();
        return {last->step, last->epoch, last->step, {}}; // Its items are written down.
    }
    UpdatePlace place{1, 1, 1, {}};
    for (const UpdatePlace& each : question.places)
        if (each.step <= model.step())
            place = each;
    return place;
}

/// An item of a batch as it was trained: a part of a row has only its own tokens and tags.
Example exampleOf(const LiveCells& cells, const UpdateBatches& batches, UpdateItem item)
{
    if (item.row < 0)
        return {.text = std::move(item.text), .division = Division::OfData};
    Example example = cells.example(batches.rows(), static_cast<size_t>(item.row));
    example.text = std::move(item.text);
    if (!example.reference.empty())
        example.reference = std::move(item.reference);
    return example;
}

void takeTexts(BatchGradients& result, const LiveCells& model, const AskBatchGradients& question)
{
    if (!question.texts.empty()) {
        result.texts = question.texts;
        result.itemCount = std::ssize(question.texts);
        return;
    }
    UpdateQuestion update = question;
    update.place = result.place = chosenPlace(model, question);
    const auto [items, recorded] = itemsOf(model, update);
    result.latest = question.place.step == 0 && hasJustLearnt(model);
    result.recorded = recorded != nullptr;
    result.itemCount = std::ssize(items);
    result.batches = question.batches;
    for (size_t i = 0; i < items.size() && i < size_t{AskBatchGradients::kMostTexts}; ++i)
        result.texts.push_back(
            exampleOf(model, *question.batches, question.batches->described(items[i])));
}

/// The number of texts, from the first on, that can be read in about a second.
int64_t readable(const std::vector<int64_t>& lengths, const CellLayers& cells)
{
    constexpr double kMostMultiplications = 1e10;
    double token = 0.0; // Forward, and twice as much backward.
    for (const CellTensors& row : cells.weights)
        for (const torch::Tensor& parameter : row)
            token += parameter.defined() ? 3.0 * static_cast<double>(parameter.numel()) : 0.0;
    int64_t longest = 0, count = 0;
    for (const int64_t length : lengths) {
        longest = std::max(longest, length);
        if (count > 0 && token * static_cast<double>(longest * (count + 1)) > kMostMultiplications)
            break;
        ++count;
    }
    return count;
}

/// Between the values at both sides of it. @pre sorted, not empty.
double quantile(const std::vector<double>& values, double share)
{
    const double place = share * static_cast<double>(values.size() - 1);
    const auto low = static_cast<size_t>(place);
    const size_t high = std::min(low + 1, values.size() - 1);
    return values[low] + (place - static_cast<double>(low)) * (values[high] - values[low]);
}

StepNorms summed(std::vector<double> norms)
{
    std::sort(norms.begin(), norms.end());
    return {std::ssize(norms),
            std::accumulate(norms.begin(), norms.end(), 0.0) / static_cast<double>(norms.size()),
            quantile(norms, 0.25), quantile(norms, 0.75)};
}

enum class Aligned { AtStart, AtEnd };

/// @param norms  [tokens, texts]
std::vector<StepNorms> stepNorms(const torch::Tensor& norms, const std::vector<int64_t>& lengths,
                                 int64_t direction, Aligned aligned)
{
    // A layer that reads backwards begins with the last token.
    const bool fromLastToken = (aligned == Aligned::AtEnd) == (direction == 0);
    const torch::Tensor plain = norms.to(torch::kCPU, torch::kFloat64).contiguous();
    const double* const values = plain.data_ptr<double>();
    std::vector<StepNorms> steps;
    for (int64_t step = 0; step < plain.size(0); ++step) {
        std::vector<double> found;
        for (int64_t text = 0; text < plain.size(1); ++text) {
            const int64_t length = lengths[static_cast<size_t>(text)];
            const int64_t token = fromLastToken ? length - 1 - step : step;
            if (step < length)
                found.push_back(values[token * plain.size(1) + text]);
        }
        steps.push_back(summed(std::move(found)));
    }
    return steps;
}

} // namespace

GradientFlow gradientFlow(const LiveCells& model, const AskGradientFlow& question)
{
    GradientFlow flow;
    flow.text = question.example.text;
    const std::vector<CellLayers> stacks = model.stacks();
    const auto found = beginFlow(flow, model, stacks, question.layer, question.direction);
    if (!found)
        return flow;
    const CellPlace& place = *found;
    const CellLayers& cells = stacks[place.stack];

    // Only gradients of states are computed: no parameter's .grad is changed.
    const InspectionScope scope(model.module(), model.torchDevice());
    const std::unique_ptr<CellReading> text = model.readCells(question.example);
    if (question.length > 0 && question.length < std::ssize(text->tokens(place.stack)))
        text->cut(place.stack, question.length);
    flow.tokens = text->tokens(place.stack);
    const torch::AutoGradMode enabled(true);
    StateNodes nodes(place, *cells.graph, std::ssize(flow.tokens));
    const torch::Tensor outputs = text->run({nodes.hook()});
    const int64_t units = nodes.end().size(1);
    const CellReading::Loss loss = text->loss(outputs, derivedLoss(stacks, place));
    {
        const torch::NoGradGuard noGradient;
        flow.verdict = text->verdict(outputs.detach(), {});
    }
    flow.verdict.loss = loss.value.item<double>();
    flow.verdict.lossOf = loss.of;
    flow.verdict.lossOfTruth = loss.ofTruth;
    for (const torch::Tensor& gradients : nodes.gradients(loss.value)) // [tokens, 1, size]
        flow.norms.push_back(plainDoubles(gradients.norm(2, {1, 2})));
    flow.jacobians = jacobianNorms(*text, cells, place, units);
    flow.matrices = recurrentMatrices(cells, place);
    return flow;
}

void readBatchTexts(AskBatchGradients& question, const ExperimentSpec& spec, const Monitor& monitor)
{
    if (question.texts.empty())
        readUpdateBatches(question, spec, monitor);
}

BatchGradients batchGradients(const LiveCells& model, const AskBatchGradients& question)
{
    BatchGradients result;
    const std::vector<CellLayers> stacks = model.stacks();
    const auto found = beginFlow(result, model, stacks, question.layer, question.direction);
    if (!found)
        return result;
    takeTexts(result, model, question);
    const CellPlace& place = *found;
    const CellLayers& layers = stacks[place.stack];

    // Only gradients of states are computed: no parameter's .grad is changed.
    const InspectionScope scope(model.module(), model.torchDevice());
    const std::unique_ptr<CellBatch> batch = model.readBatch(result.texts);
    batch->keepFirst(readable(batch->lengths(place.stack), layers));
    const std::vector<int64_t> lengths = batch->lengths(place.stack);
    result.texts.resize(lengths.size());
    const torch::AutoGradMode enabled(true);
    StateNodes nodes(place, *layers.graph, *std::max_element(lengths.begin(), lengths.end()));
    const torch::Tensor losses = batch->losses({nodes.hook()}, derivedLoss(stacks, place));
    result.loss = losses.mean().item<double>();
    for (const torch::Tensor& gradients : nodes.gradients(losses.sum())) { // [tokens, texts, size]
        const torch::Tensor norms = gradients.norm(2, {2});
        result.fromEnd.push_back(stepNorms(norms, lengths, place.direction, Aligned::AtEnd));
        result.fromStart.push_back(stepNorms(norms, lengths, place.direction, Aligned::AtStart));
    }
    return result;
}

} // namespace core
