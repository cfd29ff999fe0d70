#pragma once

#include "core/text/text_pipeline.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace core {

/// White space, which divides words.
inline bool isBlankByte(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Characters of a text in UTF-8.
int64_t countCharacters(std::string_view text);

/// The places of the tokens in a line.
class TokenPlaces {
public:
    /// @param unit  as tokenUnit(). The line is borrowed.
    TokenPlaces(std::string_view line, std::string unit) : m_line(line), m_unit(std::move(unit)) { }

    /// Bytes [begin, end) of the next token, given as it is written in a text; empty for one that
    /// the cleaning has changed.
    std::pair<size_t, size_t> next(std::string token);

private:
    std::pair<size_t, size_t> taken(size_t begin, size_t end)
    {
        m_at = end;
        return {begin, end};
    }
    /// Not far from `begin`; capitals may have been made small.
    size_t find(const std::string& token, size_t begin) const;

    std::string_view m_line;
    std::string m_unit;
    size_t m_at = 0;
};

/// How much text the scored tokens of a line encode: what bits per character are computed from.
struct CodedLine {
    int64_t characters = 0; ///< Up to the end of the last token; the line's end not among them.
    /// Nats that spell the unknown tokens: (b + 1) ln 257 for a token of b bytes in UTF-8, with an
    /// end mark, all 257 symbols equally likely. <unk> itself, written in the text, costs nothing.
    double spellingNats = 0.0;
};

/// @param ids  of the scored tokens: the first `ids.size()` of the line.
/// @param tokenCount  of the whole line; more than `ids.size()`: the line is cut.
CodedLine codedLine(const TextPipeline& pipeline, std::string_view line,
                    std::span<const int32_t> ids, size_t tokenCount);

} // namespace core
