#pragma once

#include "core/base/error.h"

#include <string>

namespace app {

/// core's sentences speak of settings by their labels in the forms ("the maximum length"). How to
/// say the same here: " (--set text.maximum_length=VALUE)"; empty when `message` names none.
std::string settingHint(const core::Message& message);

/// A failure as one line; with hints where the command takes settings.
enum class Hints { None, Settings };
std::string sentenceOf(const core::Failure& failure, Hints hints);

} // namespace app
