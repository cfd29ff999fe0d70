#pragma once

#include <set>
#include <string>

namespace core {

/// The files that a run writes directly into its folder, whatever its task.
const std::set<std::string>& runFileNames();

/// Those of a text pipeline: of a translator's targets they stand in its folder target/.
const std::set<std::string>& textFileNames();

} // namespace core
