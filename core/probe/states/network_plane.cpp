#include "core/probe/states/network_plane.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"
#include "core/probe/network_scope.h"
#include "core/probe/states/live_cells.h"
#include "core/probe/states/state_tools.h"

#include <algorithm>

namespace core {

namespace {

constexpr int64_t kPlaneUnits = 2;

[[noreturn]] void refuseOtherLayer()
{
    throw Error(ErrorCode::BadSetting, {"This network has no RNN layer with two units.", {}},
                {"Train a network of the kind RNN with a hidden size of 2.", {}});
}

/// U of a layer with two units, as the network holds it.
const torch::Tensor& matrixOfLayer(const CellLayers& cells, CellPlace place)
{
    if (cells.graph != &torchCell(CellKind::RnnTanh)
        && cells.graph != &torchCell(CellKind::RnnRelu))
        refuseOtherLayer();
    const int64_t row = place.ofStack * (cells.bidirectional ? 2 : 1); // Forwards.
    const CellTensors& weights = cells.weights[static_cast<size_t>(row)];
    for (size_t i = 0; i < weights.size(); ++i)
        if (cells.graph->parameters()[i].use == CellOperation::Product
            && weights[i].size(0) == kPlaneUnits)
            return weights[i];
    refuseOtherLayer();
}

/// The activation and U of a layer.
AskStatePlane planeOfLayer(const CellLayers& cells, CellPlace place)
{
    const torch::Tensor u = matrixOfLayer(cells, place).detach().to(torch::kCPU, torch::kFloat64);
    AskStatePlane plane;
    plane.cell = cells.graph == &torchCell(CellKind::RnnTanh) ? "rnn" : "relu";
    plane.u11 = u[0][0].item<double>();
    plane.u12 = u[0][1].item<double>();
    plane.u21 = u[1][0].item<double>();
    plane.u22 = u[1][1].item<double>();
    return plane;
}

/// Adds the terms of the equation of h but U h: W x and the biases.
CellHook inputsHook(const CellGraph& graph, CellPlace place, std::vector<PlaneInput>& inputs)
{
    return [&graph, place, &inputs](const CellMoment& moment, const torch::Tensor& value) {
        const CellQuantity& quantity = graph.quantities()[moment.quantity];
        const CellOperation made = graph.nodes()[static_cast<size_t>(quantity.node)].operation;
        if (moment.layer == place.layer && moment.direction == 0
            && (made == CellOperation::InputProduct || made == CellOperation::Parameter)) {
            PlaneInput& input = inputs.at(static_cast<size_t>(moment.token));
            input.first += value[0][0].item<double>();
            input.second += value[0][1].item<double>();
        }
        return value;
    };
}

} // namespace

NetworkPlane networkPlane(const LiveCells& model, const AskNetworkPlane& question)
{
    NetworkPlane answer;
    std::tie(answer.step, answer.epoch) = model.stepAndEpoch();
    const std::vector<CellLayers> stacks = model.stacks();
    if (stacks.front().graph == nullptr)
        refuseWithoutCell();
    const CellPlace place = placeIn(stacks, question.layer, 0);
    const CellLayers& cells = stacks[place.stack];
    answer.plane = planeOfLayer(cells, place);
    const InspectionScope scope(model.module(), model.torchDevice());
    const std::unique_ptr<CellReading> text = model.readCells(question.example);
    constexpr auto kMost = static_cast<int64_t>(AskStatePlane::kMostWords);
    if (std::ssize(text->tokens(place.stack)) > kMost)
        text->cut(place.stack, kMost);
    answer.plane.text.clear();
    for (const std::string& token : text->tokens(place.stack)) {
        answer.inputs.push_back({token, 0.0, 0.0});
        answer.plane.text += (answer.plane.text.empty() ? "" : " ") + token;
    }
    text->run({inputsHook(*cells.graph, place, answer.inputs), true});
    return answer;
}

PlaneSet setPlane(LiveCells& model, const AskSetPlane& question)
{
    if (!model.takesEdits())
        throw Error(
            ErrorCode::BadSetting,
            {"Weights can be set only while their network is trained, in one process and "
             "between two updates; during an evaluation they cannot.",
             {}},
            {"Start or resume its training. While it is evaluated, wait for the next update "
             "and set the matrix again.",
             {}});
    const std::vector<CellLayers> stacks = model.stacks();
    if (stacks.front().graph == nullptr)
        refuseWithoutCell();
    const CellPlace place = placeIn(stacks, question.layer, 0);
    const torch::Tensor& u = matrixOfLayer(stacks[place.stack], place);
    const std::vector<double> values{question.u11, question.u12, question.u21, question.u22};
    const torch::NoGradGuard noGradient;
    for (auto& each : model.module().named_parameters())
        if (each.value().is_same(u)) {
            each.value().copy_(
                torch::tensor(values, torch::kFloat64).reshape({kPlaneUnits, kPlaneUnits}));
            model.noteEdit({each.key(), values});
            return {model.step(), model.epoch()};
        }
    throw Error(ErrorCode::Internal, {"The matrix is no parameter of the network.", {}});
}

} // namespace core
