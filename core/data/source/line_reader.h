#pragma once

#include "core/data/source/byte_stream.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace core {

/// Longer lines, records and texts are refused: they are no natural texts and take long to read.
inline constexpr size_t kLongestText = size_t{10} << 20;

struct Line {
    std::string_view text; ///< Without its end; valid until the next call of the reader.
    int64_t number = 0; ///< 1-based.
    bool tooLong = false; ///< Longer than the limit; `text` is empty.
};

/// Cuts a text into lines at "\n" and "\r\n" only: U+0085 and U+2028 are part of a text.
/// Needs the memory of one block and one line; a line beyond the limit is passed over, not kept.
class LineReader {
public:
    /// @pre `text` outlives the reader.
    explicit LineReader(ByteStream& text, size_t longest = kLongestText);

    /// False after the last line.
    bool next(Line& line);

    /// Keeps everything from the current line on until release() or rewindAfter(), so that a
    /// record may span lines. While held, a line beyond the limit is announced but not passed over.
    void hold();
    void release() { m_held = std::string::npos; }
    /// From the beginning of the held line to the end of the current one, line ends inside as they
    /// are in the file. Valid until the next call of next().
    std::string_view held() const;
    /// Goes back: the next line is the one after that which holds offset `offset` of held().
    void rewindAfter(size_t offset);

private:
    bool fill();
    void passOverLong();
    void set(Line& line, size_t end, size_t next);

    ByteStream& m_source;
    size_t m_longest;
    std::string m_buffer;
    size_t m_next = 0; ///< Where the next line begins in m_buffer.
    size_t m_lineStart = 0, m_lineEnd = 0; ///< The current line in m_buffer.
    size_t m_held = std::string::npos; ///< Where the held line begins.
    int64_t m_heldNumber = 0;
    int64_t m_number = 0; ///< The number of the current line.
    bool m_ended = false;
};

} // namespace core
