#include "core/nn/tensors.h"
#include "core/probe/updates/network_parameters.h"
#include "core/probe/updates/update_answers.h"
#include "core/probe/updates/update_batches.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

constexpr double kBeforeStep = -1.0, kBehindStep = 3.0; ///< Multiples of the step's length.
constexpr double kUnknownStep = 0.01; ///< Share of the weights' norm, used if no step is known.

using Values = ParameterValues;

double norm(const Values& values)
{
    return std::sqrt(dot(values, values));
}

/// See Landscape.
Values randomDirection(const Values& theta, at::Generator& generator)
{
    constexpr double kTiny = 1e-10;
    Values direction;
    for (const torch::Tensor& weights : theta) {
        if (weights.dim() < 2 || weights.numel() == 0) {
            direction.push_back(torch::zeros_like(weights));
            continue;
        }
        const torch::Tensor rows = weights.flatten(1); // [filters, weights of each]
        const torch::Tensor drawn
            = torch::randn(rows.sizes(), generator, torch::kFloat32).to(rows.options());
        const torch::Tensor scale = rows.norm(2, 1, true) / (drawn.norm(2, 1, true) + kTiny);
        direction.push_back((drawn * scale).view(weights.sizes()));
    }
    return direction;
}

void scale(Values& values, double factor)
{
    for (torch::Tensor& each : values)
        each = each * factor;
}

/// -gradient of the batch's loss at θ, which the network has.
Values descent(UpdateBatches::Network& network, const NetworkParameters& parameters,
               std::span<const int32_t> items)
{
    Values result = parameters.gradient([&] { return network.loss(items); });
    scale(result, -1.0);
    return result;
}

std::vector<double> places(double low, double high, int64_t points)
{
    std::vector<double> all;
    for (int64_t i = 0; i < points; ++i) {
        const double share = static_cast<double>(i) / static_cast<double>(points - 1);
        const double place = low + (high - low) * share;
        all.push_back(std::abs(place) < 1e-9 ? 0.0 : place);
    }
    return all;
}

[[noreturn]] void throwNotKept(int64_t step)
{
    throw Error(
        ErrorCode::BadSetting,
        {"The weights before and after update %1 are not in memory.", {std::to_string(step)}},
        {"Tick Record while the run is trained and choose one of the latest updates, or "
         "look along the gradient or in a random direction.",
         {}});
}

/// The weights, the batch whose loss is measured, and the step that was taken from the weights.
struct Start {
    std::vector<int32_t> items;
    Values theta;
    Values step; ///< Empty: not kept.
};

struct Directions {
    Values first, second; ///< The second of a plane only.
};

/// Along the step or against the gradient; sets the places and how far both agree.
Directions directionOfDescent(UpdateBatches::Network& network, const NetworkParameters& parameters,
                              const Start& start, int64_t points, Landscape& result)
{
    Values down = descent(network, parameters, start.items);
    const double length = norm(down), stepLength = start.step.empty() ? 0.0 : norm(start.step);
    if (length > 0.0 && stepLength > 0.0)
        result.stepCosine = dot(start.step, down) / (length * stepLength);
    result.a = places(kBeforeStep, kBehindStep, points);
    if (result.path == LandscapePath::Step)
        return {start.step, {}};
    if (length > 0.0)
        scale(down, (stepLength > 0.0 ? stepLength : kUnknownStep * result.weightNorm) / length);
    return {std::move(down), {}};
}

/// One or two random directions; sets the places.
Directions randomDirections(const AskLandscape& question, const Start& start, int64_t points,
                            Landscape& result)
{
    at::Generator generator = at::detail::createCPUGenerator(
        static_cast<uint64_t>(std::max<int64_t>(0, question.seed)));
    Directions found{randomDirection(start.theta, generator), {}};
    result.a = places(-question.reach, question.reach, points);
    if (question.path == LandscapePath::RandomPlane) {
        found.second = randomDirection(start.theta, generator);
        result.b = result.a;
    }
    return found;
}

/// The loss at each of the places.
void measure(UpdateBatches::Network& network, NetworkParameters& parameters, const Start& start,
             const Directions& directions, Landscape& result, const Monitor& monitor)
{
    const auto all = static_cast<double>(result.a.size() * result.b.size());
    for (const double b : result.b)
        for (const double a : result.a) {
            monitor.throwIfStopped();
            parameters.put(start.theta, directions.first, a, directions.second, b);
            result.losses.push_back(network.loss(start.items).item<double>());
            monitor.report({{"Measuring the loss around the weights", {}},
                            static_cast<double>(result.losses.size()) / all});
        }
}

} // namespace

Landscape landscape(const LiveModel& model, const AskLandscape& question, const Monitor& monitor)
{
    const torch::NoGradGuard noGradient;
    UpdateBatches& batches = *question.batches;
    const std::shared_ptr<Recording>& recording = model.recording();
    const auto recorded = recording ? recording->update(question.place.step) : nullptr;
    const auto kept = recording ? recording->weightsAt(question.place.step) : std::nullopt;
    if (question.path == LandscapePath::Step && !kept)
        throwNotKept(question.place.step);

    UpdateBatches::Network network(batches, model.module(), model.device());
    NetworkParameters parameters(network.module());
    Start start{
        recorded ? recorded->items : batches.items(question.place), parameters.copies(), {}};
    if (kept) {
        const Values now = start.theta;
        start.theta = parameters.from(recording->parameters, *kept->before, now);
        start.step = parameters.from(recording->parameters, *kept->after, now);
        for (size_t i = 0; i < start.step.size(); ++i)
            start.step[i] = start.step[i] - start.theta[i];
    }
    parameters.put(start.theta);

    Landscape result;
    result.place = question.place;
    result.path = question.path;
    result.batches = question.batches;
    result.beforeUpdate = kept.has_value();
    result.networkStep = model.step();
    result.weightNorm = norm(start.theta);
    result.b = {0.0};
    const bool random
        = question.path != LandscapePath::Step && question.path != LandscapePath::Gradient;
    const int64_t points = std::clamp<int64_t>(question.points | 1, 3, 401);
    const Directions directions = random
        ? randomDirections(question, start, points, result)
        : directionOfDescent(network, parameters, start, points, result);
    result.directionNorm = norm(directions.first);
    measure(network, parameters, start, directions, result, monitor);
    return result;
}

} // namespace core
