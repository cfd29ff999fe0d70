#include "core/probe/network_scope.h"

#include "core/nn/tensors.h"

#include <mutex>

namespace core {

RandomStateScope::RandomStateScope(torch::Device device)
{
    save(torch::kCPU);
    if (!device.is_cpu())
        save(device);
}

void RandomStateScope::save(torch::Device device)
{
    at::Generator generator = at::globalContext().defaultGenerator(device);
    const std::lock_guard lock(generator.mutex());
    m_states.emplace_back(generator, generator.get_state());
}

RandomStateScope::~RandomStateScope()
{
    for (auto& [generator, state] : m_states) {
        const std::lock_guard lock(generator.mutex());
        generator.set_state(state);
    }
}

InspectionScope::InspectionScope(torch::nn::Module& network, torch::Device device)
    : m_random(device)
{
    m_modes.emplace_back(&network, network.is_training());
    for (const auto& module : network.modules(/*include_self=*/false))
        m_modes.emplace_back(module.get(), module->is_training());
    network.eval();
}

InspectionScope::~InspectionScope()
{
    // train() reaches all children, so each child's own mode is set after its parent's.
    for (const auto& [module, training] : m_modes)
        module->train(training);
}

} // namespace core
