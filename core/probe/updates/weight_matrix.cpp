#include "core/probe/updates/weight_matrix.h"

#include "core/nn/layers/recurrent.h"
#include "core/probe/live_model.h"
#include "core/probe/plain_values.h"
#include "core/probe/updates/network_parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace core {

namespace {

/// A parameter's values before and after an update.
struct MatrixValues {
    std::vector<float> after;
    std::vector<float> before; ///< Empty: unknown.
};

torch::Tensor matrixParameter(const torch::nn::Module& network, const std::string& name)
{
    for (const auto& each : network.named_parameters())
        if (each.key() == name)
            return each.value().detach();
    throw Error(ErrorCode::BadSetting, {"The network has no parameter \"%1\".", {shown(name)}},
                {"The answer without a parameter lists them.", {}});
}

/// Gates of a recurrent cell, or the projections of an attention.
std::vector<std::string> gatesOf(const torch::nn::Module& network, const std::string& parameter)
{
    if (parameter.ends_with("in_proj_weight"))
        return {"Q", "K", "V"};
    const torch::Tensor values = matrixParameter(network, parameter);
    for (const auto& module : network.modules()) {
        const auto* const layers = module->as<RecurrentImpl>();
        if (layers == nullptr)
            continue;
        for (const CellTensors& weights : layers->weights())
            for (size_t i = 0; i < weights.size(); ++i)
                if (weights[i].defined() && weights[i].data_ptr() == values.data_ptr())
                    return layers->graph().parameters()[i].blocks;
    }
    return {};
}

/// A table of words changes in few rows; a matrix behind it is shown first.
std::string standardParameter(const torch::nn::Module& network)
{
    std::string first;
    for (const auto& each : network.named_parameters()) {
        if (each.value().dim() < 2)
            continue;
        if (each.key().find("embedding") == std::string::npos)
            return each.key();
        if (first.empty())
            first = each.key();
    }
    if (first.empty())
        throw Error(ErrorCode::BadSetting, {"The network has no weight matrix.", {}}, {});
    return first;
}

bool hasParameter(const RunWeights& recorded, const std::string& parameter)
{
    return std::any_of(recorded.parameters.begin(), recorded.parameters.end(),
                       [&](const RecordedParameter& each) { return each.name == parameter; });
}

/// @pre hasParameter().
std::vector<float> recordedValues(const RunWeights& recorded, const WeightBlock& block,
                                  const std::string& parameter)
{
    int64_t begin = 0;
    for (const RecordedParameter& each : recorded.parameters) {
        if (each.name == parameter)
            return {block->begin() + begin, block->begin() + begin + each.count};
        begin += each.count;
    }
    return {};
}

/// The recorded update nearest to `update`. @throws Error{BadSetting} when there is none.
const KeptWeights& nearestRecorded(const RunWeights& recorded, int64_t update)
{
    if (recorded.updates.empty())
        throw Error(ErrorCode::BadSetting, {"No weights around updates were recorded.", {}},
                    {"Leave the update out, or record a training: Record and On disk in the view "
                     "Updates, or `train --record`.",
                     {}});
    const auto distance = [&](const KeptWeights& each) { return std::abs(each.step - update); };
    return *std::min_element(recorded.updates.begin(), recorded.updates.end(),
                             [&](const KeptWeights& one, const KeptWeights& other) {
                                 return distance(one) < distance(other);
                             });
}

MatrixValues matrixValues(const LiveModel& model, const AskWeightMatrix& question,
                          const RunWeights& recorded, WeightMatrix& result)
{
    const KeptWeights* const kept = question.update > 0
        ? &nearestRecorded(recorded, question.update)
        : recorded.find(model.step());
    const bool isRecorded = kept != nullptr && hasParameter(recorded, result.parameter);
    result.update = isRecorded ? kept->step : model.step();
    if (!isRecorded) // It is frozen, or nothing was recorded: the network has its values.
        return {plainFloats(matrixParameter(model.module(), result.parameter)), {}};
    return {recordedValues(recorded, kept->after, result.parameter),
            recordedValues(recorded, kept->before, result.parameter)};
}

double largestCell(const std::vector<float>& values)
{
    float largest = 0.0F;
    for (const float each : values)
        largest = std::max(largest, std::abs(each));
    return largest;
}

} // namespace

std::vector<float> blockMeans(const std::vector<float>& values, int64_t rows, int64_t columns,
                              int64_t rowBlock, int64_t columnBlock)
{
    if (rowBlock == 1 && columnBlock == 1)
        return values;
    std::vector<float> means;
    for (int64_t top = 0; top < rows; top += rowBlock)
        for (int64_t left = 0; left < columns; left += columnBlock) {
            const int64_t bottom = std::min(rows, top + rowBlock);
            const int64_t right = std::min(columns, left + columnBlock);
            double sum = 0.0;
            for (int64_t row = top; row < bottom; ++row)
                for (int64_t column = left; column < right; ++column)
                    sum += values[static_cast<size_t>(row * columns + column)];
            means.push_back(
                static_cast<float>(sum / static_cast<double>((bottom - top) * (right - left))));
        }
    return means;
}

WeightMatrix weightMatrix(const LiveModel& model, const AskWeightMatrix& question)
{
    WeightMatrix result;
    std::tie(result.step, result.epoch) = model.stepAndEpoch();
    for (const auto& each : model.module().named_parameters())
        result.parameters.push_back(each.key());
    const RunWeights recorded = weightsOfRun(model, question.run);
    for (const KeptWeights& each : recorded.updates)
        result.keptUpdates.push_back(each.step);
    result.parameter
        = question.parameter.empty() ? standardParameter(model.module()) : question.parameter;
    result.shape = matrixParameter(model.module(), result.parameter).sizes().vec();
    if (result.shape.size() == 2)
        result.gates = gatesOf(model.module(), result.parameter);
    if (result.gates.size() < 2 || result.shape.front() % std::ssize(result.gates) != 0)
        result.gates.clear();
    const MatrixValues values = matrixValues(model, question, recorded, result);

    const auto count = static_cast<int64_t>(values.after.size());
    const int64_t rows = result.shape.size() < 2 ? 1 : result.shape.front();
    const int64_t columns = count / std::max<int64_t>(1, rows);
    const auto cells = [](int64_t all, int64_t block) { return (all + block - 1) / block; };
    result.rowBlock = std::max<int64_t>(1, cells(rows, question.size));
    result.columnBlock = std::max<int64_t>(1, cells(columns, question.size));
    result.rows = cells(rows, result.rowBlock);
    result.columns = cells(columns, result.columnBlock);
    const auto shownCells = [&](const std::vector<float>& all) {
        return blockMeans(all, rows, columns, result.rowBlock, result.columnBlock);
    };
    result.weights = shownCells(values.after);
    result.largestWeight = largestCell(result.weights);
    if (!values.before.empty()) {
        std::vector<float> change(values.after.size());
        for (size_t i = 0; i < change.size(); ++i)
            change[i] = values.after[i] - values.before[i];
        result.change = shownCells(change);
        result.largestChange = largestCell(result.change);
    }
    return result;
}

} // namespace core
