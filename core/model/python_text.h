#pragma once

#include <string>
#include <utility>
#include <vector>

namespace core {

/// `text` with each <<name>> replaced by its value, for generated Python.
/// @throws Error{Internal} when a mark has no value.
std::string filledIn(const std::string& text,
                     const std::vector<std::pair<std::string, std::string>>& values);

/// `text` as shown() gives it, for a sentence in Markdown: nothing in it is markup or HTML.
std::string markdownText(const std::string& text);

/// "True" or "False".
std::string pythonBoolean(bool value);

} // namespace core
