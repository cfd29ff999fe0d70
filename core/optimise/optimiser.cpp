#include "core/optimise/optimiser.h"

#include "core/optimise/optimise_kinds.h"

#include <algorithm>

namespace core {

// Each in a file of its own.
OptimiserRegistry::Entry adagradOptimiser();
OptimiserRegistry::Entry adamOptimiser();
OptimiserRegistry::Entry adamWOptimiser();
OptimiserRegistry::Entry nAdamOptimiser();
OptimiserRegistry::Entry rAdamOptimiser();
OptimiserRegistry::Entry rmsPropOptimiser();
OptimiserRegistry::Entry sgdOptimiser();

namespace {

[[noreturn]] void throwForeignState(const std::string& what)
{
    throw Error(ErrorCode::FileMalformed,
                {"The checkpoint's optimiser state does not fit this run: %1.", {what}},
                {"Was the network or the optimiser changed in spec.json? Change it back, or start "
                 "a new run.",
                 {}});
}

std::string stateName(const std::string& slot, size_t parameter)
{
    return slot + "/" + std::to_string(parameter);
}

} // namespace

Optimiser::Optimiser(std::vector<torch::Tensor> parameters)
    : m_parameters(std::move(parameters)), m_steps(m_parameters.size(), 0)
{
}

size_t Optimiser::addSlot(const std::string& name, double fill)
{
    Slot slot{name, {}};
    for (const torch::Tensor& parameter : m_parameters)
        slot.values.push_back(
            torch::full_like(parameter.detach(), fill, torch::MemoryFormat::Contiguous));
    m_slots.push_back(std::move(slot));
    return m_slots.size() - 1;
}

void Optimiser::step(double learningRate, double gradientFactor)
{
    const torch::NoGradGuard noGradient;
    for (StepMeter& meter : m_meters)
        meter.begin(0);
    for (ParameterGroup& group : groups()) {
        for (const size_t index : group.indices)
            ++m_steps[index];
        group.factor = gradientFactor;
        update(group, learningRate);
    }
}

int64_t Optimiser::mostSteps() const
{
    return m_steps.empty() ? 0 : *std::max_element(m_steps.begin(), m_steps.end());
}

std::vector<std::vector<double>> Optimiser::stepSquares() const
{
    if (!m_measured)
        return {};
    std::vector<torch::Tensor> waiting; // Asked for together: each answer of a GPU is a wait.
    for (const StepMeter& meter : m_meters)
        waiting.insert(waiting.end(), meter.tensors().begin(), meter.tensors().end());
    const torch::Tensor all
        = waiting.empty() ? torch::Tensor() : torch::stack(waiting).to(torch::kCPU);
    std::vector<std::vector<double>> squares;
    int64_t next = 0;
    for (const StepMeter& meter : m_meters) {
        squares.push_back(meter.sums());
        for (size_t i = 0; i < meter.tensors().size(); ++i)
            squares.back()[i] = all[next++].item<double>();
    }
    return squares;
}

std::vector<ParameterGroup> Optimiser::groups()
{
    std::vector<ParameterGroup> groups;
    for (size_t i = 0; i < m_parameters.size(); ++i) {
        const torch::Tensor& parameter = m_parameters[i];
        if (!parameter.grad().defined())
            continue;
        const auto fits = [&](const ParameterGroup& group) {
            const torch::Tensor& other = group.parameters.front();
            return !parameter.is_cpu() && other.device() == parameter.device()
                && other.scalar_type() == parameter.scalar_type()
                && m_steps[group.indices.front()] == m_steps[i];
        };
        auto group = std::find_if(groups.begin(), groups.end(), fits);
        if (group == groups.end())
            group = groups.emplace(groups.end());
        group->indices.push_back(i);
        group->parameters.push_back(parameter);
        group->gradients.push_back(parameter.grad());
        if (m_measured && !m_meters.empty())
            group->meters.push_back(&m_meters[i]);
    }
    return groups;
}

OptimiserState Optimiser::state() const
{
    OptimiserState state;
    state.numbers["steps"] = m_steps;
    for (const Slot& slot : m_slots)
        for (size_t i = 0; i < slot.values.size(); ++i)
            state.tensors.emplace_back(stateName(slot.name, i), slot.values[i]);
    return state;
}

void Optimiser::restore(const OptimiserState& state)
{
    const auto steps = state.numbers.value("steps", std::vector<int64_t>());
    if (steps.size() != m_parameters.size())
        throwForeignState("it is of " + std::to_string(steps.size()) + " parameters, not of "
                          + std::to_string(m_parameters.size()));
    const torch::NoGradGuard noGradient;
    for (Slot& slot : m_slots) {
        for (size_t i = 0; i < slot.values.size(); ++i) {
            const std::string name = stateName(slot.name, i);
            const auto found = std::find_if(state.tensors.begin(), state.tensors.end(),
                                            [&](const auto& each) { return each.first == name; });
            if (found == state.tensors.end() || found->second.sizes() != slot.values[i].sizes())
                throwForeignState("\"" + name + "\" is missing or of another shape");
            slot.values[i].copy_(found->second);
        }
    }
    m_steps = steps;
}

const OptimiserRegistry& optimiserRegistry()
{
    static const OptimiserRegistry registry("optimiser",
                                            {adamOptimiser(), adamWOptimiser(), sgdOptimiser(),
                                             rAdamOptimiser(), nAdamOptimiser(), rmsPropOptimiser(),
                                             adagradOptimiser()});
    return registry;
}

std::vector<KindDescription> optimiserKinds()
{
    return optimiserRegistry().descriptions();
}

} // namespace core
