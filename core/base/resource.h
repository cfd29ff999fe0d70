#pragma once

#include "core/base/json.h"

#include <span>
#include <string_view>

namespace core {

/// A text file of resources/ that the library contains, so that none is needed at run time.
struct Resource {
    std::string_view path; ///< Below resources/: "python/encoders/mean.py".
    std::string_view text;
};

/// All of them, sorted by their paths. The build generates the definition: embed_resources.cmake.
std::span<const Resource> resources();

/// The text of one file. @throws Error{Internal} when there is none.
std::string_view resource(std::string_view path);

/// The value of a JSON file. @throws Error{Internal} when there is none.
Json jsonResource(std::string_view path);

} // namespace core
