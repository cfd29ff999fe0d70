#pragma once

#include "core/base/readout.h"

#include <string>

namespace core {

/// A cell as a person reads it; empty where it is unknown. Never localised.
/// @param digits  significant digits of a number.
std::string cellText(const ReadoutCell& cell, int digits);
/// "Loss (nats)"
std::string withUnit(const ReadoutName& name);

} // namespace core
