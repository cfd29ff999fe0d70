#pragma once

#include "core/base/encoding.h"
#include "core/data/source/byte_stream.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct UConverter;

namespace core {

/// Gathers evidence on the encoding of bytes.
class EncodingEvidence {
public:
    void add(std::string_view block);
    /// Adds the evidence from another file except its mark.
    void add(const EncodingEvidence& other);

    /// The encoding that fits best. UTF-16 and UTF-32 need their mark or NUL bytes at their places,
    /// UTF-16 beside the ends of its lines, too.
    /// Bytes that are not UTF-8 make a file something else only when they outnumber the characters
    /// that are: a few damaged rows of a UTF-8 file stay damaged rows. Which encoding it is then,
    /// ICU's detector says from the letters and their neighbours.
    Encoding verdict() const;
    /// Whether the bytes are those of an encoding older than Unicode,
    bool isLegacy() const;
    /// and how many speak for it: of a few a detector can make anything.
    int64_t legacyBytes() const { return m_invalidBytes; }

private:
    std::optional<Encoding> unicodeVerdict() const;
    void takeSample(std::string_view block);
    void countLineEnds(std::string_view block);

    std::string m_head; ///< The first bytes, for the mark.
    std::string m_sample; ///< Surroundings of bytes that are not ASCII, for the detector.
    int64_t m_validSequences = 0; ///< Sequences of two bytes and more.
    int64_t m_invalidBytes = 0;
    int64_t m_quads = 0; ///< Groups of four bytes,
    std::array<int64_t, 4> m_nuls{}; ///< and NUL bytes at each of their places.
    /// Ends of lines, and those that are one in UTF-16: with a NUL behind and before them.
    int64_t m_lineEnds = 0, m_littleEnds = 0, m_bigEnds = 0;
};

/// A stream of bytes as UTF-8. A byte order mark at its beginning overrides `encoding` and is
/// removed. Bytes that are not UTF-8 in a UTF-8 file are left as they are: the rows
/// that hold them are reported one by one. Malformed input of an encoding, such as half a UTF-16
/// pair, becomes U+FFFD.
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
    std::string_view withoutMark(std::string_view block);
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

/// A text whose lines end in a lone carriage return, as spreadsheets on a Mac still write, with
/// "\n" instead; any other text as it is. The first block shows which it is.
class LineEndStream : public ByteStream {
public:
    /// @pre `text` outlives the stream.
    explicit LineEndStream(ByteStream& text) : m_text(text) { }
    std::string_view next() override;

private:
    ByteStream& m_text;
    std::optional<bool> m_replace;
    std::string m_block;
};

/// All of `bytes` as UTF-8 with lines that end in "\n" or "\r\n". For texts in memory.
std::string decodedText(std::string_view bytes, Encoding encoding);

} // namespace core
