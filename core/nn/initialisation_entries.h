#pragma once

#include "core/nn/initialisation.h"

namespace core {

InitialisationRegistry::Entry standardInitialisation();
InitialisationRegistry::Entry xavierInitialisation();
InitialisationRegistry::Entry orthogonalInitialisation();
InitialisationRegistry::Entry normalInitialisation();

} // namespace core
