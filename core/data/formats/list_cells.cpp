#include "core/data/formats/list_cells.h"

#include "core/data/utf8.h"

#include <optional>

namespace core {

namespace {

/// Takes a word in quotes off the beginning of `rest`; nothing when there is none.
std::optional<std::string> takeWord(std::string_view& rest)
{
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
        return std::nullopt;
    std::string word;
    for (size_t i = 1; i < rest.size(); ++i) {
        if (rest[i] == rest.front()) {
            rest.remove_prefix(i + 1);
            return word;
        }
        if (rest[i] == '\\' && i + 1 < rest.size())
            ++i;
        word += rest[i];
    }
    return std::nullopt;
}

/// The words of a list, joined, or nothing when `cell` is none.
std::optional<std::string> words(std::string_view cell)
{
    std::string_view rest = trimmed(cell);
    if (rest.size() < 2 || rest.front() != '[' || rest.back() != ']')
        return std::nullopt;
    rest = trimmed(rest.substr(1, rest.size() - 2));
    std::string joined;
    while (!rest.empty()) {
        const auto word = takeWord(rest);
        if (!word)
            return std::nullopt;
        joined += (joined.empty() ? "" : " ") + *word;
        rest = trimmed(rest);
        if (rest.empty())
            break;
        // NumPy writes arrays without commas.
        if (rest.front() == ',')
            rest = trimmed(rest.substr(1));
    }
    return joined;
}

} // namespace

bool isWordList(std::string_view cell)
{
    return words(cell).has_value();
}

std::string joinedWords(std::string_view cell)
{
    return words(cell).value_or(std::string(cell));
}

} // namespace core
