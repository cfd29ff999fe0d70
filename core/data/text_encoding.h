#pragma once

#include "core/data/source/byte_stream.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct UConverter;

namespace core {

/// Latin-1 means Windows-1252, its superset: what files called Latin-1 really hold.
enum class Encoding { Utf8, Utf16LittleEndian, Utf16BigEndian, Latin1 };

/// The encoding's name as a spec holds it: "utf-8", "utf-16", "latin-1".
std::string encodingId(Encoding encoding);

/// Whether a byte order mark decides; in the first of many files it must not decide for all.
enum class Marks { Decide, Ignore };

/// Gathers what bytes say about their encoding.
class EncodingEvidence {
public:
    explicit EncodingEvidence(Marks marks = Marks::Decide) : m_marks(marks) { }
    void add(std::string_view block);

    /// The encoding that fits best. UTF-16 needs its mark or every second byte NUL. Bytes that are
    /// not UTF-8 make a file Latin-1 only when they outnumber the characters that are: a few
    /// damaged rows of a UTF-8 file stay damaged rows.
    Encoding verdict() const;

private:
    Marks m_marks;
    std::string m_head; ///< The first bytes, for the mark.
    int64_t m_validSequences = 0; ///< Of two bytes and more.
    int64_t m_invalidBytes = 0;
    int64_t m_pairs = 0;
    int64_t m_evenNuls = 0; ///< NUL bytes at even offsets: high bytes of big-endian ASCII.
    int64_t m_oddNuls = 0;
};

/// A stream of bytes as UTF-8. A byte order mark at its beginning decides, whatever `encoding`
/// says, and is removed. Bytes that are not UTF-8 in a UTF-8 file are left as they are: the rows
/// that hold them are reported one by one. Half a UTF-16 pair becomes U+FFFD.
class TextDecoder : public ByteStream {
public:
    /// @pre `bytes` outlives the decoder.
    TextDecoder(ByteStream& bytes, Encoding encoding);
    ~TextDecoder() override;
    TextDecoder(const TextDecoder&) = delete;
    TextDecoder& operator=(const TextDecoder&) = delete;

    std::string_view next() override;

private:
    struct CloseConverter {
        void operator()(UConverter* converter) const;
    };
    using Converter = std::unique_ptr<UConverter, CloseConverter>;

    std::string_view begin();
    static Converter open(const char* name);
    std::string_view converted(std::string_view block);

    ByteStream& m_bytes;
    Encoding m_encoding;
    bool m_begun = false;
    bool m_ended = false;
    std::string m_first; ///< The first block, when marks had to be looked for.
    std::string m_text;
    Converter m_from, m_to; ///< Null for UTF-8.
    std::u16string m_pivot; ///< ICU's intermediate form, kept between two blocks.
    char16_t* m_pivotSource = nullptr;
    char16_t* m_pivotTarget = nullptr;
};

/// All of `bytes` as UTF-8. For texts in memory.
std::string decodedText(std::string_view bytes, Encoding encoding);

} // namespace core
