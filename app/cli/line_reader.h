#pragma once

#include <string>
#include <vector>

namespace app {

/// Reads lines from a descriptor in batches of what is there: many at once from a file, one by one
/// from a program that waits for each answer.
class LineReader {
public:
    explicit LineReader(int descriptor);
    /// Waits for at least one line, then takes what is ready, at most `most`. Empty at the end.
    std::vector<std::string> next(size_t most);

private:
    bool fill(); ///< Reads once; false at the end.
    bool ready() const; ///< Would a read return at once?
    bool take(std::string& line);

    int m_descriptor;
    std::string m_buffer;
    size_t m_begin = 0;
    bool m_ended = false;
};

} // namespace app
