#include "core/experiment/spec_versions.h"

namespace core {

namespace {

void moveMember(Json& from, const char* name, Json& to)
{
    const auto found = from.is_object() ? from.find(name) : from.end();
    if (found == from.end())
        return;
    to[name] = std::move(*found);
    from.erase(name);
}

/// A task was a name only; what translation alone has stood beside what all tasks have. Other
/// tasks' files could hold it, too, where it meant nothing.
void fromVersion1(Json& spec)
{
    if (!spec.is_object() || (spec.contains("task") && !spec["task"].is_string()))
        return;
    Json task = {{"kind", "translation"}};
    moveMember(spec, "target_text", task);
    moveMember(spec, "decoding", task);
    if (spec.contains("training"))
        moveMember(spec["training"], "teacher_forcing", task);
    if (spec.contains("task") && spec["task"] == task["kind"])
        spec["task"] = std::move(task);
}

} // namespace

void upgradeSpec(Json& spec, int64_t version)
{
    if (version < 2)
        fromVersion1(spec);
}

} // namespace core
