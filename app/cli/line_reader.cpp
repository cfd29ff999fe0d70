#include "app/cli/line_reader.h"

#include "app/cli/output.h"
#include "core/base/error.h"
#include "core/data/cells/cell_text.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

namespace app {

LineReader::LineReader(int descriptor, std::string name)
    : m_descriptor(descriptor), m_name(name.empty() ? "Standard input" : std::move(name))
{
}

/// Once: the lines behind it are most likely no better.
void LineReader::noteEncoding(const std::string& line)
{
    if (m_noted || core::isValidUtf8(line))
        return;
    m_noted = true;
    printError("Note: " + m_name + ", line " + std::to_string(m_line)
               + ": the text is not UTF-8, and each byte that is none becomes U+FFFD. Convert it "
                 "first, for example with iconv -f latin1 -t utf-8.");
}

bool LineReader::take(std::string& line)
{
    const size_t end = m_buffer.find('\n', m_begin);
    if (end == std::string::npos && (!m_ended || m_begin == m_buffer.size()))
        return false;
    const size_t stop = end == std::string::npos ? m_buffer.size() : end;
    line = m_buffer.substr(m_begin, stop - m_begin);
    if (!line.empty() && line.back() == '\r')
        line.pop_back();
    m_begin = end == std::string::npos ? stop : end + 1;
    ++m_line;
    noteEncoding(line);
    return true;
}

bool LineReader::ready() const
{
    pollfd wanted{m_descriptor, POLLIN, 0};
    return ::poll(&wanted, 1, 0) > 0;
}

bool LineReader::fill()
{
    m_buffer.erase(0, m_begin);
    m_begin = 0;
    char block[65536];
    ssize_t count = 0;
    do {
        count = ::read(m_descriptor, block, sizeof block);
    } while (count < 0 && errno == EINTR);
    if (count < 0)
        throw core::Error(core::ErrorCode::FileMissing, {"Standard input could not be read.", {}},
                          {"Send it texts, one a line, from a file or another program.", {}},
                          std::strerror(errno));
    if (count == 0) {
        m_ended = true;
        return false;
    }
    m_buffer.append(block, static_cast<size_t>(count));
    return true;
}

std::vector<std::string> LineReader::next(size_t most)
{
    std::vector<std::string> lines;
    std::string line;
    while (lines.size() < most) {
        if (take(line))
            lines.push_back(std::move(line));
        else if (m_ended || (!lines.empty() && !ready()))
            break;
        else
            fill();
    }
    return lines;
}

void forEachBatch(LineReader reader, size_t most,
                  const std::function<void(const std::vector<std::string>&)>& take)
{
    for (auto lines = reader.next(most); !lines.empty(); lines = reader.next(most)) {
        take(lines);
        if (std::fflush(stdout) != 0)
            return;
    }
}

} // namespace app
