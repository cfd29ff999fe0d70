#include "core/base/line_file.h"

#include "core/base/error.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace core {

namespace {

constexpr uint64_t kBlockBytes = uint64_t{1} << 20;

bool isHole(const FileDescriptor& file, uint64_t begin, uint64_t end)
{
    const off_t data = ::lseek(file.get(), static_cast<off_t>(begin), SEEK_DATA);
    return data < 0 ? errno == ENXIO : static_cast<uint64_t>(data) >= end;
}

} // namespace

LineFile::LineFile(const FileDescriptor& file, const FilePlace& place)
    : m_file(file), m_place(place)
{
    struct stat status { };
    if (::fstat(file.get(), &status) != 0)
        throw Error(ErrorCode::FileMissing, {"%1 cannot be read.", {place.path().string()}}, {},
                    std::strerror(errno));
    m_size = static_cast<uint64_t>(status.st_size);
}

void LineFile::loadBlockOf(uint64_t position)
{
    if (position >= m_begin && position < m_end)
        return;
    m_begin = position / kBlockBytes * kBlockBytes;
    m_end = std::max(m_begin, std::min(m_begin + kBlockBytes, m_size));
    m_block.clear();
    if (m_begin == m_end || isHole(m_file, m_begin, m_end))
        return;
    m_block.resize(static_cast<size_t>(m_end - m_begin));
    for (size_t done = 0; done < m_block.size();) {
        const ssize_t count = ::pread(m_file.get(), m_block.data() + done, m_block.size() - done,
                                      static_cast<off_t>(m_begin + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            throw Error(ErrorCode::FileMissing, {"%1 cannot be read.", {m_place.path().string()}},
                        {}, std::strerror(errno));
        done += static_cast<size_t>(count);
        if (count == 0) { // It was shortened meanwhile.
            m_block.resize(done);
            m_size = m_end = m_begin + done;
        }
    }
}

std::optional<LineFile::Line> LineFile::lineAt(uint64_t begin)
{
    m_long.clear();
    for (uint64_t position = begin; position < m_size; position = m_end) {
        loadBlockOf(position);
        if (position >= m_end)
            break;
        const bool written = !m_block.empty();
        const std::string_view rest
            = written ? std::string_view(m_block).substr(position - m_begin) : std::string_view();
        const size_t newline = rest.find('\n');
        const bool found = newline != std::string_view::npos;
        const uint64_t end = found ? position + newline : m_end;
        const bool isLong = end - begin > kLongest;
        if (found && position == begin)
            return Line{isLong ? std::string_view() : rest.substr(0, newline), begin, end + 1};
        if (isLong)
            m_long.clear();
        else if (written)
            m_long += rest.substr(0, newline);
        else
            m_long.append(static_cast<size_t>(end - position), '\0');
        if (found)
            return Line{m_long, begin, end + 1};
    }
    return std::nullopt;
}

uint64_t LineFile::beginOfLine(uint64_t position)
{
    while (position > 0) {
        loadBlockOf(position - 1);
        const std::string_view before = std::string_view(m_block).substr(
            0, static_cast<size_t>(std::min(position, m_end) - m_begin));
        if (const size_t newline = before.rfind('\n'); newline != std::string_view::npos)
            return m_begin + newline + 1;
        position = m_begin;
    }
    return 0;
}

std::optional<LineFile::Line> LineFile::lineBefore(uint64_t begin)
{
    return begin == 0 ? std::nullopt : lineAt(beginOfLine(begin - 1));
}

std::optional<LineFile::Keyed> LineFile::firstKeyed(uint64_t begin, uint64_t before,
                                                    int64_t (*keyOf)(std::string_view line))
{
    while (begin < before) {
        const std::optional<Line> line = lineAt(begin);
        if (!line)
            break;
        if (const int64_t key = keyOf(line->text); key != 0)
            return Keyed{line->begin, line->end, key};
        begin = line->end;
    }
    return std::nullopt;
}

uint64_t LineFile::firstOf(int64_t key, int64_t (*keyOf)(std::string_view line))
{
    // Keys before `low` are less; from `high` on they are not.
    uint64_t low = 0, high = beginOfLine(m_size), first = high;
    while (low < high) {
        const uint64_t middle = beginOfLine(low + (high - low) / 2);
        const std::optional<Keyed> found = firstKeyed(middle, high, keyOf);
        if (found && found->key < key) {
            low = found->end;
        } else {
            first = found ? found->begin : first;
            high = middle;
        }
    }
    return first;
}

} // namespace core
