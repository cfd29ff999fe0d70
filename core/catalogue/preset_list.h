#pragma once

#include "core/catalogue/presets.h"

#include <vector>

namespace core {

/// Options as they differ from the defaults; completed when the list is made.
inline Selection pick(const char* kind, Json options = Json::object())
{
    return {kind, std::move(options)};
}

// One function a task; presets() puts them together in this order.
std::vector<Preset> classificationPresets();
std::vector<Preset> translationPresets();

} // namespace core
