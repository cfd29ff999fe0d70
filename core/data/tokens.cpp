#include "core/data/tokens.h"

#include "core/data/utf8.h"

#include <algorithm>

namespace core {

std::vector<std::string_view> tokensOf(std::string_view row)
{
    std::vector<std::string_view> tokens;
    while (!(row = trimmed(row)).empty()) {
        const size_t end = std::min(row.find_first_of(" \t"), row.size());
        tokens.push_back(row.substr(0, end));
        row.remove_prefix(end);
    }
    return tokens;
}

void appendToken(std::string& row, std::string_view token)
{
    constexpr std::string_view kWhiteSpace = " \t\n\v\f\r";
    if (!row.empty())
        row += ' ';
    if (token.empty())
        row += '_';
    for (const char c : token)
        if (kWhiteSpace.find(c) == std::string_view::npos)
            row += c;
        else
            row += kBlankOfToken;
}

} // namespace core
