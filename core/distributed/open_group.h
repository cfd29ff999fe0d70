#pragma once

#include "core/distributed/launch_environment.h"

#include <memory>
#include <string>

namespace core {

class ProcessGroup;

/// Whether LibTorch has what several processes need (Gloo), and its headers were there.
bool canTrainInSeveralProcesses();

/// Opens the store as ProcessGroup's constructor does; the other processes may come later.
std::shared_ptr<ProcessGroup> openProcessGroup(const LaunchEnvironment& environment);
/// The port of the store: what the other processes have to be told.
uint16_t portOf(const ProcessGroup& group);

} // namespace core
