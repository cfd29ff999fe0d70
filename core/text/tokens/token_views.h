#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

/// Tokens of one text as views: into the text itself, into `scratch`, or into static storage.
struct TokenViews {
    std::string scratch;
    std::vector<std::string_view> tokens;
};

} // namespace core
