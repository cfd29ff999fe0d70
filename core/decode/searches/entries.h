#pragma once

#include "core/decode/search.h"

namespace core {

// One function a file of this folder; searchRegistry() lists them.
SearchRegistry::Entry greedySearch();
SearchRegistry::Entry samplingSearch();
SearchRegistry::Entry beamSearch();
SearchRegistry::Entry exhaustiveSearch();

} // namespace core
