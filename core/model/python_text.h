#pragma once

#include <string>
#include <utility>
#include <vector>

namespace core {

/// `text` with each <<name>> replaced by its value, for generated Python.
/// @throws Error{Internal} when a mark has no value.
std::string filledIn(const std::string& text,
                     const std::vector<std::pair<std::string, std::string>>& values);

/// "True" or "False".
std::string pythonBoolean(bool value);

} // namespace core
