#pragma once

#include "core/distributed/launch_environment.h"

#include <memory>
#include <string>

namespace core {

class ProcessGroup;

/// Whether LibTorch has what several processes need (Gloo), and its headers were there.
bool canTrainInSeveralProcesses();

/// As ProcessGroup's constructor: the store is open, nobody else need be there yet.
std::shared_ptr<ProcessGroup> openProcessGroup(const LaunchEnvironment& environment);
/// The port of the store: what the other processes have to be told.
uint16_t portOf(const ProcessGroup& group);

} // namespace core
