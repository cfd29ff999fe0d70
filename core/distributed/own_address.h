#pragma once

#include "core/distributed/launch_environment.h"

#include <string>

namespace core {

/// The address of the interface at which this process is reached by the others: loopback where all
/// of them are on one machine. The name of a host often leads to 127.0.1.1, where no other machine
/// finds it: it is never asked for.
std::string ownAddressFor(const LaunchEnvironment& environment);

} // namespace core
