#include "core/data/source/text_encoding.h"

#include "core/base/error.h"

#include <unicode/ucnv.h>
#include <unicode/ucsdet.h>
#include <unicode/utf8.h>

#include <algorithm>

namespace core {

namespace {

constexpr size_t kPivotUnits = 4096;

/// Byte order marks; that of UTF-32 begins as that of UTF-16 does.
struct Mark {
    std::string_view bytes;
    Encoding encoding;
};
using namespace std::string_view_literals;
constexpr std::array kMarks{
    Mark{"\xFF\xFE\0\0"sv, Encoding::Utf32LittleEndian},
    Mark{"\0\0\xFE\xFF"sv, Encoding::Utf32BigEndian}, Mark{"\xEF\xBB\xBF"sv, Encoding::Utf8},
    Mark{"\xFF\xFE"sv, Encoding::Utf16LittleEndian}, Mark{"\xFE\xFF"sv, Encoding::Utf16BigEndian}};
constexpr size_t kLongestMark = 4;

const Mark* markOf(std::string_view head)
{
    const auto found = std::find_if(kMarks.begin(), kMarks.end(), [head](const Mark& mark) {
        return head.starts_with(mark.bytes);
    });
    return found == kMarks.end() ? nullptr : &*found;
}

/// The names of ICU's detector for encodings. The Windows encodings contain all letters of the ISO
/// ones that they replace here.
constexpr std::array kDetected{std::pair{"ISO-8859-1"sv, Encoding::Latin1},
                               std::pair{"windows-1252"sv, Encoding::Latin1},
                               std::pair{"ISO-8859-2"sv, Encoding::Iso8859Part2},
                               std::pair{"windows-1250"sv, Encoding::Windows1250},
                               std::pair{"windows-1251"sv, Encoding::Windows1251},
                               std::pair{"ISO-8859-5"sv, Encoding::Iso8859Part5},
                               std::pair{"KOI8-R"sv, Encoding::Koi8R},
                               std::pair{"ISO-8859-7"sv, Encoding::Windows1253},
                               std::pair{"windows-1253"sv, Encoding::Windows1253},
                               std::pair{"ISO-8859-9"sv, Encoding::Windows1254},
                               std::pair{"windows-1254"sv, Encoding::Windows1254},
                               std::pair{"ISO-8859-8"sv, Encoding::Windows1255},
                               std::pair{"ISO-8859-8-I"sv, Encoding::Windows1255},
                               std::pair{"windows-1255"sv, Encoding::Windows1255},
                               std::pair{"windows-1256"sv, Encoding::Windows1256},
                               std::pair{"GB18030"sv, Encoding::Gb18030},
                               std::pair{"Big5"sv, Encoding::Big5},
                               std::pair{"Shift_JIS"sv, Encoding::ShiftJis},
                               std::pair{"EUC-JP"sv, Encoding::EucJp},
                               std::pair{"EUC-KR"sv, Encoding::EucKr}};

/// The detector looks at no more.
constexpr size_t kDetectorBytes = 8192;
/// Below this the detector guesses; Windows-1252 is what most such files are.
constexpr int32_t kLeastConfidence = 15;
constexpr int64_t kFewBytes = 8;

Encoding detected(std::string_view sample)
{
    UErrorCode status = U_ZERO_ERROR;
    const std::unique_ptr<UCharsetDetector, void (*)(UCharsetDetector*)> detector(
        ucsdet_open(&status), ucsdet_close);
    ucsdet_setText(detector.get(), sample.data(), static_cast<int32_t>(sample.size()), &status);
    int32_t count = 0;
    const UCharsetMatch** matches = ucsdet_detectAll(detector.get(), &count, &status);
    for (int32_t i = 0; U_SUCCESS(status) && i < count; ++i) {
        const char* name = ucsdet_getName(matches[i], &status);
        const bool sure = ucsdet_getConfidence(matches[i], &status) >= kLeastConfidence;
        for (const auto& [known, encoding] : kDetected)
            if (sure && name == known)
                return encoding;
    }
    return Encoding::Latin1;
}

bool isContinuation(uint8_t byte)
{
    return (byte & 0xC0U) == 0x80U;
}

} // namespace

void EncodingEvidence::add(std::string_view block)
{
    if (m_head.size() < kLongestMark)
        m_head += block.substr(0, kLongestMark);
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
            ++m_nuls[static_cast<size_t>(i % 4)];
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
    m_quads += length / 4;
    if (m_nuls != std::array<int64_t, 4>{})
        countLineEnds(block);
    if (m_invalidBytes > 0)
        takeSample(block);
}

/// "a\0b" in each line of a table has NUL bytes where UTF-16 has them, but not beside "\n".
void EncodingEvidence::countLineEnds(std::string_view block)
{
    for (size_t i = block.find('\n'); i != std::string_view::npos; i = block.find('\n', i + 1)) {
        ++m_lineEnds;
        m_littleEnds += i % 2 == 0 && i + 1 < block.size() && block[i + 1] == '\0' ? 1 : 0;
        m_bigEnds += i % 2 == 1 && block[i - 1] == '\0' ? 1 : 0;
    }
}

void EncodingEvidence::add(const EncodingEvidence& other)
{
    m_validSequences += other.m_validSequences;
    m_invalidBytes += other.m_invalidBytes;
    m_quads += other.m_quads;
    for (size_t i = 0; i < m_nuls.size(); ++i)
        m_nuls[i] += other.m_nuls[i];
    m_lineEnds += other.m_lineEnds;
    m_littleEnds += other.m_littleEnds;
    m_bigEnds += other.m_bigEnds;
    m_sample += other.m_sample.substr(0, kDetectorBytes - m_sample.size());
}

/// Plain English around a few accents would fill what the detector looks at: only the
/// surroundings of other letters are kept.
void EncodingEvidence::takeSample(std::string_view block)
{
    constexpr size_t kBefore = 80, kBehind = 160;
    const auto isHigh = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
    size_t end = 0;
    while (m_sample.size() < kDetectorBytes) {
        const auto high
            = std::find_if(block.begin() + static_cast<std::ptrdiff_t>(end), block.end(), isHigh);
        if (high == block.end())
            return;
        const auto at = static_cast<size_t>(high - block.begin());
        const size_t line = at == 0 ? std::string_view::npos : block.rfind('\n', at - 1);
        size_t begin = std::max(end, at - std::min(at, kBefore));
        if (line != std::string_view::npos)
            begin = std::max(begin, line + 1);
        end = std::min(block.find_first_of("\r\n ", at + kBehind), block.size());
        m_sample += block.substr(begin, std::min(end - begin, kDetectorBytes - m_sample.size()));
        m_sample += '\n';
    }
    m_sample.resize(kDetectorBytes);
}

std::optional<Encoding> EncodingEvidence::unicodeVerdict() const
{
    if (const Mark* mark = markOf(m_head))
        return mark->encoding;
    // Characters beyond the first 65,536 are rare: two bytes of four are NUL.
    const int64_t most = m_quads * 4 / 5;
    if (m_quads > 0 && m_nuls[3] > most && m_nuls[2] > most && m_nuls[0] < m_quads / 8)
        return Encoding::Utf32LittleEndian;
    if (m_quads > 0 && m_nuls[0] > most && m_nuls[1] > most && m_nuls[3] < m_quads / 8)
        return Encoding::Utf32BigEndian;
    const int64_t even = m_nuls[0] + m_nuls[2], odd = m_nuls[1] + m_nuls[3];
    const int64_t half = m_quads * 4 / 5; // Two fifths of all pairs.
    if (odd > half && even < odd / 8 && m_littleEnds * 2 >= m_lineEnds)
        return Encoding::Utf16LittleEndian;
    if (even > half && odd < even / 8 && m_bigEnds * 2 >= m_lineEnds)
        return Encoding::Utf16BigEndian;
    return m_invalidBytes > m_validSequences ? std::nullopt : std::optional(Encoding::Utf8);
}

bool EncodingEvidence::isLegacy() const
{
    return !unicodeVerdict().has_value();
}

Encoding EncodingEvidence::verdict() const
{
    if (const auto unicode = unicodeVerdict())
        return *unicode;
    return m_invalidBytes < kFewBytes ? Encoding::Latin1 : detected(m_sample);
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
    if (block.size() < kLongestMark) { // Blocks may be short: the mark must be in one piece.
        while (!block.empty() && m_first.size() < kLongestMark) {
            m_first += block;
            if (m_first.size() < kLongestMark)
                block = m_bytes.next();
        }
        block = m_first;
    }
    block = withoutMark(block);
    if (m_encoding != Encoding::Utf8) {
        m_from = open(converterName(m_encoding));
        m_to = open("UTF-8");
        m_pivot.resize(kPivotUnits);
        m_pivotSource = m_pivotTarget = m_pivot.data();
    }
    return block;
}

std::string_view TextDecoder::withoutMark(std::string_view block)
{
    const Mark* mark = markOf(block);
    if (!mark)
        return block;
    m_encoding = mark->encoding;
    block.remove_prefix(mark->bytes.size());
    return block.empty() ? m_bytes.next() : block;
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

std::string_view LineEndStream::next()
{
    const std::string_view block = m_text.next();
    if (!m_replace) { // A return at the block's end may belong to a "\r\n".
        const size_t first = block.find_first_of("\r\n");
        m_replace = first != std::string_view::npos && first + 1 < block.size()
            && block[first] == '\r' && block.find('\n') == std::string_view::npos;
    }
    if (!*m_replace)
        return block;
    m_block = block;
    std::replace(m_block.begin(), m_block.end(), '\r', '\n');
    return m_block;
}

std::string decodedText(std::string_view bytes, Encoding encoding)
{
    MemoryStream stream(bytes);
    TextDecoder decoder(stream, encoding);
    LineEndStream lines(decoder);
    std::string text;
    for (std::string_view block = lines.next(); !block.empty(); block = lines.next())
        text += block;
    return text;
}

} // namespace core
