#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/plain_values.h"
#include "core/probe/states/state_nodes.h"

#include <algorithm>

namespace core {

namespace {

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

/// The matrices that a state is multiplied with on its way to the next step.
std::vector<GradientFlow::Matrix> recurrentMatrices(const CellLayers& cells, CellPlace place)
{
    const std::vector<CellTensors> weights
        = cellTensors(*cells.graph, *cells.module, cells.layers, cells.bidirectional);
    const CellTensors& ours = weights[static_cast<size_t>(
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
/// copy i is asked for the gradient of unit i.
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

    // Gradients are taken of states alone: no parameter's .grad is touched.
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

} // namespace core
