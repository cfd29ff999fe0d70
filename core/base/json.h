#pragma once

#include <nlohmann/json.hpp>

namespace core {

/// JSON whose objects keep the order in which their members were written, so that a spec reads as
/// its form does.
using Json = nlohmann::ordered_json;

} // namespace core
