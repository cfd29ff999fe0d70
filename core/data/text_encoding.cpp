#include "core/data/text_encoding.h"

#include "core/base/error.h"

#include <unicode/ucnv.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace core {

namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";
constexpr std::string_view kLittleEndianMark = "\xFF\xFE";
constexpr std::string_view kBigEndianMark = "\xFE\xFF";
constexpr size_t kPivotUnits = 4096;

bool isContinuation(uint8_t byte)
{
    return (byte & 0xC0U) == 0x80U;
}

} // namespace

std::string encodingId(Encoding encoding)
{
    switch (encoding) {
    case Encoding::Utf8:
        return "utf-8";
    case Encoding::Utf16LittleEndian:
    case Encoding::Utf16BigEndian:
        return "utf-16";
    case Encoding::Latin1:
        break;
    }
    return "latin-1";
}

void EncodingEvidence::add(std::string_view block)
{
    if (m_marks == Marks::Decide && m_head.size() < kUtf8Mark.size())
        m_head += block.substr(0, kUtf8Mark.size());
    const auto* bytes = reinterpret_cast<const uint8_t*>(block.data());
    const auto length = static_cast<int64_t>(block.size());
    int64_t i = 0;
    // A character cut by the block's edge says nothing.
    while (i < length && i < 3 && isContinuation(bytes[i]))
        ++i;
    while (i < length) {
        if (bytes[i] != 0 && bytes[i] < 0x80) {
            ++i;
            continue;
        }
        if (bytes[i] == 0) {
            ++(i % 2 == 0 ? m_evenNuls : m_oddNuls);
            ++i;
            continue;
        }
        UChar32 character = 0;
        const int64_t start = i;
        U8_NEXT(bytes, i, length, character);
        if (character >= 0)
            ++m_validSequences;
        else if (i < length || length - start > 3)
            ++m_invalidBytes;
    }
    m_pairs += length / 2;
}

Encoding EncodingEvidence::verdict() const
{
    if (m_head.starts_with(kLittleEndianMark))
        return Encoding::Utf16LittleEndian;
    if (m_head.starts_with(kBigEndianMark))
        return Encoding::Utf16BigEndian;
    if (m_head.starts_with(kUtf8Mark))
        return Encoding::Utf8;
    if (m_oddNuls > m_pairs * 2 / 5 && m_evenNuls < m_oddNuls / 8)
        return Encoding::Utf16LittleEndian;
    if (m_evenNuls > m_pairs * 2 / 5 && m_oddNuls < m_evenNuls / 8)
        return Encoding::Utf16BigEndian;
    return m_invalidBytes > m_validSequences ? Encoding::Latin1 : Encoding::Utf8;
}

void TextDecoder::CloseConverter::operator()(UConverter* converter) const
{
    ucnv_close(converter);
}

TextDecoder::TextDecoder(ByteStream& bytes, Encoding encoding)
    : m_bytes(bytes), m_encoding(encoding)
{
}

TextDecoder::~TextDecoder() = default;

TextDecoder::Converter TextDecoder::open(const char* name)
{
    UErrorCode status = U_ZERO_ERROR;
    Converter converter(ucnv_open(name, &status));
    if (U_FAILURE(status))
        throw Error(ErrorCode::Internal, {"The encoding %1 is not known to ICU.", {name}}, {},
                    u_errorName(status));
    return converter;
}

std::string_view TextDecoder::next()
{
    std::string_view block = m_begun ? m_bytes.next() : begin();
    if (!m_from)
        return block;
    // A block may end inside a character and give nothing yet.
    while (!m_ended) {
        const std::string_view text = converted(block);
        if (!text.empty())
            return text;
        if (!m_ended)
            block = m_bytes.next();
    }
    return {};
}

/// Looks for a mark, decides, and returns the first block without it.
std::string_view TextDecoder::begin()
{
    m_begun = true;
    std::string_view block = m_bytes.next();
    if (block.size() < kUtf8Mark.size()) { // Blocks may be short: the mark must be in one piece.
        while (!block.empty() && m_first.size() < kUtf8Mark.size()) {
            m_first += block;
            if (m_first.size() < kUtf8Mark.size())
                block = m_bytes.next();
        }
        block = m_first;
    }
    if (block.starts_with(kUtf8Mark)) {
        m_encoding = Encoding::Utf8;
        block.remove_prefix(kUtf8Mark.size());
        if (block.empty())
            block = m_bytes.next();
    } else if (block.starts_with(kLittleEndianMark) || block.starts_with(kBigEndianMark)) {
        m_encoding = block.starts_with(kLittleEndianMark) ? Encoding::Utf16LittleEndian
                                                          : Encoding::Utf16BigEndian;
        block.remove_prefix(kLittleEndianMark.size());
        if (block.empty())
            block = m_bytes.next();
    }
    if (m_encoding != Encoding::Utf8) {
        m_from = open(m_encoding == Encoding::Latin1               ? "windows-1252"
                          : m_encoding == Encoding::Utf16BigEndian ? "UTF-16BE"
                                                                   : "UTF-16LE");
        m_to = open("UTF-8");
        m_pivot.resize(kPivotUnits);
        m_pivotSource = m_pivotTarget = m_pivot.data();
    }
    return block;
}

/// The text of `block`; an empty block is the end.
std::string_view TextDecoder::converted(std::string_view block)
{
    m_ended = block.empty();
    const char* source = block.data();
    const char* const sourceEnd = source + block.size();
    size_t filled = 0;
    while (true) {
        // A byte gives at most three bytes of UTF-8; what ICU holds back is small.
        m_text.resize(filled + 3 * static_cast<size_t>(sourceEnd - source) + 64);
        char* target = m_text.data() + filled;
        UErrorCode status = U_ZERO_ERROR;
        ucnv_convertEx(m_to.get(), m_from.get(), &target, m_text.data() + m_text.size(), &source,
                       sourceEnd, m_pivot.data(), &m_pivotSource, &m_pivotTarget,
                       m_pivot.data() + m_pivot.size(), 0, m_ended ? 1 : 0, &status);
        filled = static_cast<size_t>(target - m_text.data());
        if (status == U_BUFFER_OVERFLOW_ERROR)
            continue;
        if (U_FAILURE(status))
            throw Error(ErrorCode::Internal, {"A text could not be converted to UTF-8.", {}}, {},
                        u_errorName(status));
        return {m_text.data(), filled};
    }
}

std::string decodedText(std::string_view bytes, Encoding encoding)
{
    MemoryStream stream(bytes);
    TextDecoder decoder(stream, encoding);
    std::string text;
    for (std::string_view block = decoder.next(); !block.empty(); block = decoder.next())
        text += block;
    return text;
}

} // namespace core
