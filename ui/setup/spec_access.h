#pragma once

#include "core/base/json.h"

#include <string>

namespace ui {

/// Members of a spec that may still have something wrong in it: what is missing or of another type
/// reads as null, 0 or empty.
inline core::Json member(const core::Json& object, const std::string& name)
{
    if (!object.is_object())
        return {};
    const auto found = object.find(name);
    return found == object.end() ? core::Json() : *found;
}

inline double number(const core::Json& object, const std::string& name)
{
    const core::Json found = member(object, name);
    return found.is_number() ? found.get<double>() : 0.0;
}

inline std::string text(const core::Json& object, const std::string& name)
{
    const core::Json found = member(object, name);
    return found.is_string() ? found.get<std::string>() : std::string();
}

inline bool flag(const core::Json& object, const std::string& name)
{
    const core::Json found = member(object, name);
    return found.is_boolean() && found.get<bool>();
}

/// The id of a spec's task.
inline std::string taskOf(const core::Json& spec)
{
    return text(member(spec, "task"), "kind");
}

} // namespace ui
