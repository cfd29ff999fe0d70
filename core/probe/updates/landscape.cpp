#include "core/nn/tensors.h"
#include "core/probe/updates/update_answers.h"
#include "core/probe/updates/update_batches.h"

#include <ATen/CPUGeneratorImpl.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

namespace core {

namespace {

constexpr double kBeforeStep = -1.0, kBehindStep = 3.0; ///< Multiples of the step's length.
constexpr double kUnknownStep = 0.01; ///< Share of the weights' norm, used if no step is known.

/// Values for each of a network's parameters.
using Values = std::vector<torch::Tensor>;

/// The parameters of a network, each once.
struct Parameters {
    explicit Parameters(const torch::nn::Module& module)
    {
        std::unordered_set<const void*> seen;
        for (const auto& each : module.named_parameters())
            if (seen.insert(each.value().unsafeGetTensorImpl()).second) {
                names.push_back(each.key());
                tensors.push_back(each.value());
            }
    }

    Values copies() const
    {
        Values all;
        for (const torch::Tensor& each : tensors)
            all.push_back(each.detach().clone());
        return all;
    }
    /// The part of a block for each parameter; parameters that are not in it are those of `others`.
    Values from(const std::vector<RecordedParameter>& order, const std::vector<float>& block,
                const Values& others) const
    {
        Values all = others;
        int64_t begin = 0;
        for (const RecordedParameter& each : order) {
            const auto found = std::find(names.begin(), names.end(), each.name);
            if (found != names.end()) {
                const auto i = static_cast<size_t>(found - names.begin());
                all[i] = torch::tensor(at::ArrayRef<float>(block.data() + begin,
                                                           static_cast<size_t>(each.count)))
                             .view(tensors[i].sizes())
                             .to(tensors[i].options());
            }
            begin += each.count;
        }
        return all;
    }
    /// θ + a d₁ + b d₂; at a = b = 0 exactly θ.
    void put(const Values& theta, const Values& first, double a, const Values& second, double b)
    {
        const torch::NoGradGuard noGradient;
        for (size_t i = 0; i < tensors.size(); ++i) {
            tensors[i].copy_(theta[i]);
            if (a != 0.0)
                tensors[i].add_(first[i], a);
            if (b != 0.0)
                tensors[i].add_(second[i], b);
        }
    }

    std::vector<std::string> names;
    Values tensors;
};

double dot(const Values& a, const Values& b)
{
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); ++i)
        sum += (a[i].to(torch::kFloat64) * b[i].to(torch::kFloat64)).sum().item<double>();
    return sum;
}

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

/// -gradient of the batch's loss at θ, which the network has.
Values descent(UpdateBatches::Network& network, const Parameters& parameters,
               std::span<const int32_t> items)
{
    const torch::AutoGradMode enabled(true);
    for (const torch::Tensor& each : parameters.tensors)
        each.mutable_grad() = torch::Tensor();
    network.loss(items).backward();
    Values result;
    for (const torch::Tensor& each : parameters.tensors) {
        const torch::Tensor& gradient = each.grad();
        result.push_back(!gradient.defined()
                             ? torch::zeros_like(each)
                             : -(gradient.is_sparse() ? gradient.to_dense() : gradient.clone()));
        each.mutable_grad() = torch::Tensor();
    }
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

void scale(Values& values, double factor)
{
    for (torch::Tensor& each : values)
        each = each * factor;
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
Directions directionOfDescent(UpdateBatches::Network& network, const Parameters& parameters,
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
void measure(UpdateBatches::Network& network, Parameters& parameters, const Start& start,
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
    Parameters parameters(network.module());
    Start start{
        recorded ? recorded->items : batches.items(question.place), parameters.copies(), {}};
    if (kept) {
        const Values now = start.theta;
        start.theta = parameters.from(recording->parameters, *kept->before, now);
        start.step = parameters.from(recording->parameters, *kept->after, now);
        for (size_t i = 0; i < start.step.size(); ++i)
            start.step[i] = start.step[i] - start.theta[i];
    }
    parameters.put(start.theta, {}, 0.0, {}, 0.0);

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
