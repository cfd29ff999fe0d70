#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace app {

/// Reads lines from a descriptor in batches of what is there: many at once from a file, one by one
/// from a program that waits for each answer.
class LineReader {
public:
    /// @param name  of the file, for a note about bytes that are not UTF-8; empty: standard input.
    explicit LineReader(int descriptor, std::string name = {});
    /// Waits for at least one line, then takes what is ready, at most `most`. Empty at the end.
    std::vector<std::string> next(size_t most);

private:
    bool fill(); ///< Reads once; false at the end.
    bool ready() const; ///< Would a read return at once?
    bool take(std::string& line);
    void noteEncoding(const std::string& line);

    int m_descriptor;
    std::string m_name;
    int64_t m_line = 0;
    bool m_noted = false; ///< That the input is not UTF-8.
    std::string m_buffer;
    size_t m_begin = 0;
    bool m_ended = false;
};

/// Calls `take` with batches of at most `most` lines until the input ends or the reader of standard
/// output is gone, which main() reports.
void forEachBatch(LineReader reader, size_t most,
                  const std::function<void(const std::vector<std::string>&)>& take);

} // namespace app
