#pragma once

#include "core/model/networks/network_entries.h"

namespace core {

/// All networks, in the order in which users see them.
const std::vector<NetworkEntry>& networkEntries();

} // namespace core
