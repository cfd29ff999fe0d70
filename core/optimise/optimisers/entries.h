#pragma once

#include "core/optimise/optimiser.h"

namespace core {

// One function a file of this folder; optimiserRegistry() lists them.
OptimiserRegistry::Entry adagradOptimiser();
OptimiserRegistry::Entry adamOptimiser();
OptimiserRegistry::Entry adamWOptimiser();
OptimiserRegistry::Entry nAdamOptimiser();
OptimiserRegistry::Entry rAdamOptimiser();
OptimiserRegistry::Entry rmsPropOptimiser();
OptimiserRegistry::Entry sgdOptimiser();

} // namespace core
