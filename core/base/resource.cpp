#include "core/base/resource.h"

#include "core/base/error.h"
#include "core/base/read_json.h"

#include <algorithm>

namespace core {

std::string_view resource(std::string_view path)
{
    const std::span<const Resource> all = resources();
    const auto found = std::lower_bound(
        all.begin(), all.end(), path,
        [](const Resource& each, std::string_view wanted) { return each.path < wanted; });
    if (found == all.end() || found->path != path)
        throw Error(ErrorCode::Internal, {"There is no resource \"%1\".", {std::string(path)}});
    return found->text;
}

Json jsonResource(std::string_view path)
{
    JsonReading reading = readJson(resource(path));
    if (!reading.value)
        throw Error(
            ErrorCode::Internal,
            {"The resource \"%1\" cannot be read: %2", {std::string(path), reading.fault.plain()}});
    return std::move(*reading.value);
}

} // namespace core
