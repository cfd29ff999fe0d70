#include "core/task/language_model/coded_line.h"

#include "core/task/language_model/language_options.h"

#include <algorithm>
#include <cmath>

namespace core {

int64_t countCharacters(std::string_view text)
{
    return std::count_if(text.begin(), text.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; // No byte within a character.
    });
}

std::pair<size_t, size_t> TokenPlaces::next(std::string token)
{
    if (m_unit == "byte")
        return taken(m_at, std::min(m_at + 1, m_line.size()));
    const bool isBlank = std::all_of(token.begin(), token.end(), isBlankByte);
    if (isBlank && !token.empty() && m_line.substr(m_at).starts_with(token))
        return taken(m_at, m_at + token.size());
    if (m_unit != "character")
        token.erase(0, std::min(token.find_first_not_of(' '), token.size()));
    size_t begin = m_at;
    if (m_unit != "character")
        while (begin < m_line.size() && isBlankByte(m_line[begin]))
            ++begin;
    if (token.empty()) // A blank by itself.
        return taken(m_at, begin);
    const size_t found = find(token, begin);
    // A token that the cleaning has changed has no place in the line.
    return found == std::string_view::npos ? std::pair{m_at, m_at}
                                           : taken(found, found + token.size());
}

size_t TokenPlaces::find(const std::string& token, size_t begin) const
{
    constexpr size_t kFar = 64;
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? char(c + ('a' - 'A')) : c; };
    for (size_t at = begin; at + token.size() <= m_line.size() && at < begin + kFar; ++at)
        if (std::equal(token.begin(), token.end(), m_line.begin() + std::ptrdiff_t(at),
                       [&](char a, char b) { return a == b || lower(a) == lower(b); }))
            return at;
    return std::string_view::npos;
}

CodedLine codedLine(const TextPipeline& pipeline, std::string_view line,
                    std::span<const int32_t> ids, size_t tokenCount)
{
    const bool isCut = tokenCount > ids.size();
    const bool hasUnknown = std::find(ids.begin(), ids.end(), kUnknownId) != ids.end();
    if (!isCut && !hasUnknown)
        return {countCharacters(line), 0.0};
    const double symbol = std::log(257.0); // A byte, or the end of the token.
    const std::vector<std::string> tokens = pipeline.tokens(line);
    TokenPlaces places(line, tokenUnit(pipeline.spec()));
    CodedLine coded;
    size_t end = 0;
    for (size_t i = 0; i < std::min(ids.size(), tokens.size()); ++i) {
        if (isCut)
            end = places.next(pipeline.writtenToken(tokens[i])).second;
        if (ids[i] == kUnknownId && tokens[i] != pipeline.token(kUnknownId))
            coded.spellingNats += static_cast<double>(tokens[i].size() + 1) * symbol;
    }
    coded.characters = countCharacters(isCut ? line.substr(0, end) : line);
    return coded;
}

} // namespace core
