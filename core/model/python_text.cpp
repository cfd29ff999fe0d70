#include "core/model/python_text.h"

#include "core/base/error.h"

#include <algorithm>
#include <string_view>

namespace core {

std::string filledIn(const std::string& text,
                     const std::vector<std::pair<std::string, std::string>>& values)
{
    std::string result;
    size_t place = 0;
    for (size_t open = text.find("<<"); open != std::string::npos; open = text.find("<<", place)) {
        const size_t close = text.find(">>", open);
        const std::string name = text.substr(open + 2, close - open - 2);
        const auto found = std::find_if(values.begin(), values.end(),
                                        [&](const auto& value) { return value.first == name; });
        if (found == values.end())
            throw Error(ErrorCode::Internal, {"Generated Python has no value for %1.", {name}});
        result += text.substr(place, open - place) + found->second;
        place = close + 2;
    }
    return result + text.substr(place);
}

std::string markdownText(const std::string& text)
{
    constexpr std::string_view kMarkup = "\\`*_[]|~#";
    std::string plain;
    for (const char letter : shown(text)) {
        if (letter == '<' || letter == '>' || letter == '&') {
            plain += letter == '<' ? "&lt;" : letter == '>' ? "&gt;" : "&amp;";
            continue;
        }
        if (kMarkup.find(letter) != std::string_view::npos)
            plain += '\\';
        plain += letter;
    }
    return plain;
}

std::string pythonBoolean(bool value)
{
    return value ? "True" : "False";
}

} // namespace core
