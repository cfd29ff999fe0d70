#include "core/exchange/vector_reader.h"

#include "core/base/error.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>

namespace core {

namespace {

static_assert(std::endian::native == std::endian::little, "the files are little-endian");

constexpr size_t kLongestHeader = 64; ///< Two numbers and a line break.
constexpr int64_t kLargestDimension = 1 << 16;

uint64_t vectorBytes(int64_t dimension)
{
    return static_cast<uint64_t>(dimension) * sizeof(float);
}

/// The header, and in `length` its bytes with the line break. Nothing: there is none.
std::optional<VectorHeader> headerIn(std::string_view head, size_t& length)
{
    const size_t end = head.find('\n');
    if (end == std::string_view::npos)
        return {};
    length = end + 1;
    const auto header = vectorHeader(head.substr(0, end));
    return header && header->dimension <= kLargestDimension ? header : std::nullopt;
}

/// Texts hold no such bytes; the four bytes of most numbers do.
bool hasControls(std::string_view bytes)
{
    return std::any_of(bytes.begin(), bytes.end(), [](char each) {
        return static_cast<unsigned char>(each) < 0x20 && each != '\t' && each != '\n'
            && each != '\r';
    });
}

/// "count dimension", and then for each word its bytes, a blank, its numbers as float32 and, in
/// files of the original program, a line break (word2vec.c, TrainModel()).
class Word2vecBinary : public VectorReader {
public:
    explicit Word2vecBinary(std::unique_ptr<VectorBytes> bytes) : m_bytes(std::move(bytes))
    {
        size_t length = 0;
        const auto header = headerIn(m_bytes->ahead(kLongestHeader), length);
        if (!header)
            throwNoVectors(m_bytes->path());
        m_header = *header;
        m_bytes->pass(length);
        checkSize(length);
    }

    int64_t dimension() const override { return m_header.dimension; }
    bool isCertain() const override { return true; }
    double fraction() const override { return m_bytes->fraction(); }
    std::string_view word() const override { return m_record.substr(0, m_wordBytes); }

    Next next() override
    {
        m_bytes->pass(m_record.size());
        m_record = {};
        if (m_words == m_header.count)
            return Next::End;
        while (m_bytes->ahead(1) == "\n")
            m_bytes->pass(1);
        const std::string_view head = m_bytes->ahead(kLongestWord + 1);
        m_wordBytes = head.find(' ');
        if (m_wordBytes == std::string_view::npos) {
            if (head.size() <= kLongestWord)
                throwEnded();
            throwMalformed("its word " + std::to_string(m_words + 1) + " is longer than 4 KB");
        }
        const size_t size = m_wordBytes + 1 + vectorBytes(m_header.dimension);
        m_record = m_bytes->ahead(size);
        if (m_record.size() < size)
            throwEnded();
        ++m_words;
        return m_wordBytes == 0 ? Next::Broken : Next::Word;
    }

    bool readVector(float* row) const override
    {
        std::memcpy(row, m_record.data() + m_wordBytes + 1, vectorBytes(m_header.dimension));
        return std::all_of(row, row + m_header.dimension,
                           [](float value) { return std::isfinite(value); });
    }

private:
    /// Before anything is made as large as the header says.
    void checkSize(size_t headerBytes) const
    {
        const uint64_t rest
            = m_bytes->fileBytes() - std::min<uint64_t>(headerBytes, m_bytes->fileBytes());
        const uint64_t least = vectorBytes(m_header.dimension) + 1; // without a word
        if (m_bytes->isPlain() && static_cast<uint64_t>(m_header.count) > rest / least)
            throwMalformed("its first line announces " + std::to_string(m_header.count)
                           + " words, for which it is too short");
    }

    [[noreturn]] void throwEnded() const
    {
        throwMalformed("it ends after " + std::to_string(m_words) + " of "
                       + std::to_string(m_header.count) + " words");
    }

    [[noreturn]] void throwMalformed(const std::string& why) const
    {
        throw Error(ErrorCode::FileMalformed,
                    {"%1 is not whole: %2.", {m_bytes->path().string(), why}},
                    {"Copy or download the file again.", {}});
    }

    std::unique_ptr<VectorBytes> m_bytes;
    VectorHeader m_header;
    int64_t m_words = 0; ///< Read so far.
    std::string_view m_record; ///< The present word, a blank and its vector, ahead in m_bytes.
    size_t m_wordBytes = 0;
};

} // namespace

bool isWord2vecBinary(VectorBytes& bytes)
{
    size_t length = 0;
    const auto header = headerIn(bytes.ahead(kLongestHeader), length);
    if (!header)
        return false;
    const uint64_t vector = vectorBytes(header->dimension);
    const std::string_view records = bytes.ahead(length + kLongestWord + 1 + vector).substr(length);
    const size_t blank = records.find(' ');
    if (blank == std::string_view::npos || blank > kLongestWord)
        return false;
    // Words of a text may be anything, but numbers follow them up to the end of the line.
    std::string_view line = records.substr(0, records.find('\n'));
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return !isVectorLine(line, header->dimension) && hasControls(records);
}

std::unique_ptr<VectorReader> openWord2vecBinary(std::unique_ptr<VectorBytes> bytes)
{
    return std::make_unique<Word2vecBinary>(std::move(bytes));
}

} // namespace core
