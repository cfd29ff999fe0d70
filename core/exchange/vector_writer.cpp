#include "core/base/atomic_file.h"
#include "core/base/error.h"
#include "core/exchange/vectors.h"

#include <zlib.h>

#include <array>
#include <charconv>
#include <new>
#include <span>

namespace core {

namespace {

constexpr size_t kWrittenAtOnce = size_t{1} << 20;

/// Joins pieces of a text, compressed on request.
class JoinedText {
public:
    explicit JoinedText(bool isPacked) : m_isPacked(isPacked)
    {
        constexpr int kGzip = 15 + 16; // zlib's largest window, with the header of gzip
        constexpr int kMemory = 8; // zlib's default
        if (isPacked
            && ::deflateInit2(&m_stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemory,
                              Z_DEFAULT_STRATEGY)
                != Z_OK)
            throw std::bad_alloc();
    }
    ~JoinedText()
    {
        if (m_isPacked)
            ::deflateEnd(&m_stream);
    }
    JoinedText(const JoinedText&) = delete;
    JoinedText& operator=(const JoinedText&) = delete;

    void add(std::string_view piece)
    {
        m_waiting += piece;
        if (m_waiting.size() >= kWrittenAtOnce)
            pass(Z_NO_FLUSH);
    }
    const std::string& finish()
    {
        pass(Z_FINISH);
        return m_joined;
    }

private:
    void pass(int flush)
    {
        if (!m_isPacked)
            m_joined += m_waiting;
        else
            pack(flush);
        m_waiting.clear();
    }

    void pack(int flush)
    {
        std::array<Bytef, 1 << 16> packed;
        m_stream.next_in = reinterpret_cast<Bytef*>(m_waiting.data());
        m_stream.avail_in = static_cast<uInt>(m_waiting.size());
        do {
            m_stream.next_out = packed.data();
            m_stream.avail_out = packed.size();
            ::deflate(&m_stream, flush);
            m_joined.append(reinterpret_cast<const char*>(packed.data()),
                            packed.size() - m_stream.avail_out);
        } while (m_stream.avail_out == 0);
    }

    bool m_isPacked;
    z_stream m_stream{};
    std::string m_waiting, m_joined;
};

/// " 0.25 -1e-05"
void appendNumbers(std::string& line, std::span<const float> row)
{
    std::array<char, 32> digits;
    for (const float value : row) {
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
        line.append(1, ' ').append(digits.data(), end);
    }
}

} // namespace

std::string writtenWord(std::string_view word)
{
    if (word.empty())
        return "\u2400";
    std::string written;
    for (const char each : word) {
        if (static_cast<unsigned char>(each) > 0x20)
            written += each;
        else
            written.append("\xE2\x90").append(1, static_cast<char>(0x80 + each)); // U+2400 + each
    }
    return written;
}

void writeVectors(const std::filesystem::path& path, const WordVectors& vectors, VectorForm form)
{
    const auto dimension = static_cast<size_t>(vectors.dimension);
    const bool isBinary = form == VectorForm::Binary;
    JoinedText text(!isBinary && path.extension() == ".gz");
    if (form != VectorForm::Glove)
        text.add(std::to_string(vectors.words.size()) + " " + std::to_string(dimension) + "\n");
    for (size_t i = 0; i < vectors.words.size(); ++i) {
        const std::span row(&vectors.values[i * dimension], dimension);
        std::string line = writtenWord(vectors.words[i]);
        if (isBinary)
            line.append(1, ' ').append(reinterpret_cast<const char*>(row.data()), row.size_bytes());
        else
            appendNumbers(line, row);
        text.add(line + "\n");
    }
    writeFileAtomically(path, text.finish());
}

} // namespace core
