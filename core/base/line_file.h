#pragma once

#include "core/base/regular_file.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace core {

/// The lines of a file of any length; only one block is in memory. Reads forwards, backwards, and
/// by search where they are in order. It has the length that it had at first, though it may grow; a
/// last line without its end does not count. Parts that were never written (a sparse file has such)
/// take no time.
class LineFile {
public:
    /// The text of a longer line is left out: no file may use up the memory.
    static constexpr size_t kLongest = size_t{16} << 20;

    /// @param file  opened for reading; it must stay open. @throws Error{FileMissing}.
    LineFile(const FileDescriptor& file, const FilePlace& place);

    struct Line {
        std::string_view text; ///< Without its end; until the next call.
        uint64_t begin = 0, end = 0; ///< In the file; the next line begins at `end`.
    };
    uint64_t size() const { return m_size; }
    /// The line that begins at `begin`; nothing where the file holds no end of it.
    std::optional<Line> lineAt(uint64_t begin);
    /// Where the line begins that holds the byte before `position`, or `position` itself where that
    /// byte ends a line. @pre position <= size().
    uint64_t beginOfLine(uint64_t position);
    /// The line before the one that begins at `begin`.
    std::optional<Line> lineBefore(uint64_t begin);
    /// Where the first line begins whose `keyOf` is `key` or more. `keyOf` returns 0 for lines that
    /// have none; all others must be in order.
    uint64_t firstOf(int64_t key, int64_t (*keyOf)(std::string_view line));

private:
    struct Keyed {
        uint64_t begin = 0, end = 0;
        int64_t key = 0;
    };
    std::optional<Keyed> firstKeyed(uint64_t begin, uint64_t before,
                                    int64_t (*keyOf)(std::string_view line));
    void loadBlockOf(uint64_t position);

    const FileDescriptor& m_file;
    FilePlace m_place;
    uint64_t m_size = 0;
    std::string m_block; ///< From m_begin to m_end; empty where nothing was ever written.
    uint64_t m_begin = 0, m_end = 0;
    std::string m_long; ///< A line that lies in several blocks.
};

} // namespace core
